import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { DEMO_ENVIRONMENT } from '../../../src/core/environment.js';
import { CatalogError, type Failure } from '../../../src/core/failure.js';
import { addMarks, countMarks, findChanges, markName, NO_MARKS } from '../../../src/core/results/marks.js';
import { emptyResultSet, itemCount, type ResultSet } from '../../../src/core/catalog/pages.js';
import type { KeptSet } from '../../../src/core/results/resultHistory.js';
import { Results } from '../../../src/core/results/results.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { MAX_PAGES, searchOver } from '../../../src/core/results/searchOver.js';
import { withoutExchange } from '../../../src/core/catalog/quietSessions.js';
import type { AccessToken, Sessions } from '../../../src/core/auth/session.js';
import { SearchWatch } from '../../../src/core/results/watchSearch.js';
import { watchWords } from '../../../src/features/results/watchWords.js';
import { VirtualTime } from '../auth/support/virtualTime.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED, type Loopback } from '../catalog/support.js';

const MINUTE = 60_000;

/** A service whose items change: the newest first. */
class Catalog {
  items: { readonly id: string; readonly status: string }[] = [];

  constructor(count: number) {
    this.items = Array.from({ length: count }, (_, index) => ({ id: `old-${index}`, status: 'COMMANDED' }));
  }

  /** New items, the newest first. */
  burst(count: number): void {
    this.items = [...Array.from({ length: count }, (_, index) => ({ id: `burst-${this.items.length}-${index}`, status: 'COMMANDED' })), ...this.items];
  }

  async serve(limit: number): Promise<Loopback> {
    return await serve(({ url }) => {
      const from = Number(new URL(url, 'http://a').searchParams.get('from') ?? 0);
      const page = this.items.slice(from, from + limit);
      const links = from + limit < this.items.length ? [{ rel: 'next', href: `?limit=${limit}&from=${from + limit}` }] : [];
      return { body: collection(page.map(({ id, status }) => feature(id, { properties: { datetime: '2026-06-10T08:15:30Z', 'vendor:status': status } })), { links }) };
    });
  }
}

interface Room {
  readonly results: Results;
  readonly client: CatalogClient;
  readonly kept: () => KeptSet;
  again(): Promise<ResultSet>;
}

async function room(server: Loopback, limit: number, pages: number): Promise<Room> {
  const client = new CatalogClient(testPorts());
  const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
  await results.search(environmentAt(server.origin), { limit }, WANTED());
  for (let page = 1; page < pages; page += 1) {
    await results.loadMore(WANTED());
  }
  const kept = (): KeptSet => {
    if (results.shown === undefined) {
      throw new Error('nothing is shown');
    }
    return results.shown;
  };
  return { results, client, kept, again: () => searchOver(client, kept(), testClock(), WANTED()) };
}

