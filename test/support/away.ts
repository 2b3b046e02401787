import { createServer } from 'node:net';
import type { CatalogServer } from './catalogServer.js';

/** A service that has gone: its port is taken by somebody who counts those who come, and answers nobody. */
export interface Away extends Disposable {
  /** Connections so far. */
  readonly knocks: number;
}

/** Closes a catalog server and takes its port. */
export async function sendAway(server: CatalogServer): Promise<Away> {
  await server.close();
  let knocks = 0;
  const listener = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  const { hostname, port } = new URL(server.origin);
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(Number(port), hostname, resolve);
  });
  return {
    get knocks() {
      return knocks;
    },
    [Symbol.dispose]: () => void listener.close(),
  };
}
