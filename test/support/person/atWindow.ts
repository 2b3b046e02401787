import { join } from 'node:path';
import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';

/** The extension's identifier, as it stands in addresses and names on screen. */
export const extensionId = 'catalog-search.catalog-search';

/** What everybody at a window has: a screen, a keyboard, and patience. */
export class AtWindow {
  /** How long this person waits for one thing to be seen, in milliseconds. */
  static readonly patience = 30_000;

  /** The page VS Code is in, for what has no method of its own. */
  readonly page: Page;
  protected readonly context: BrowserContext;
  readonly #pictures: string | undefined;
  readonly #complaints: string[] = [];
  readonly #console: string[] = [];
  readonly #requests: string[] = [];
  readonly #webviewRequests: string[] = [];
  readonly #note: (request: Request) => void;
  readonly #listen: (message: ConsoleMessage) => void;
  #taken = 0;

  /** @param pictures the folder for pictures; none are taken without it */
  protected constructor(context: BrowserContext, page: Page, pictures: string | undefined) {
    this.context = context;
    this.page = page;
    this.#pictures = pictures;
    this.#note = (request) => {
      const url = request.url();
      if (/^(?:https?|wss?):/.test(url)) this.#requests.push(`${url} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
      // What a worker asks has no frame.
      if (request.serviceWorker() !== null || request.frame() !== page.mainFrame()) this.#webviewRequests.push(url);
    };
    this.#listen = (message) => {
      this.#console.push(`${message.type()}: ${message.text()}`);
      if (message.type() === 'error' && message.text().includes(extensionId)) this.#complaints.push(message.text());
    };
    context.on('request', this.#note);
    page.on('console', this.#listen);
  }

  /** Hears nothing more of the window: it is closed, or goes to somebody else. */
  protected stopListening(): void {
    this.context.off('request', this.#note);
    this.page.off('console', this.#listen);
  }

  /** Lines of the developer console that are errors and name the extension: what a person never sees, and a test reports. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** What this window asked of others than the VS Code server: addresses, headers and bodies. */
  get requests(): readonly string[] {
    const { origin } = new URL(this.page.url());
    return this.#requests.filter((request) => !request.startsWith(`${origin}/`));
  }

  /** The addresses that were asked for from inside of webviews, their workers included: not by VS Code's own page. */
  get webviewRequests(): readonly string[] {
    return this.#webviewRequests;
  }

  /** All lines of the developer console, each with its kind. */
  get consoleLines(): readonly string[] {
    return this.#console;
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
}