describe('a search that is run again', () => {
  it('brings as many items as were loaded, and tells what is new and what changed', async () => {
    const catalog = new Catalog(50);
    await using server = await catalog.serve(10);
    const { kept, again } = await room(server, 10, 3);
    catalog.items = [{ id: 'fresh', status: 'COMMANDED' }, ...catalog.items.map((item) => (item.id === 'old-4' ? { ...item, status: 'DELIVERED' } : item)).filter(({ id }) => id !== 'old-9')];
    const before = kept().set;
    const after = await again();
    expect([itemCount(before), itemCount(after), server.seen.length]).toEqual([30, 30, 6]);
    expect(findChanges(before, after)).toEqual(new Map([
      [markName({ collection: 'org', id: 'fresh' }), { kind: 'new' }],
      [markName({ collection: 'org', id: 'old-4' }), { kind: 'changed', from: 'COMMANDED' }],
    ]));
  });

  it('does not call new what was only beyond the end of what was loaded', async () => {
    const catalog = new Catalog(50);
    await using server = await catalog.serve(10);
    const { kept, again } = await room(server, 10, 1);
    catalog.items = catalog.items.slice(2);
    expect(findChanges(kept().set, await again()).size).toBe(0);
    // All was loaded: what comes after the end is new.
    const whole = await room(server, 10, 5);
    catalog.items = [...catalog.items, { id: 'last', status: 'COMMANDED' }];
    expect([...findChanges(whole.kept().set, await whole.again()).keys()]).toEqual([markName({ collection: 'org', id: 'last' })]);
  });

  it.each([[100, 200, 300], [10, 25, 30], [100, 100, 200]])('counts a burst that pushes out every row: of %i rows, %i newer ones', async (limit, burst, rows) => {
    const catalog = new Catalog(1_500);
    await using server = await catalog.serve(limit);
    const { kept, again } = await room(server, limit, 1);
    catalog.burst(burst);
    const before = kept().set;
    const after = await again();
    const changes = findChanges(before, after);
    expect(countMarks(changes)).toEqual({ added: burst, changed: 0 });
    expect([...changes.keys()].every((name) => name.includes('burst-'))).toBe(true);
    expect(itemCount(after)).toBe(rows);
  });

  it('counts a burst as far as ten pages show it', async () => {
    const catalog = new Catalog(50);
    await using server = await catalog.serve(10);
    const { results, kept, again } = await room(server, 10, 1);
    catalog.burst(1_000);
    const sent = server.seen.length;
    const { id, set } = kept();
    const after = await again();
    expect([server.seen.length - sent, countMarks(findChanges(set, after))]).toEqual([MAX_PAGES, { added: 100, changed: 0 }]);
    expect(results.renew(id, after)).toBe(true);
    expect(itemCount(await results.loadMore(WANTED()))).toBe(110);
  });

  it('tells by the order of time what was beyond the end, where no row is left', async () => {
    let from = 0;
    const all = Array.from({ length: 40 }, (_, index) => feature(`i${index}`, { properties: { datetime: new Date(Date.UTC(2026, 5, 20) - index * MINUTE).toISOString() } }));
    await using server = await serve(() => ({ body: collection(all.slice(from, from + 10), { links: [{ rel: 'next', href: `?limit=10&from=${from + 10}` }] }) }));
    from = 20;
    const { kept, again } = await room(server, 10, 1);
    const before = kept().set;
    // All rows were taken out of the catalog; those behind them move up.
    from = 30;
    expect(findChanges(before, await again()).size).toBe(0);
    from = 10;
    expect(countMarks(findChanges(before, await again()))).toEqual({ added: 10, changed: 0 });
  });

  it('asks for ten pages at most, and keeps the rows beyond them with the way on', async () => {
    const catalog = new Catalog(150);
    await using server = await catalog.serve(5);
    const { results, kept, again } = await room(server, 5, 20);
    catalog.items = [{ id: 'fresh', status: 'COMMANDED' }, ...catalog.items];
    const sent = server.seen.length;
    const before = kept();
    const after = await again();
    expect(server.seen.length - sent).toBe(MAX_PAGES);
    expect(after.items.map(({ id }) => id)).toEqual(['fresh', ...before.set.items.map(({ id }) => id)]);
    expect(after.next).toEqual(before.set.next);
    expect([...findChanges(before.set, after).keys()]).toEqual([markName({ collection: 'org', id: 'fresh' })]);
    expect(results.renew(before.id, after)).toBe(true);
    expect(itemCount(await results.loadMore(WANTED()))).toBe(105);
    expect(results.find({ environment: 'Test', collection: 'org', id: 'fresh' })).toBeDefined();
  });

  it('that has never run brings a first page, for filters of ours as far as rows', async () => {
    const catalog = new Catalog(50);
    catalog.items = catalog.items.map((item, index) => (index === 37 ? { ...item, status: 'RARE' } : item));
    await using server = await catalog.serve(5);
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    const look = async (query: SearchQuery): Promise<readonly (string | undefined)[]> => {
      const id = results.expect(environmentAt(server.origin), query);
      const kept = results.history.find((each) => each.id === id);
      return kept === undefined ? [] : (await searchOver(client, kept, testClock(), WANTED())).items.map((item) => item.id);
    };
    expect(await look({ limit: 5 })).toEqual(['old-0', 'old-1', 'old-2', 'old-3', 'old-4']);
    expect(server.seen).toHaveLength(1);
    expect(await look({ limit: 5, statuses: ['RARE'] })).toEqual(['old-37']);
    expect(server.seen).toHaveLength(1 + MAX_PAGES);
    expect([results.state.kind, results.shown]).toEqual(['idle', undefined]);
  });

  it('stays in the history while it is pinned, even where it found nothing', async () => {
    await using server = await new Catalog(3).serve(10);
    const { results } = await room(server, 10, 1);
    const pinned = results.expect(environmentAt(server.origin), { limit: 9 });
    results.pin(pinned);
    for (let limit = 20; limit < 40; limit += 1) {
      await results.search(environmentAt(server.origin), { limit }, WANTED());
    }
    expect(results.history.some(({ id }) => id === pinned)).toBe(true);
    results.pin(undefined);
    await results.search(environmentAt(server.origin), { limit: 50 }, WANTED());
    expect(results.history.some(({ id }) => id === pinned)).toBe(false);
  });

  it('never takes the place of rows while others are on their way', async () => {
    const catalog = new Catalog(50);
    await using server = await catalog.serve(10);
    const { results, kept, again } = await room(server, 10, 1);
    const after = await again();
    const more = results.loadMore(WANTED());
    expect(results.renew(kept().id, after)).toBe(false);
    expect(itemCount(await more)).toBe(20);
  });

  it('spends no exchange: without a token that works it ends', async () => {
    const token = (value: string): AccessToken => ({ value, facts: { source: 'exchange', obtainedAt: 0, expiresAt: 1e15, expiry: 'exact', allowance: undefined, audience: [], accepted: false } });
    let working: AccessToken | undefined;
    const forbidden = (): never => {
      throw new Error('an exchange');
    };
    const sessions = { token: forbidden, afterUnauthorized: forbidden, accepted: () => undefined, workingToken: () => Promise.resolve(working) } as unknown as Sessions;
    await using server = await serve(({ headers }) => (headers.authorization === 'Bearer good' ? { body: collection([feature('a')]) } : { status: 401 }));
    const client = new CatalogClient({ ...testPorts(), sessions: withoutExchange(sessions) });
    const search = (): Promise<unknown> => client.search(environmentAt(server.origin), { limit: 10 }, { signal: WANTED() });
    expect(await failureOf(search())).toMatchObject({ kind: 'signedOut' });
    expect(server.seen).toHaveLength(0);
    // The demo's cost nobody anything.
    await expect(client.search(DEMO_ENVIRONMENT, { limit: 10 }, { signal: WANTED() })).rejects.toThrow('an exchange');
    working = token('bad');
    expect(await failureOf(search())).toMatchObject({ kind: 'unauthorized' });
    expect(server.seen).toHaveLength(1);
    working = token('good');
    expect(await search()).toMatchObject({ items: [{ id: 'a' }] });
  });
});

