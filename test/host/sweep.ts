import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { SWEEPER } from '../support/sweeper.js';

/** What only the extension host itself can see. */
export interface OwnView {
  clipboard(): PromiseLike<string>;
  /** The sockets on which it waits for others to connect. */
  listening(): readonly string[];
}

/**
 * Looks for canaries and for open ports (../shared/security.md) as the last part of each test, so that a find turns exactly that test
 * red: an error in a hook would end the run. Where nobody outside sweeps, as with VS Code's desktop build, the ports alone.
 */
export function sweepAfterEach(root: Mocha.Suite, own: OwnView): void {
  root.beforeEach(function () {
    const test = this.currentTest;
    const run = test?.fn as Mocha.AsyncFunc | undefined;
    if (test === undefined || run === undefined) return;
    test.fn = async function (this: Mocha.Context) {
      const [outcome] = await Promise.allSettled([run.call(this)]);
      const found = await canaries(own);
      if (outcome.status === 'rejected') throw outcome.reason;
      if (found.length > 0) throw new Error(`A canary is in: ${found.join(', ')}`);
      const sockets = own.listening();
      if (sockets.length > 0) throw new Error(`S20: the extension host listens on ${sockets.join(', ')}`);
    };
  });
}

/** A connection of its own, so that none is left open to be counted. */
async function canaries(own: OwnView): Promise<readonly string[]> {
  const sweeper = process.env[SWEEPER];
  if (sweeper === undefined) return [];
  const [response] = await once(request(sweeper, { agent: false, method: 'POST' }).end(await own.clipboard()), 'response') as [IncomingMessage];
  return JSON.parse(await text(response)) as readonly string[];
}
