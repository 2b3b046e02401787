import { mkdir, rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { WithEditors } from './person/withEditors.js';

/** Where a person sits down. */
export interface Seat {
  readonly browser: Browser;
  /** Address of the VS Code server. */
  readonly url: string;
  /** The folder or the `.code-workspace` file to open; an empty window if not given. */
  readonly folder?: string;
  /** Where pictures go. The folder is emptied first. No pictures are taken if not given. */
  readonly pictures?: string;
  /** Called before the window closes, while what it keeps is still there. */
  readonly beforeLeaving?: (person: Person) => Promise<void>;
  /** Size of the window in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Takes certificates that nobody known has signed. */
  readonly trusting?: boolean;
}

/**
 * Somebody at a VS Code window, who reads what is on screen and uses keyboard and mouse. Every wait is for something to be seen;
 * what never comes is an error after `patience` milliseconds.
 */
export class Person extends WithEditors {
  #beforeLeaving: Seat['beforeLeaving'];

  /** Opens VS Code and waits until the extension has added itself to the activity bar. */
  static async sitDown({ browser, url, folder, pictures, size = { width: 1400, height: 900 }, trusting = false, beforeLeaving }: Seat): Promise<Person> {
    if (pictures !== undefined) {
      await rm(pictures, { recursive: true, force: true });
      await mkdir(pictures, { recursive: true });
    }
    const context = await browser.newContext({ viewport: size, locale: 'en-GB', timezoneId: 'Europe/Berlin', ignoreHTTPSErrors: trusting });
    context.setDefaultTimeout(Person.patience);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const person = new Person(context, await context.newPage(), pictures);
    person.#beforeLeaving = beforeLeaving;
    const what = folder?.endsWith('.code-workspace') === true ? 'workspace' : 'folder';
    await person.page.goto(folder === undefined ? url : `${url}/?${what}=${encodeURIComponent(folder)}`);
    await person.waitUntilReady();
    return person;
  }

  /** Waits until the extension has added itself to the activity bar; call it after a reload. */
  async waitUntilReady(): Promise<void> {
    await this.page.getByRole('tab', { name: /^Catalog Search/ }).first().waitFor();
  }

  /** Loads the window anew, as "Developer: Reload Window" does, and waits until it is there again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.waitUntilReady();
  }

  /** Closes the window. What was kept in the page is lost, as with a private window. */
  async leave(): Promise<void> {
    await this.#beforeLeaving?.(this);
    await this.context.close();
  }
}
