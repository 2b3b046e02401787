import type { FrameLocator, Locator } from 'playwright-core';
import { extensionId } from './atWindow.js';
import { WithViews } from './withViews.js';

/** Text editors and the map. */
export class WithEditors extends WithViews {
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

  /** The document inside the extension's webview that is on screen. */
  webview(): FrameLocator {
    return this.page.frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`).frameLocator('#active-frame');
  }

  /** Waits until the webview shows footprints and they are painted; says what a screen reader would hear of them. */
  async waitForDrawing(subject: 'item' | 'results' | 'document' = 'item'): Promise<string> {
    for (;;) {
      try {
        return await this.#drawing(subject);
      } catch (error) {
        // A view that is being reloaded goes away while it is looked at.
        if (!String(error).includes('Frame was detached')) throw error;
      }
    }
  }

  async #drawing(subject: 'item' | 'results' | 'document'): Promise<string> {
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
