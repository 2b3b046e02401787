import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { readNextLink } from '../../../src/core/catalog/nextLink.js';
import { DEMO_ENVIRONMENT, searchUrl } from '../../../src/core/environment.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { failureOf, testClock, testPorts, WANTED } from './support.js';

let server: CatalogServer;
beforeAll(async () => {
  server = await startCatalogServer({ catalog: { itemCount: 35, spanDays: 30 } });
});
afterAll(() => server.close());

/** More pages than this are an endless service: a person is asked before there are so many. */
const ENOUGH = 12;

interface Walk {
  readonly items: number;
  readonly end: string;
  readonly mayHaveMore: boolean;
}

/** All that a person can load of a search, page by page, under a fault. */
async function walk(fault: string | undefined): Promise<Walk & { readonly results: Results; readonly seen: string }> {
  server.clearFaults();
  server.clearJournal();
  const token = await server.issuer.temporaryToken({ audience: server.production.audience });
  const ports = testPorts([token]);
  const client = new CatalogClient(ports);
  const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
  if (fault !== undefined) {
    server.fault(fault);
  }
  let end: string;
  try {
    let set = await results.search(server.production, { limit: 10 }, WANTED());
    while (set.next !== undefined && set.pages < ENOUGH) {
      set = await results.loadMore(WANTED());
    }
    const stopped = set.notes.find(({ kind }) => kind === 'pagingStopped');
    end = set.next !== undefined ? 'endless' : stopped?.kind === 'pagingStopped' ? stopped.reason : 'end';
  } catch (error) {
    const failure = await failureOf(Promise.reject(error as Error)) as { readonly kind: string; readonly status?: number };
    end = `${failure.kind} ${failure.status ?? ''}`.trim();
  }
  const set = shownSet(results.state);
  const seen = JSON.stringify([ports.requests, ports.lines]);
  expect(seen).not.toContain(token);
  return { items: set?.items.length ?? 0, end, mayHaveMore: set?.mayHaveMore ?? false, results, seen };
}

describe('a search over all its pages', () => {
  let all = 0;
  beforeAll(async () => {
    const whole = await walk(undefined);
    all = whole.items;
    expect(whole).toMatchObject({ end: 'end', mayHaveMore: false });
    expect(all).toBeGreaterThan(30);
  });

  // P7, P10 and P23 make up a link for the last page as well.
  it.each<readonly [string, number | 'all', string]>([
    ['P1', 10, 'loop'],
    ['P2', 10, 'loop'],
    ['P3', 10, 'noNewItems'],
    ['P4', 10 * ENOUGH, 'endless'],
    ['P5', 10, 'otherOrigin'],
    ['P6', 10, 'otherPath'],
    ['P7', 'all', 'status 400'],
    ['P8', 10, 'otherOrigin'],
    ['P9', 10, 'badLink'],
    ['P9a', 10, 'badLink'],
    ['P9b', 10, 'badLink'],
    ['P10', 'all', 'status 400'],
    ['P11', 10, 'badLink'],
    ['P12', 10, 'loop'],
    ['P13', 10, 'loop'],
    ['P14', 'all', 'end'],
    ['P15', 10, 'method'],
    ['P16', 10, 'badLink'],
    ['P17', 0, 'noNewItems'],
    ['P18', 10, 'end'],
    ['P19', 10, 'status 500'],
    ['P19a', 10, 'unauthorized'],
    ['P19b', 10, 'status 404'],
    ['P20', 10, 'status 400'],
    ['P22', 10, 'end'],
    ['P23', 'all', 'badLink'],
    ['P23a', 'all', 'badLink'],
    ['P24', 10, 'badLink'],
  ])('%s: %s items, then %s', async (fault, items, end) => {
    const walked = await walk(fault);
    expect([walked.items, walked.end]).toEqual([items === 'all' ? all : items, end]);
    // A full page that names no next one that could be followed is not known to be the last.
    expect(walked.mayHaveMore).toBe(items === 10 && /end|origin|path|link|method/iu.test(end));
    // Nothing of a link goes to another host, and nothing of it goes out as a header.
    expect(server.journal.every(({ headers }) => headers.host === new URL(server.origin).host && headers.cookie === undefined)).toBe(true);
    expect(server.journal.every(({ method }) => method === 'GET' || method === 'POST')).toBe(true);
  });

  it.each(['P19', 'P19b', 'P20'])('goes on where it was when %s has passed', async (fault) => {
    const { results } = await walk(fault);
    expect(results.state).toMatchObject({ kind: 'failed', during: 'loadMore' });
    server.clearFaults();
    let set = await results.loadMore(WANTED());
    while (set.next !== undefined) {
      set = await results.loadMore(WANTED());
    }
    expect(set.items).toHaveLength(all);
    expect(set.duplicates).toBe(0);
  });

  it('looks for a link that can be followed among a hundred, and no further', () => {
    const request = { method: 'GET', url: searchUrl(DEMO_ENVIRONMENT) } as const;
    const next = (elsewhere: number): string => readNextLink(
      [...Array.from({ length: elsewhere }, (_, index) => ({ rel: 'next', href: `https://h${index}.example/` })), { rel: 'self', href: '?' }, { rel: 'next', href: '?page=2' }],
      DEMO_ENVIRONMENT, request, {},
    ).kind;
    expect([0, 1, 99, 100, 10_000].map(next)).toEqual(['cursor', 'cursor', 'cursor', 'refused', 'refused']);
  });

  it('takes a body of a thousand members, and no more', () => {
    const request = { method: 'GET', url: searchUrl(DEMO_ENVIRONMENT) } as const;
    const next = (members: number): string => readNextLink([{
      rel: 'next', href: '?page=2', method: 'POST', body: Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, index])),
    }], DEMO_ENVIRONMENT, request, {}).kind;
    expect([1, 1000, 1001].map(next)).toEqual(['cursor', 'cursor', 'refused']);
  });

  it('P25: a link that echoes the token stays out of the log', async () => {
    expect((await walk('P25')).seen).not.toContain('Bearer');
  });
});
