import { mkdir, rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { WithEditors } from './person/withEditors.js';

/** Where a person sits down. */
export interface Seat {
  /** The browser profile that holds the window. */
  readonly context: BrowserContext;
  /** Address of the VS Code server. */
  readonly url: string;
  /** The folder or the `.code-workspace` file to open; an empty window if not given. */
  readonly folder?: string;
  /** Where pictures go. The folder is emptied first. No pictures are taken if not given. */
  readonly pictures?: string;
  /** Called before the person leaves, while what the window keeps is still there. */
  readonly beforeLeaving?: (person: Person) => Promise<void>;
  /** What becomes of the window when the person has left. */
  readonly release: (page: Page) => Promise<void>;
  /** Size of the window in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
}

/**
 * Somebody at a VS Code window, who reads what is on screen and uses keyboard and mouse. Every wait is for something to be seen;
 * what never comes is an error after `patience` milliseconds.
 */
export class Person extends WithEditors {
  readonly #seat: Seat;
  #hasLeft = false;

  /** @param page VS Code's page, or an empty one for `open` */
  constructor(seat: Seat, page: Page) {
    super(seat.context, page, seat.pictures);
    this.#seat = seat;
  }

  /** Makes an empty page of the window's size. */
  static async newPage({ context, size = { width: 1400, height: 900 } }: Seat): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(Person.patience);
    await page.setViewportSize(size);
    return page;
  }

  /** Waits until the window is ready; opens VS Code in it first if it is empty. */
  async begin(): Promise<void> {
    const { pictures, folder, url } = this.#seat;
    if (pictures !== undefined) {
      await rm(pictures, { recursive: true, force: true });
      await mkdir(pictures, { recursive: true });
    }
    const what = folder?.endsWith('.code-workspace') === true ? 'workspace' : 'folder';
    if (this.page.url() === 'about:blank') await this.page.goto(folder === undefined ? `${url}/?ew=true` : `${url}/?${what}=${encodeURIComponent(folder)}`);
    await this.waitUntilReady();
  }

  /** Writes what this person did so far, as Playwright's trace viewer reads it. */
  async saveTrace(file: string): Promise<void> {
    await this.context.tracing.stopChunk({ path: file });
    await this.context.tracing.startChunk();
  }

  /** Whether the window is closed or somebody else's. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Waits until the extension has added itself to the activity bar; call it after a reload. */
  async waitUntilReady(): Promise<void> {
    await this.page.locator('.activitybar').getByRole('tab', { name: /^Catalog Search/ }).first().waitFor();
  }

  /** Loads the window anew, as "Developer: Reload Window" does, and waits until it is there again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.waitUntilReady();
  }

  /** Leaves the window. What was kept in it is lost for whoever comes next. */
  async leave(): Promise<void> {
    if (this.#hasLeft) return;
    await this.#seat.beforeLeaving?.(this);
    this.#hasLeft = true;
    this.stopListening();
    await this.#seat.release(this.page);
  }
}
