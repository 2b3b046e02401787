/** A window without an editor: the real client, sessions, result set and network stack, over HTTP against the catalog server with its faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { display } from '../../../src/core/display.js';
import { CatalogError, toFailure, type Failure } from '../../../src/core/failure.js';
import { formatNote, formatUnusable } from '../../../src/core/geo/formatGeometry.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { formatUtc } from '../../../src/core/items/itemTime.js';
import { itemLabel, type Item } from '../../../src/core/items/item.js';
import { createDemoSecrets, createMemoryLease, createMemoryLedgers } from '../../../src/core/memoryPorts.js';
import type { ResultSet } from '../../../src/core/catalog/pages.js';
import type { Clock, Fetch, Log } from '../../../src/core/ports.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import { SessionKeeper } from '../../../src/core/auth/sessionKeeper.js';
import { duration } from '../../../src/core/timeWords.js';
import { createTokenClient } from '../../../src/core/auth/tokenClient.js';
import { treeMessage } from '../../../src/features/results/resultsWords.js';
import { describeFailure } from '../../../src/platform/failureWords.js';
import { createUndiciFetch } from '../../../src/platform/network/undiciFetch.js';
import { findCanaries } from '../../support/canaries.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';

/** Items of a page: enough for the faults that change the first few. */
const PAGE = 10;
/** The bounds of requests where a test is about them, smaller than the real ones so that nobody waits for them; sizes stay as they are. */
const IMPATIENT = { connectMs: 2_000, headersMs: 1_000, bodyIdleMs: 1_000 };
const PACE = { bytes: 64, everyMs: 600 };
const CREDENTIALS = { clientId: 'survey-client', clientSecret: 'canary-secret-42' };
const NEVER = new AbortController().signal;

/** What the view says by itself where there is nothing else to say: the beginning of its welcome text in package.json. */
export const NOTHING_FOUND = 'No items match this search.';

/** What came of one thing that a person did. */
export interface Outcome {
  /** Undefined where it went well. */
  readonly failure: Failure | undefined;
  /** The failure's kind and what it is about; `rows` where it went well. */
  readonly kind: string;
  /** What a message says, or else what stands above the rows: with HOST and FOREIGN in the place of what each run has of its own. */
  readonly words: string;
  /** Requests that arrived meanwhile. */
  readonly searches: number;
  readonly exchanges: number;
  /** The rows on screen afterwards. */
  readonly set: ResultSet | undefined;
}

export interface FaultWindow extends AsyncDisposable {
  readonly server: CatalogServer;
  /** Everything that was logged. */
  readonly lines: readonly string[];
  /** How long requests waited before they were tried again, milliseconds. */
  readonly waits: readonly number[];
  /** What the session is, for how long, and how many exchanges are left. */
  readonly session: () => string;
  signIn(): Promise<Outcome>;
  search(): Promise<Outcome>;
  loadMore(): Promise<Outcome>;
  advance(ms: number): void;
}

