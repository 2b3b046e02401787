/** Lets tests inside the extension host ask for a sweep (see canaries.ts): window and editor can only be looked into from outside. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The environment variable that names a sweeper's address to the extension host. */
export const SWEEPER = 'CATALOG_SEARCH_SWEEPER';

export interface Sweeper extends AsyncDisposable {
  /** Whoever sends its clipboard there gets the places, as a JSON array of strings, in which there is a canary that nobody was told of before. */
  readonly url: string;
}

/**
 * Starts one on a free port of the loopback interface. In a window that runs tests, only extensions see the clipboard. A sweep that fails is a find, too.
 */
export async function startSweeper(sweep: (clipboard: string) => Promise<readonly string[]>): Promise<Sweeper> {
  const told = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then(sweep).catch((error: unknown) => [`a place that cannot be swept: ${String(error)}`]).then((places) => {
      const found = places.filter((place) => !told.has(place));
      for (const place of found) told.add(place);
      response.setHeader('connection', 'close').end(JSON.stringify(found));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
