import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from './browser.js';
import { findCanaries } from './canaries.js';
import { canaryRuns } from './canaryExtension.js';
import { Person, type Seat } from './person.js';
import { newestHost, oldestHost, root } from './setup.mjs';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary.js';
import { watch } from './watch.js';
import { startVsCodeServer, type VsCodeServer, type VsCodeServerOptions } from './vscodeServer.js';

/** The packaged extension; `npm run package` makes it. */
export const packagedExtension = join(root, 'out', 'catalog-search.vsix');

/** The colour themes that everything is looked at in, by their names in settings. */
export const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', highContrast: 'Default High Contrast' } as const;

/** How a desk is made. */
export interface DeskOptions extends Omit<VsCodeServerOptions, 'vsix' | 'host'> {
  readonly theme?: keyof typeof themes;
  /** Packaged extensions beside this one. */
  readonly others?: readonly string[];
}

/** A VS Code with the packaged extension installed, a browser, and an empty folder to work in: everything a person needs. */
export interface Desk {
  readonly server: VsCodeServer;
  readonly browser: Browser;
  /** An empty folder, gone after `close`. */
  readonly folder: string;
  /** Everybody who has sat down so far. */
  readonly people: readonly Person[];
  /** Opens a window on the folder. Each person has a browser profile of their own. */
  sitDown(seat?: Omit<Seat, 'browser' | 'url'>): Promise<Person>;
  /** The places that hold a canary (see canaries.ts), now and in windows that were left, and whether the canary command has run. */
  sweep(): Promise<readonly string[]>;
  /**
   * Stops all of it, after a last sweep.
   * @throws Error when a canary is where it must not be
   */
  close(): Promise<void>;
}

/** Makes a desk. The environment variable CATALOG_SEARCH_VSCODE=oldest chooses the oldest VS Code that is supported. */
export async function openDesk({ theme = 'dark', settings, others = [], ...options }: DeskOptions = {}): Promise<Desk> {
  const host = process.env['CATALOG_SEARCH_VSCODE'] === 'oldest' ? oldestHost : newestHost;
  const temporary = await makeTemporaryFolder('desk');
  // Its name is seen in every picture.
  const folder = join(temporary, 'survey');
  const opened: (() => Promise<void>)[] = [() => removeTemporaryFolder(temporary)];
  const stop = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    await mkdir(folder);
    const server = await startVsCodeServer({ ...options, host, vsix: [packagedExtension, ...others], settings: { 'workbench.colorTheme': themes[theme], ...settings } });
    opened.push(() => server.stop());
    const browser = await launchChromium();
    opened.push(() => browser.close());
    const people: Person[] = [];
    const left: string[] = [];
    const sweepOf = async (pages: readonly Person[], folders: readonly string[]): Promise<readonly string[]> => await findCanaries({
      secrets: [...watch.secrets], folders, servers: [...watch.servers], texts: { output: server.log() },
      pages: pages.map(({ page }) => page), requests: pages.flatMap(({ requests }) => requests),
    });
    const sweep = async (): Promise<readonly string[]> => {
      const found = await sweepOf(people.filter(({ page }) => !page.isClosed()), [join(server.dataFolder, 'data'), folder]);
      const ran = await canaryRuns(server.dataFolder);
      return [...left, ...found, ...(ran === 0 ? [] : [`the canary command ran ${ran} times`])];
    };
    const beforeLeaving = async (person: Person): Promise<void> => void left.push(...await sweepOf([person], []));
    const sitDown = async (seat?: Omit<Seat, 'browser' | 'url'>): Promise<Person> => {
      const person = await Person.sitDown({ folder, ...seat, browser, url: server.url, beforeLeaving });
      people.push(person);
      return person;
    };
    const close = async (): Promise<void> => {
      watch.desks.delete(desk);
      const found = await sweep().finally(stop);
      if (found.length > 0) throw new Error(`A canary is in: ${found.join(', ')}`);
    };
    const desk: Desk = { server, browser, folder, people, sweep, close, sitDown };
    watch.desks.add(desk);
    return desk;
  } catch (error) {
    await stop();
    throw error;
  }
}
