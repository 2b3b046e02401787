import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, ConsoleMessage, FrameLocator, Locator, Page } from 'playwright-core';

/** Where a person sits down. */
export interface Seat {
  readonly browser: Browser;
  /** Address of the VS Code server. */
  readonly url: string;
  /** The folder or the `.code-workspace` file to open; an empty window if not given. */
  readonly folder?: string;
  /** Where pictures go. The folder is emptied first. No pictures are taken if not given. */
  readonly pictures?: string;
  /** Size of the window in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
}

const extensionId = 'catalog-search.catalog-search';
const paletteLabel = 'Type the name of a command to run.';

/**
 * Somebody at a VS Code window, who reads what is on screen and uses keyboard and mouse. Every wait is for something to be seen;
 * what never comes is an error after `patience` milliseconds.
 */
export class Person {
  /** How long this person waits for one thing to be seen, in milliseconds. */
  static readonly patience = 30_000;

  /** The page VS Code is in, for what has no method here. */
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #pictures: string | undefined;
  readonly #complaints: string[] = [];
  #taken = 0;

  private constructor(context: BrowserContext, page: Page, pictures: string | undefined) {
    this.#context = context;
    this.page = page;
    this.#pictures = pictures;
    page.on('console', (message) => {
      this.#listen(message);
    });
  }

