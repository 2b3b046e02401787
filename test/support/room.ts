import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchChromium } from './browser.js';
import { startAnew } from './startAnew.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary.js';
import { startVsCodeServer, type VsCodeServer, type VsCodeServerOptions } from './vscodeServer.js';

/** A window's place in a room: the browser profile, the window where one is open already, and what to do with it afterwards. */
export interface Opening {
  readonly context: BrowserContext;
  /** An open window on the room's folder, with a new extension host and nothing in it. */
  readonly page: Page | undefined;
  release(page: Page): Promise<void>;
}

/**
 * A VS Code server, a browser and a folder to work in, which desks use one after the other. A window on the folder stays open between
 * them and begins anew with another extension host: that takes a second, where a new window takes ten.
 */
export interface Room {
  readonly server: VsCodeServer;
  readonly folder: string;
  /** The window that is kept, as new; where there is none, or `own` is asked for, a profile in which to open one. */
  enter(how?: { readonly own?: boolean }): Promise<Opening>;
  /** Empties the folder. */
  tidy(): Promise<void>;
  /** Takes the window that is kept for spoiled: the next one is opened from nothing. */
  discardWindow(): void;
  /** Ends the browser and the server with all that was opened. Safe to call again. */
  close(): Promise<void>;
}

/** How a room is made. */
export interface RoomOptions extends VsCodeServerOptions {
  /** Whether a window is kept open for whoever comes next. */
  readonly keepsWindow?: boolean;
  /** Whether the browser takes certificates that nobody known has signed. */
  readonly trusting?: boolean;
}

/** Starts the server and the browser. */
export async function openRoom({ keepsWindow = false, trusting = false, ...options }: RoomOptions): Promise<Room> {
  const temporary = await makeTemporaryFolder('desk');
  // Its name is seen in every picture.
  const folder = join(temporary, 'survey');
  const opened: (() => Promise<void>)[] = [() => removeTemporaryFolder(temporary)];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    await mkdir(folder);
    const server = await startVsCodeServer(options);
    opened.push(() => server.stop());
    const browser = await launchChromium();
    opened.push(() => browser.close());
    const windows = new Windows(browser, server, trusting, keepsWindow);
    return {
      server, folder, close,
      enter: async ({ own = false } = {}) => await windows.enter(own),
      discardWindow: () => windows.discard(),
      tidy: async () => {
        for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Profile {
  readonly context: BrowserContext;
  /** Belongs to an empty page of the profile, which stays open. */
  readonly session: CDPSession;
}

class Windows {
  readonly #browser: Browser;
  readonly #server: VsCodeServer;
  readonly #trusting: boolean;
  readonly #keeps: boolean;
  /** Profiles in which no window is open. What the browser has compiled of VS Code is still there. */
  readonly #free: Profile[] = [];
  #kept: { readonly profile: Profile; readonly page: Page } | undefined;
  /** Windows that somebody has now. */
  #inUse = 0;
  #isSpoiled = false;

  constructor(browser: Browser, server: VsCodeServer, trusting: boolean, keeps: boolean) {
    this.#browser = browser;
    this.#server = server;
    this.#trusting = trusting;
    this.#keeps = keeps;
  }

  async enter(own: boolean): Promise<Opening> {
    this.#inUse += 1;
    const kept = own ? undefined : this.#kept;
    if (kept !== undefined) {
      this.#kept = undefined;
      await startAnew(kept.page, this.#server);
      // The trace begins with this person.
      await kept.profile.context.tracing.stopChunk();
      await kept.profile.context.tracing.startChunk();
      return { context: kept.profile.context, page: kept.page, release: async (page) => await this.#release(kept.profile, page, true) };
    }
    // With others in the room nothing of theirs is touched.
    if (this.#inUse === 1) await this.#server.forgetWindows();
    const profile = this.#free.pop() ?? await this.#make();
    return { context: profile.context, page: undefined, release: async (page) => await this.#release(profile, page, this.#keeps && !own) };
  }

  discard(): void {
    this.#isSpoiled = true;
  }

  async #release(profile: Profile, page: Page, keep: boolean): Promise<void> {
    this.#inUse -= 1;
    if (keep && !this.#isSpoiled && this.#kept === undefined) {
      this.#kept = { profile, page };
      return;
    }
    this.#isSpoiled = false;
    await page.close();
    // What VS Code keeps in the page: secrets, layout, what was searched. Not what the browser has compiled.
    await profile.session.send('Storage.clearDataForOrigin', { origin: new URL(this.#server.url).origin, storageTypes: 'cookies,indexeddb,local_storage' });
    this.#free.push(profile);
  }

  async #make(): Promise<Profile> {
    const context = await this.#browser.newContext({
      locale: 'en-GB', timezoneId: 'Europe/Berlin', permissions: ['clipboard-read', 'clipboard-write'], ignoreHTTPSErrors: this.#trusting,
    });
    // What was done, without pictures of each step: those would make every test slower.
    await context.tracing.start({ screenshots: false, snapshots: false });
    return { context, session: await context.newCDPSession(await context.newPage()) };
  }
}
