/** A VS Code with the packaged product, the bench's extension, an empty one, and a catalog to ask; and windows that do what the bench says. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { generatedModules } from '../../../build/generated.mjs';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { runScript } from '../../support/commands.js';
import { openDesk, type Desk } from '../../support/desk.js';
import type { Person } from '../../support/person.js';
import { projectNode, root } from '../../support/setup.mjs';
import { signIn } from '../../ui/catalogDesk.js';
import { listen, send, type Answer, type Hello } from './host/wire.js';
import { startItemServer, type ItemServer } from './itemServer.js';

const OUT = join(root, 'out', 'bench');
const SIZE = { width: 1400, height: 950 };

/** One window, with the bench's extension in its extension host. */
export interface BenchWindow {
  readonly person: Person;
  readonly folder: string;
  /** Lets the bench's extension do something (host/extension.ts). @throws Error with what went wrong there */
  ask<T>(task: string, given?: unknown): Promise<T>;
  /** Loads the window anew, with a new extension host. */
  reload(): Promise<void>;
}

export interface BenchDesk {
  readonly items: ItemServer;
  readonly tokens: CatalogServer;
  /** Opens a window on a folder of its own. `environment`: signed in there. */
  window(name: string, environment?: 'Bench' | 'Other'): Promise<BenchWindow>;
  close(): Promise<void>;
}

export async function openBenchDesk(): Promise<BenchDesk> {
  const { code, output } = await runScript('package', { quiet: true });
  if (code !== 0) {
    throw new Error(output);
  }
  const others = await packBenchExtensions();
  const links = await openLinks();
  const closers: (() => Promise<void>)[] = [() => Promise.resolve(links.close())];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).reverse()) {
      await closeOne();
    }
  };
  try {
    const tokens = await startCatalogServer({ credentials: { clientId: 'bench-client', clientSecret: 'bench-secret' } });
    closers.push(() => tokens.close());
    const items = await startItemServer();
    closers.push(() => items.close());
    // Both take tokens of one issuer for one audience; two of them, so that none is chosen by itself.
    const { authUrl, audience } = tokens.production;
    const environments = ['Bench', 'Other'].map((name) => ({ name, kind: 'other', baseUrl: items.origin, authUrl, audience }));
    const desk = await openDesk({ others, settings: { 'catalogSearch.environments': environments }, env: { CATALOG_BENCH_PORT: String(links.port) } });
    closers.push(() => desk.close());
    return { items, tokens, close, window: async (name, environment) => await openWindow(desk, links, tokens, name, environment) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWindow(desk: Desk, links: Links, tokens: CatalogServer, name: string, environment: string | undefined): Promise<BenchWindow> {
  const folder = join(desk.folder, name);
  await mkdir(join(folder, '.vscode'), { recursive: true });
  if (environment !== undefined) {
    await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'catalogSearch.environment': environment }));
  }
  const person = await desk.sitDown({ folder, size: SIZE });
  await links.connected(name);
  if (environment !== undefined) {
    await signIn(person, tokens);
    await person.press('Escape');
  }
  return {
    person,
    folder,
    ask: async <T>(task: string, given?: unknown) => await links.ask(name, task, given) as T,
    reload: async () => {
      links.forget(name);
      await person.reload();
      await links.connected(name);
    },
  };
}

interface Links {
  readonly port: number;
  /** Resolves when the window with a folder of this name has said hello. */
  connected(folder: string): Promise<void>;
  forget(folder: string): void;
  ask(folder: string, task: string, given: unknown): Promise<unknown>;
  close(): void;
}

/** Where the windows call in. */
async function openLinks(): Promise<Links> {
  const windows = new Map<string, Socket>();
  const waiting = new Map<string, () => void>();
  const asked = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>();
  let last = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    listen(socket, (message) => {
      if ('folder' in (message as Hello | Answer)) {
        const { folder } = message as Hello;
        windows.set(folder, socket);
        waiting.get(folder)?.();
        return;
      }
      const answer = message as Answer;
      const { resolve, reject } = asked.get(answer.id) ?? {};
      asked.delete(answer.id);
      if ('error' in answer) {
        reject?.(new Error(answer.error));
      } else {
        resolve?.(answer.value);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connected: async (folder) => {
      if (!windows.has(folder)) {
        await new Promise<void>((resolve) => waiting.set(folder, resolve));
      }
    },
    forget: (folder) => void windows.delete(folder),
    ask: async (folder, name, given) => await new Promise((resolve, reject) => {
      const socket = windows.get(folder);
      if (socket === undefined) {
        reject(new Error(`The window of ${folder} is not there.`));
        return;
      }
      last += 1;
      asked.set(last, { resolve, reject });
      send(socket, { id: last, name, given });
    }),
    close: () => {
      windows.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

/** The bench's extension and the empty one, packaged. */
async function packBenchExtensions(): Promise<readonly string[]> {
  const bench = join(OUT, 'bench-extension');
  const empty = join(OUT, 'empty-extension');
  const engines = { vscode: '^1.110.0' };
  await Promise.all([join(bench, 'dist'), join(empty, 'dist')].map((folder) => mkdir(folder, { recursive: true })));
  await writeFile(join(bench, 'package.json'), JSON.stringify({
    name: 'catalog-bench', publisher: 'catalog-bench', version: '0.0.1', engines, main: './dist/extension.cjs', activationEvents: ['*'], extensionKind: ['workspace'],
    contributes: {
      viewsContainers: { activitybar: [{ id: 'catalogBench', title: 'Bench', icon: 'icon.svg' }] },
      views: { catalogBench: [{ id: 'catalogBench.rows', name: 'Rows' }] },
    },
  }));
  await cp(join(root, 'media', 'view.svg'), join(bench, 'icon.svg'));
  // As the product: an ES module that starts when the window has.
  await writeFile(join(empty, 'package.json'), JSON.stringify({
    name: 'catalog-empty', publisher: 'catalog-bench', version: '0.0.1', engines, type: 'module', main: './dist/extension.js', activationEvents: ['onStartupFinished'], extensionKind: ['workspace'],
  }));
  await writeFile(join(empty, 'dist', 'extension.js'), 'export function activate() {}\n');
  await esbuild.build({
    entryPoints: ['test/bench/vscode/host/extension.ts'], absWorkingDir: root, outfile: join(bench, 'dist', 'extension.cjs'),
    bundle: true, minify: true, platform: 'node', format: 'cjs', target: 'node22', external: ['vscode'], logLevel: 'warning',
  });
  await esbuild.build({
    entryPoints: { mapPage: 'media/bench/mapPage.ts', 'mapPage-style': 'media/footprint/footprint.css' }, absWorkingDir: root, outdir: join(bench, 'dist'),
    bundle: true, minify: true, format: 'iife', platform: 'browser', target: 'es2022', tsconfig: 'media/tsconfig.json', plugins: [generatedModules], logLevel: 'warning',
  });
  return await Promise.all([bench, empty].map(async (folder) => {
    const file = `${folder}.vsix`;
    await promisify(execFile)(projectNode(), [join(root, 'node_modules', '@vscode', 'vsce', 'vsce'), 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '-o', file], { cwd: folder });
    return file;
  }));
}
