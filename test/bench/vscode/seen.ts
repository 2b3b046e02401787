/** When something comes into sight in a window. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../support/setup.mjs';

/**
 * Milliseconds from what is started until an element is there.
 * @param start says when it began, in milliseconds since the epoch
 */
export async function untilSeen(page: Page, selector: string, start: () => Promise<{ readonly at: number }>): Promise<number> {
  await page.evaluate(watch, selector);
  const { at } = await start();
  const seen = await page.evaluate(() => (globalThis as unknown as Watched).benchSeen);
  if (seen === undefined) {
    const picture = join(root, 'out', 'bench', 'not-seen.png');
    await page.screenshot({ path: picture });
    throw new Error(`${selector} did not come into sight: see ${picture}`);
  }
  return seen - at;
}

interface Watched {
  benchSeen: Promise<number | undefined>;
}

/** Runs in the page: looks at each frame. */
function watch(selector: string): void {
  const page = globalThis as unknown as Watched & {
    readonly document: { querySelector(selector: string): unknown };
    requestAnimationFrame(callback: () => void): void;
  };
  const began = performance.now();
  page.benchSeen = new Promise((resolve) => {
    const look = (): void => {
      if (page.document.querySelector(selector) !== null) {
        resolve(performance.timeOrigin + performance.now());
      } else if (performance.now() - began > 30_000) {
        resolve(undefined);
      } else {
        page.requestAnimationFrame(look);
      }
    };
    look();
  });
}
