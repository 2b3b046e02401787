import { execFileSync } from 'node:child_process';

/** A place on Linux where nobody makes files, the system's own user neither. */
export const READ_ONLY_FOLDER = '/sys/kernel';

/** Whether this machine can bound how long files of a process become (Linux with util-linux). */
export const canFillDisk: boolean = process.platform === 'linux' && worked(() => limit());

/**
 * Does work in a process to which the system refuses every byte of a file past a number of them, as a full disk does. The system's error is
 * another one (EFBIG), raised by the same calls.
 */
export async function onFullDisk<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const before = limit();
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
  try {
    return await work();
  } finally {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${before}:`]);
  }
}

function limit(): string {
  return execFileSync('prlimit', ['--pid', String(process.pid), '--fsize', '--raw', '--noheadings', '--output', 'SOFT'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim();
}

function worked(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
