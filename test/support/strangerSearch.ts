/** One search whose answer a stranger wrote, from the bytes of it to its rows and what is done with them, and how long that keeps everybody else waiting. */
import { CatalogClient } from '../../src/core/catalog/catalogClient.js';
import type { ResultSet } from '../../src/core/catalog/pages.js';
import { DEMO_ENVIRONMENT } from '../../src/core/environment.js';
import { toFailure, type Failure } from '../../src/core/failure.js';
import type { Fetch } from '../../src/core/ports.js';
import { loadFirstPage } from '../../src/core/results/firstPage.js';
import type { SearchQuery } from '../../src/core/query/query.js';
import type { AccessToken, Sessions } from '../../src/core/auth/session.js';
import { Turns } from './turns.js';

const ENVIRONMENT = { ...DEMO_ENVIRONMENT, name: 'Stranger', kind: 'other', baseUrl: 'https://stranger.invalid' } as const;
/** Every footprint is looked at, against an area that is not just a box. */
export const STRANGER_QUERY: SearchQuery = { limit: 10_000, intersects: { type: 'Polygon', coordinates: [[[0, 0], [50, 10], [40, 60], [-30, 70], [0, 0]]] } };
const PIECE = 64 * 1024;
const quiet = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };
const token: AccessToken = { value: 'sample-token-of-nobody', facts: { source: 'pasted', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, expiry: 'exact', allowance: undefined, audience: [], accepted: true } };
const sessions = { token: () => Promise.resolve(token), afterUnauthorized: () => Promise.resolve(token), accepted: () => undefined };

export interface Searched {
  readonly turns: Turns;
  /** What the search came to. */
  readonly set: ResultSet | undefined;
  readonly failure: Failure | undefined;
}

/** The body arrives a socket's piece at a time, looked at while it does. `onTurn`: at each turn of the work behind its last byte. */
export async function searchStranger(body: Uint8Array, signal: AbortSignal, onTurn: () => void = () => undefined): Promise<Searched> {
  const turns = new Turns();
  const fetch: Fetch = async (_request, { watch }) => {
    const head = { status: 200, headers: new Map([['content-type', 'application/geo+json']]) };
    const watching = watch?.(head);
    for (let end = PIECE; end < body.length; end += PIECE) {
      watching?.(body.subarray(0, end));
      await turns.next();
    }
    turns.onTurn = onTurn;
    return { ...head, body };
  };
  const client = new CatalogClient({ fetch, clock: turns.clock, sessions: sessions as unknown as Sessions, log: quiet });
  turns.begin();
  const result = await loadFirstPage(ENVIRONMENT, STRANGER_QUERY, { client, clock: turns.clock, signal, onProgress: () => undefined, mayShow: () => true, show: () => undefined })
    .then((set) => ({ set, failure: undefined }), (error: unknown) => ({ set: undefined, failure: toFailure(error) }));
  turns.end();
  return { turns, ...result };
}
