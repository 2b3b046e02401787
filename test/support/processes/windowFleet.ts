import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { KillPoint, Order, Report } from './windowProcess.js';

/** A window process, and what is asked of it one message at a time. */
export class WindowProcess {
  readonly #child: ChildProcess;

  constructor(script: string) {
    this.#child = fork(script, { execArgv: [], env: {}, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  /** Undefined when the process dies first. */
  async ask(order: Order): Promise<Report | undefined> {
    return await new Promise((resolve, reject) => {
      const answered = (report: unknown): void => {
        this.#child.off('exit', died);
        resolve(report as Report);
      };
      const died = (): void => {
        this.#child.off('message', answered);
        resolve(undefined);
      };
      this.#child.once('message', answered);
      this.#child.once('exit', died);
      this.#child.send(order, (error) => {
        if (error !== null && this.alive) {
          reject(error);
        }
      });
    });
  }

  async end(): Promise<void> {
    if (this.alive) {
      const ended = new Promise<void>((resolve) => void this.#child.once('exit', () => resolve()));
      this.#child.kill('SIGKILL');
      await ended;
    }
  }
}

/** Windows of one machine, each a process. Replaces those that were killed. */
export class WindowFleet {
  readonly #windows: WindowProcess[] = [];

  private constructor(
    private readonly folder: string,
    private readonly script: string,
  ) {}

  static async start(): Promise<WindowFleet> {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-windows-'));
    const script = join(folder, 'window.mjs');
    const entry = fileURLToPath(new URL('windowProcess.ts', import.meta.url));
    await build({ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' });
    return new WindowFleet(folder, script);
  }

  /** A machine where somebody is signed in and no token is there yet, opened in some windows. */
  async open(count: number, serviceUrl: string, options: { readonly lagMs?: number; readonly staleMs?: number; readonly killAt?: KillPoint } = {}): Promise<{ readonly root: string; readonly windows: readonly WindowProcess[] }> {
    const root = await mkdtemp(join(this.folder, 'machine-'));
    await mkdir(join(root, 'auth'));
    const credentials = { at: 0, pid: 0, key: `credentials:${serviceUrl}`, value: JSON.stringify({ format: 1, clientId: 'client', clientSecret: 'secret' }) };
    await writeFile(join(root, 'secrets'), `${JSON.stringify(credentials)}\n`);
    for (let i = 0; i < count; i += 1) {
      if (this.#windows[i]?.alive !== true) {
        this.#windows[i] = new WindowProcess(this.script);
      }
    }
    const windows = this.#windows.slice(0, count);
    await Promise.all(windows.map(async (window) => await window.ask({ kind: 'open', root, serviceUrl, lagMs: options.lagMs ?? 300, staleMs: options.staleMs ?? 30_000, ...(options.killAt === undefined ? {} : { killAt: options.killAt }) })));
    return { root, windows };
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#windows.map(async (window) => await window.end()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The process that holds the lease of a machine now. */
export async function leaseHolder(root: string): Promise<number | undefined> {
  const folder = join(root, 'auth');
  const name = (await readdir(folder)).find((file) => file.endsWith('.lease'));
  try {
    return name === undefined ? undefined : (JSON.parse(await readFile(join(folder, name), 'utf8')) as { readonly pid: number }).pid;
  } catch {
    return undefined;
  }
}