  /** Opens VS Code and waits until the extension has added itself to the activity bar. */
  static async sitDown({ browser, url, folder, pictures, size = { width: 1400, height: 900 } }: Seat): Promise<Person> {
    if (pictures !== undefined) {
      await rm(pictures, { recursive: true, force: true });
      await mkdir(pictures, { recursive: true });
    }
    const context = await browser.newContext({ viewport: size, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    context.setDefaultTimeout(Person.patience);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const person = new Person(context, await context.newPage(), pictures);
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
    await this.#context.close();
  }

  /** Lines of the developer console that are errors and name the extension: what a person never sees, and a test reports. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  #listen(message: ConsoleMessage): void {
    if (message.type() === 'error' && message.text().includes(extensionId)) this.#complaints.push(message.text());
  }

  /** Takes a picture of the whole window, numbered in order. */
  async takePicture(name: string): Promise<void> {
    if (this.#pictures === undefined) return;
    this.#taken += 1;
    const file = `${String(this.#taken).padStart(2, '0')}-${name}.png`;
    await this.page.screenshot({ path: join(this.#pictures, file), animations: 'disabled' });
  }

  /** Presses keys one after the other, such as `Enter` or `Control+End`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  // ---- palette and quick inputs

  /**
   * Runs a command from the palette by its full title, such as `Catalog: Search Items...`.
   * @throws Error when the palette does not offer it
   */
  async runCommand(title: string): Promise<void> {
    const deadline = Date.now() + Person.patience;
    const row = this.option(title);
    const palette = this.page.locator(`.quick-input-widget input[aria-label^="${paletteLabel}"]`);
    // A key pressed while the focus moves, as when a view opens or closes, reaches nobody; and then the palette may close again.
    const chosen = async (): Promise<boolean> => {
      await this.press('F1');
      await palette.fill(`>${title}`, { timeout: 5_000 });
      await row.waitFor({ timeout: 3_000 });
      // The one that Enter would take, most of the time; a longer title may come before it.
      if (/\bfocused\b/.test((await row.getAttribute('class', { timeout: 1_000 })) ?? '')) await this.press('Enter');
      else await row.click({ timeout: 3_000 });
      return true;
    };
    while (!(await chosen().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`The palette does not offer "${title}", but: ${(await this.options()).join(' | ')}`);
      // The palette shows what is known when it opens: a command that becomes available later needs a new one.
      await this.press('Escape');
      await palette.waitFor({ state: 'hidden' });
    }
    await palette.waitFor({ state: 'hidden' });
  }

  /** The titles that the palette offers for what is typed; the palette is closed again. */
  async commandsFor(text: string): Promise<readonly string[]> {
    await this.press('F1');
    await this.page.locator(`.quick-input-widget input[aria-label^="${paletteLabel}"]`).fill(`>${text}`);
    await this.page.locator('.quick-input-list [role="option"]').first().waitFor();
    const titles = await this.options();
    await this.press('Escape');
    await this.quickInput.waitFor({ state: 'hidden' });
    return titles;
  }

  /** The field of the quick input that is open. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget .quick-input-filter input').filter({ visible: true });
  }

  /** Waits for a step of a quick input, known by its title, and says what it asks for. */
  async waitForStep(title: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-title').filter({ visible: true, hasText: title }).waitFor();
  }

  /** Puts text into the open quick input, in place of what was there. */
  async type(text: string): Promise<void> {
    await this.quickInput.fill(text);
  }

  /** What the open quick input says below its field: its prompt, or what is wrong with the text. */
  async inputMessage(): Promise<string> {
    return this.page.locator('.quick-input-message').filter({ visible: true }).innerText();
  }

  /** Waits until the open quick input hides what is typed. */
  async waitForMaskedField(): Promise<void> {
    await this.quickInput.and(this.page.locator('[type="password"]')).waitFor();
  }

  /** Waits until the open quick input says something below its field. */
  async waitForInputMessage(text: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-message').filter({ visible: true, hasText: text }).waitFor();
  }

  /** The options of the open quick pick as a screen reader names them. */
  async options(): Promise<readonly string[]> {
    // At once: the list may be filled anew between two looks at it.
    return this.page.locator('.quick-input-list [role="option"]').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Picks the first option that begins with a label (or matches a pattern) with the mouse. */
  async pick(label: string | RegExp): Promise<void> {
    // What pops up over a row under the pointer would lie over others.
    await this.page.mouse.move(0, 0);
    await this.option(label).click();
  }

  /** The first option of the open quick pick that begins with a label, or matches a pattern. */
  option(label: string | RegExp): Locator {
    const name = typeof label === 'string' ? startsWith(label) : label;
    return this.page.locator('.quick-input-list').getByRole('option', { name }).first();
  }

  // ---- trees

  /** Opens the extension's view container from the activity bar, if it is not open. */
  async openCatalogView(): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: /^Catalog Search/ });
    if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    await this.#resultsPane.waitFor();
  }

  /** The rows of a tree that are on screen, in order. */
  rows(tree: string | RegExp = /^Results/): Locator {
    return this.page.getByRole('tree', { name: tree }).getByRole('treeitem');
  }

  /** The names of the rows on screen as a screen reader reads them, from top to bottom. */
  async rowNames(tree?: string | RegExp): Promise<readonly string[]> {
    const rows = await this.rows(tree).all();
    const read = rows.map(async (row) => ({
      name: (await row.getAttribute('aria-label')) ?? '',
      index: Number(await row.getAttribute('data-index')),
    }));
    return (await Promise.all(read)).sort((a, b) => a.index - b.index).map(({ name }) => name);
  }

  /** What the results view says where it has no rows: its welcome text and buttons. */
  get welcome(): Locator {
    return this.#resultsPane.locator('.welcome-view-content');
  }

  /** The message above the rows of the results view. */
  get viewMessage(): Locator {
    return this.#resultsPane.locator('.message').filter({ visible: true });
  }

  /** The results view. Its header is hidden while it is the only view, but always names it. */
  get #resultsPane(): Locator {
    return this.page.locator('.pane', { has: this.page.locator('.pane-header[aria-label^="Results"]') });
  }

  /** Waits until the results view says something above its rows. */
  async waitForViewMessage(text: string | RegExp): Promise<void> {
    await this.viewMessage.filter({ hasText: text }).waitFor();
  }

  /** What is shown beside the thing the mouse is over, such as the tooltip of a row. */
  hover(text: string | RegExp): Locator {
    return this.page.locator('.monaco-hover').filter({ visible: true, hasText: text });
  }

  // ---- editors

  /** The open tabs: their file names, and whether they are previews (shown in italics until kept). */
  async tabs(): Promise<readonly { readonly name: string; readonly preview: boolean; readonly active: boolean }[]> {
    const tabs = await this.page.locator('.tabs-container .tab').all();
    return Promise.all(
      tabs.map(async (tab) => ({
        name: (await tab.getAttribute('data-resource-name')) ?? '',
        preview: /, preview\b/.test((await tab.getAttribute('aria-label')) ?? ''),
        active: (await tab.getAttribute('aria-selected')) === 'true',
      })),
    );
  }

  /** Waits for a tab and returns it. */
  async waitForTab(name: string | RegExp): Promise<Locator> {
    const tab = this.page.locator('.tabs-container').getByRole('tab', { name }).first();
    await tab.waitFor();
    return tab;
  }

  /** The lines on screen of the text editor that shows a file, from top to bottom. */
  async visibleText(tab: string | RegExp): Promise<string> {
    const group = this.page.locator('.editor-group-container').filter({ has: this.page.locator('.tab.selected').and(this.page.getByRole('tab', { name: tab })) });
    const lines = group.locator('.monaco-editor .view-line');
    await lines.first().waitFor();
    const read = await lines.evaluateAll((elements) => elements.map((line) => ({ top: Number.parseFloat(line.style.top), text: line.textContent })));
    return read.sort((a, b) => a.top - b.top).map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n');
  }

  /** The whole text of the editor that has the focus, by copying it. */
  async copyText(): Promise<string> {
    await this.press('ControlOrMeta+A', 'ControlOrMeta+C');
    const text: unknown = await this.page.evaluate('navigator.clipboard.readText()');
    return String(text);
  }

  // ---- status bar, notifications, webviews

  /** The extension's item in the status bar. */
  get statusItem(): Locator {
    return this.page.locator(`[id="${extensionId}.catalogSearch.session"]`);
  }

  /** The text of the extension's status item, without its icons. */
  async status(): Promise<string> {
    return (await this.statusItem.innerText()).trim();
  }

  /** Notifications on screen: as toasts, or in the notification centre when that is open. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ visible: true, hasText: text });
  }

  /** Presses a button of a notification. */
  async answer(notification: string | RegExp, button: string): Promise<void> {
    await this.notification(notification).getByRole('button', { name: button, exact: true }).click();
  }

  /** The messages in the notification centre, which is opened for this and closed again. */
  async notifications(): Promise<readonly string[]> {
    await this.runCommand('Notifications: Show Notifications');
    const centre = this.page.locator('.notifications-center.visible');
    await centre.waitFor();
    const messages = await centre.locator('.notification-list-item-message').allInnerTexts();
    await this.press('Escape');
    await centre.waitFor({ state: 'hidden' });
    return messages;
  }

  /** The document inside the extension's webview that is on screen. */
  webview(): FrameLocator {
    return this.page.frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`).frameLocator('#active-frame');
  }

  /** Waits until the webview shows footprints and they are painted; says what a screen reader would hear of them. */
  async waitForDrawing(subject: 'item' | 'results' | 'document' = 'item'): Promise<string> {
    const page = this.webview().locator(`body[data-state="shown"][data-subject="${subject}"]`);
    await page.waitFor();
    await page.locator('canvas.footprints').evaluate(async (element) => {
      const canvas = element as unknown as Canvas;
      const isPainted = (): boolean => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
        return data.some((value, at) => at % 4 === 3 && value > 0);
      };
      while (!isPainted()) await new Promise(requestAnimationFrame);
    });
    return (await page.getByRole('status').innerText()).trim();
  }

  /** How bright the map is for the most part, from 0 (black) to 255 (white). */
  async mapBrightness(): Promise<number> {
    const picture = await this.webview().getByRole('application').screenshot();
    return this.page.evaluate(medianBrightness, picture.toString('base64'));
  }
}

/** Runs in the page: the median brightness of a picture, 0 to 255. */
async function medianBrightness(base64: string): Promise<number> {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  const sums = Array.from({ length: data.length / 4 }, (_, pixel) => (data[pixel * 4] ?? 0) + (data[pixel * 4 + 1] ?? 0) + (data[pixel * 4 + 2] ?? 0));
  return (sums.sort((a, b) => a - b)[sums.length >> 1] ?? 0) / 3;
}

/** What is used of the page's canvas; this program knows no DOM. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray } } | null;
}

declare const createImageBitmap: (blob: Blob) => Promise<{ readonly width: number; readonly height: number }>;
declare const OffscreenCanvas: new (width: number, height: number) => {
  getContext(kind: '2d'): { drawImage(picture: unknown, x: number, y: number): void; getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray } };
};
declare const requestAnimationFrame: (callback: (time: unknown) => void) => number;

/** Matches a name that is a label, alone or with more behind it, such as a description or a keybinding. */
function startsWith(label: string): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:$|[\\s,])`);
}