describe('marks', () => {
  it('keep what was said first', () => {
    const [name, other] = ['a', 'b'].map((id) => markName({ collection: 'c', id })) as [string, string];
    const first = new Map([[name, { kind: 'changed', from: 'ONE' } as const]]);
    const both = addMarks(first, new Map([[name, { kind: 'changed', from: 'TWO' }], [other, { kind: 'new' }]]));
    expect([...both.values()]).toEqual([{ kind: 'changed', from: 'ONE' }, { kind: 'new' }]);
    expect(countMarks(both)).toEqual({ added: 1, changed: 1 });
    expect(addMarks(both, NO_MARKS)).toBe(both);
  });
});

/** A watch in virtual time, whose searches are answered by hand. */
class WatchRoom {
  readonly time = new VirtualTime();
  readonly conditions = { focused: true, signedIn: true, free: true };
  readonly asked: number[] = [];
  answer: (() => void) | undefined;
  /** What an answer brings; the set as it was where absent. */
  answerWith: ResultSet | undefined;
  fail: ((failure: Failure) => void) | undefined;
  running = 0;
  overlapped = false;
  kept: KeptSet;
  readonly watch: SearchWatch;

  constructor(kept: KeptSet) {
    this.kept = kept;
    this.watch = new SearchWatch({
      clock: this.time.clock(),
      conditions: () => ({ ...this.conditions }),
      find: (id) => (id === this.kept.id ? this.kept : undefined),
      renew: (_id, set) => {
        this.kept = { ...this.kept, set };
        return true;
      },
      ask: (current, signal) => new Promise((resolve, reject) => {
        this.asked.push(this.time.monotonic);
        this.running += 1;
        this.overlapped ||= this.running > 1;
        const end = (): void => {
          this.running -= 1;
          this.answer = undefined;
          this.fail = undefined;
        };
        signal.addEventListener('abort', () => {
          end();
          reject(new CatalogError({ kind: 'cancelled' }));
        });
        this.answer = () => {
          end();
          resolve(this.answerWith ?? current.set);
        };
        this.fail = (failure) => {
          end();
          reject(new CatalogError(failure));
        };
      }),
    });
  }

