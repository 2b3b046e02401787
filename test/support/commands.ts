import { spawn } from 'node:child_process';
import { root } from './setup.mjs';

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  /** What it printed, both streams together. */
  readonly output: string;
}

/**
 * Runs a command of the project in its root folder, and ends it if this process ends first.
 * @param options.quiet keeps its output for the result instead of showing it as it comes
 */
export function runCommand(command: string, args: readonly string[], options: { readonly quiet?: boolean; readonly env?: Readonly<Record<string, string>> } = {}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // On Windows npm is a .cmd file, which only a shell starts.
    const shell = process.platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd: root, shell, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (): void => void child.kill();
    process.once('exit', end);
    let output = '';
    for (const [stream, shown] of [[child.stdout, process.stdout], [child.stderr, process.stderr]] as const) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (options.quiet !== true) shown.write(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a script of package.json. */
export function runScript(name: string, options: { readonly quiet?: boolean } = {}): Promise<CommandResult> {
  return runCommand('npm', ['run', '--silent', name], options);
}