/** Opens a window in which a person is signed in and looks at the rows of a search. With `impatient` its deadlines are short. */
export async function openFaultWindow({ impatient = false }: { readonly impatient?: boolean } = {}): Promise<FaultWindow> {
  let now = Date.UTC(2026, 5, 10, 12);
  const waits: number[] = [];
  /** Time stands still but for what is slept and for `advance`, so that words about it are the same in each run. */
  const clockThatSleeps = (real: (ms: number) => number): Clock => ({
    now: () => now,
    monotonic: () => now,
    sleep: async (ms, signal) => {
      await sleep(real(ms), undefined, { signal }).catch(() => {
        throw new CatalogError({ kind: 'cancelled' });
      });
      now += ms;
    },
    random: () => 0.5,
  });
  // Sessions sleep to cut something off: that must not come before the answer. The client sleeps before it tries again.
  const clock = clockThatSleeps((ms) => (impatient ? ms / 20 : ms));
  const hurried = clockThatSleeps((ms) => {
    waits.push(ms);
    return 0;
  });
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const log: Log = {
    request: (entry) => say(JSON.stringify(entry)), info: say, warn: say,
    error: (message, error) => say(`${message} ${error instanceof Error ? error.stack ?? '' : ''}`),
    foreign: (label, text) => say(`${label}: ${text}`),
  };
  const server = await startCatalogServer({ clock, credentials: CREDENTIALS, catalog: { itemCount: 60 } });
  const environment = server.production;
  const undici = createUndiciFetch({ proxy: { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined, proxySupport: 'on' }, variables: {}, ...(impatient ? { pace: PACE } : {}) });
  const fetch: Fetch = (request, options) => undici.fetch(request, { ...options, limits: { ...options.limits, ...(impatient ? IMPATIENT : {}) } });
  const sessions = new SessionKeeper({
    secrets: createDemoSecrets(), lease: createMemoryLease(), ledgers: createMemoryLedgers(), clock, log, exchange: createTokenClient({ fetch, clock, log }),
  });
  const client = new CatalogClient({ fetch, sessions, clock: hurried, log });
  const results = new Results({ client: () => Promise.resolve(client), clock });

  const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> => {
    const before = { searches: server.requests('search').length, exchanges: server.tokenRequests };
    const failure = await work().then(() => undefined, toFailure);
    const words = failure === undefined ? treeMessage(results.state, clock.now()) ?? NOTHING_FOUND : describeFailure(failure, clock.now()).message;
    const { host, port } = new URL(server.origin);
    return {
      failure,
      kind: kindOf(failure),
      words: words.replaceAll(host, 'HOST').replaceAll(`127.0.0.2:${port}`, 'FOREIGN'),
      searches: server.requests('search').length - before.searches,
      exchanges: server.tokenRequests - before.exchanges,
      set: shownSet(results.state),
    };
  };

  const window: FaultWindow = {
    server, lines, waits,
    session: () => {
      const state = sessions.state(environment);
      const facts = 'token' in state ? state.token : undefined;
      return facts === undefined || facts.expiresAt <= now ? state.kind : `${state.kind} ${duration(facts.expiresAt - now)} ${facts.expiry}, ${String(facts.allowance?.remaining)} left`;
    },
    signIn: () => outcomeOf(() => sessions.signIn(environment, CREDENTIALS, NEVER)),
    search: () => outcomeOf(() => results.search(environment, { limit: PAGE }, NEVER)),
    loadMore: () => outcomeOf(() => results.loadMore(NEVER)),
    advance: (ms) => {
      now += ms;
    },
    async [Symbol.asyncDispose]() {
      undici.dispose();
      sessions.dispose();
      await server.close();
    },
  };
  for (const step of [window.signIn, window.search]) {
    const { failure } = await step();
    if (failure !== undefined) throw new Error(`The window cannot be opened: ${failure.kind}.`);
  }
  return window;
}

function kindOf(failure: Failure | undefined): string {
  if (failure === undefined) return 'rows';
  const about = 'reason' in failure ? failure.reason : 'status' in failure ? failure.status : undefined;
  return about === undefined ? failure.kind : `${failure.kind} ${about}`;
}

/** What must hold after anything that went wrong: the rows of before, no word of a secret or of the service in what people see, and the next search works. */
export async function expectNothingLost(window: FaultWindow, before: ResultSet | undefined, outcome: Outcome): Promise<void> {
  if (outcome.failure !== undefined) expect(outcome.set).toBe(before);
  expect(outcome.words).not.toMatch(FOREIGN_WORDS);
  expect(await findCanaries({ secrets: [CREDENTIALS.clientSecret], servers: [window.server], texts: { log: window.lines.join('\n'), words: outcome.words } })).toEqual([]);
}

/** Texts that faults put into answers. */
const FOREIGN_WORDS = /evil|canary|Sign in<|it goes on|slow down|something"|Service not enabled/iu;

/** A row of the results: id, platform, time and status as they are shown. */
export function rowWords(item: Item): string {
  const parts = [itemLabel(item), display(item.platform ?? '', 60), formatUtc(item.datetime), display(item.status ?? '', 60)];
  return parts.filter((part) => part !== '').join(' \u00b7 ');
}

/** What the map says of an item's footprint; empty where there is nothing to say. */
export function footprintWords(item: Item): string {
  const reading = readGeometry(item.geometry);
  return reading.kind === 'unusable' ? formatUnusable(reading.reason) : reading.notes.map(formatNote).join(' ');
}