  async pass(ms: number): Promise<void> {
    await this.time.advance(ms);
  }
}

async function aKeptSet(): Promise<KeptSet> {
  await using server = await new Catalog(3).serve(10);
  return (await room(server, 10, 1)).kept();
}

describe('watching', () => {
  it('runs again after each interval, counted from the last answer', async () => {
    const at = new WatchRoom(await aKeptSet());
    at.watch.start(at.kept.id, 5 * MINUTE);
    await at.pass(5 * MINUTE - 1);
    expect(at.asked).toEqual([]);
    await at.pass(1);
    expect(at.asked).toEqual([5 * MINUTE]);
    await at.pass(2 * MINUTE);
    expect(at.watch.watch).toMatchObject({ checking: true });
    at.answer?.();
    await at.pass(5 * MINUTE);
    expect(at.asked).toEqual([5 * MINUTE, 12 * MINUTE]);
    expect(at.watch.watch).toMatchObject({ checkedAt: at.time.wallOffset + 7 * MINUTE });
    at.watch.dispose();
  });

  it('rests while the window is hidden, without a timer, and looks once when it is back', async () => {
    const at = new WatchRoom(await aKeptSet());
    at.watch.start(at.kept.id, MINUTE);
    at.conditions.focused = false;
    at.watch.conditionsChanged();
    expect(at.time.pendingTimers).toBe(0);
    await at.pass(60 * MINUTE);
    expect(at.asked).toEqual([]);
    expect(at.watch.watch?.paused).toBe('hidden');
    at.conditions.focused = true;
    at.watch.conditionsChanged();
    await at.pass(0);
    expect(at.asked).toHaveLength(1);
    at.watch.dispose();
  });

  it('is paused by a refusal until a session changes, and says so', async () => {
    const at = new WatchRoom(await aKeptSet());
    at.watch.start(at.kept.id, MINUTE);
    await at.pass(MINUTE);
    at.fail?.({ kind: 'unauthorized', environment: 'Test', reason: 'refusedAgain' });
    await at.pass(60 * MINUTE);
    expect(at.asked).toHaveLength(1);
    const { watch } = at.watch;
    expect(watch === undefined ? '' : watchWords(watch, 'watched', at.time.wall)).toBe('Watched, paused until you are signed in.');
    at.watch.sessionChanged();
    await at.pass(MINUTE);
    expect(at.asked).toHaveLength(2);
    at.fail?.({ kind: 'network', host: 'h', reason: 'refused', sent: false });
    await at.pass(0);
    expect(at.watch.watch).toMatchObject({ paused: undefined, failure: { kind: 'network' } });
    await at.pass(MINUTE);
    expect(at.asked).toHaveLength(3);
    at.watch.dispose();
  });

  it('calls nothing new where it has nothing to compare with', async () => {
    const full = await aKeptSet();
    const at = new WatchRoom({ ...full, set: emptyResultSet('Test', full.query, 0) });
    const found: number[] = [];
    at.watch.onDidFind((marks) => found.push(marks.size));
    at.answerWith = full.set;
    at.watch.start(full.id, MINUTE);
    await at.pass(MINUTE);
    at.answer?.();
    await at.pass(0);
    expect([itemCount(at.kept.set), at.watch.watch?.marks.size, found]).toEqual([3, 0, []]);
    at.watch.dispose();
  });

  it('says nothing of items whose rows are gone', async () => {
    const catalog = new Catalog(30);
    await using server = await catalog.serve(10);
    const { kept, again } = await room(server, 10, 1);
    const at = new WatchRoom(kept());
    const look = async (): Promise<string> => {
      at.answerWith = await again();
      await at.pass(MINUTE);
      at.answer?.();
      await at.pass(0);
      const { watch } = at.watch;
      return watch === undefined ? '' : watchWords(watch, 'watched', at.time.wall);
    };
    at.watch.start(at.kept.id, MINUTE);
    catalog.items = catalog.items.map((item) => (item.id === 'old-4' ? { ...item, status: 'DELIVERED' } : item));
    expect(await look()).toContain(', 1 changed status.');
    // That item leaves the catalog, and many come.
    catalog.items = catalog.items.filter(({ id }) => id !== 'old-4');
    catalog.burst(80);
    expect(await look()).toContain(', 80 new items.');
    catalog.items = catalog.items.slice(80);
    expect(await look()).toMatch(/^Watched every 1 min, last at [\d:]+ UTC\.$/u);
    at.watch.dispose();
  });

  it('ends what runs when it is stopped, and leaves no timer', async () => {
    const at = new WatchRoom(await aKeptSet());
    at.watch.start(at.kept.id, MINUTE);
    await at.pass(MINUTE);
    at.watch.stop();
    await at.pass(10 * MINUTE);
    expect([at.asked.length, at.running, at.watch.watch, at.time.pendingTimers]).toEqual([1, 0, undefined, 0]);
    expect(await failureOf(at.watch.checkNow())).toMatchObject({ kind: 'invalid' });
  });

  it('whatever happens, never overlaps, never comes early, hidden or signed out, and comes in the end', async () => {
    const kept = await aKeptSet();
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 3 * MINUTE }) }),
      fc.record({ kind: fc.constant('set' as const), what: fc.constantFrom('focused' as const, 'signedIn' as const, 'free' as const), to: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('answer' as const, 'refuse' as const, 'fail' as const, 'session' as const) }),
    );
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const at = new WatchRoom(kept);
      at.watch.start(kept.id, MINUTE);
      for (const each of steps) {
        const before = at.asked.length;
        if (each.kind === 'pass') {
          const allowed = Object.values(at.conditions).every(Boolean);
          await at.pass(each.ms);
          expect(allowed || at.asked.length === before).toBe(true);
        } else if (each.kind === 'set') {
          at.conditions[each.what] = each.to;
          at.watch.conditionsChanged();
        } else if (each.kind === 'session') {
          at.watch.sessionChanged();
        } else if (each.kind === 'answer') {
          at.answer?.();
        } else {
          at.fail?.(each.kind === 'refuse' ? { kind: 'signedOut', environment: 'Test', reason: 'never' } : { kind: 'internal' });
        }
        await at.pass(0);
        expect(Object.values(at.conditions).every(Boolean) || at.asked.length === before).toBe(true);
        expect(at.time.pendingTimers).toBeLessThanOrEqual(1);
      }
      expect(at.overlapped).toBe(false);
      at.asked.forEach((time, index) => expect(time - (at.asked[index - 1] ?? 0)).toBeGreaterThanOrEqual(MINUTE));
      at.answer?.();
      Object.assign(at.conditions, { focused: true, signedIn: true, free: true });
      at.watch.sessionChanged();
      const runs = at.asked.length;
      await at.pass(MINUTE);
      expect(at.asked.length).toBeGreaterThan(runs - 1);
      at.answer?.();
      await at.pass(MINUTE);
      expect(at.asked.length).toBeGreaterThan(runs);
      at.watch.dispose();
      expect(at.time.pendingTimers).toBe(0);
    }), { numRuns: 150 });
  });
});
