/** The service's list of collections, where it has one (STAC API, collections). A convenience: it costs no exchange, and nobody hears of its failure. */
import { hostOf, searchUrl, type Environment } from '../environment.js';
import { throwIfCancelled } from '../failure.js';
import type { HttpResponse } from '../ports.js';
import type { AccessToken } from '../auth/session.js';
import { MAX_COLLECTIONS, readCollectionsSteps, type CollectionsPage } from '../wire/collections.js';
import type { ApiPorts } from './http.js';
import { readNextLink } from './nextLink.js';
import { holdsToken } from './tokenEcho.js';
import { runInTurns } from '../runInTurns.js';

/** Names of collections in the service's order. */
export interface CollectionNames {
  readonly names: readonly string[];
  /** False where the service has more than could be read. */
  readonly complete: boolean;
}

/** The names read so far: called with more of them after each page but the last. */
export type OnCollections = (names: readonly string[]) => void;

/** Bounds of one request: it is made while a person waits for a list. */
const LIMITS = { connectMs: 5_000, headersMs: 10_000, bodyIdleMs: 5_000, totalMs: 15_000, maxBytes: 16 * 1024 * 1024, maxErrorBytes: 1024 } as const;
/** Bounds of all of them. Services give as few as ten names a page, and have thousands of collections. */
const MAX_PAGES = 300;
const MAX_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

const NONE: CollectionNames = { names: [], complete: true };

/**
 * The names of the service's collections: from beside its search, else from its root, page after page as far as the bounds go. A page that
 * cannot be had, that brings no new name or leads elsewhere ends the list.
 * @returns undefined where there is no token at hand; an empty list where the service has none
 * @throws CatalogError `cancelled`
 */
export async function requestCollections(ports: ApiPorts, environment: Environment, signal: AbortSignal, onNames?: OnCollections): Promise<CollectionNames | undefined> {
  const token = await ports.sessions.workingToken(environment, signal).catch(() => undefined);
  throwIfCancelled(signal);
  if (token === undefined) {
    return undefined;
  }
  const started = ports.clock.monotonic();
  const beside = new URL('collections', searchUrl(environment)).href;
  for (const url of new Set([beside, `${environment.baseUrl}/collections`])) {
    const answer = await request(ports, url, token, signal);
    const page = await readPage(ports, answer, signal);
    if (page !== undefined) {
      return await new CollectionPages(ports, environment, token, signal, started).follow(url, page, answer?.body.length ?? 0, onNames);
    }
    if (answer?.status !== 404) {
      break;
    }
  }
  ports.log.info(`${hostOf(environment.baseUrl)} gives no list of collections`);
  return NONE;
}

class CollectionPages {
  readonly #names = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(
    private readonly ports: ApiPorts, private readonly environment: Environment, private readonly token: AccessToken, private readonly signal: AbortSignal, private readonly started: number,
  ) {}

  async follow(firstUrl: string, first: CollectionsPage, firstBytes: number, onNames: OnCollections | undefined): Promise<CollectionNames> {
    const { ports, token, signal } = this;
    let url = firstUrl;
    let page = first;
    let bytes = firstBytes;
    for (;;) {
      this.#asked.add(url);
      const known = this.#names.size;
      page.names.forEach((name) => this.#names.size < MAX_COLLECTIONS && this.#names.add(name));
      const next = this.#next(firstUrl, url, page);
      if (next === 'none') {
        return { names: [...this.#names], complete: !page.more };
      }
      const spent = this.#asked.size >= MAX_PAGES || this.#names.size >= MAX_COLLECTIONS || bytes >= MAX_BYTES || ports.clock.monotonic() - this.started >= MAX_MS;
      if (next === 'refused' || spent || this.#names.size === known) {
        return this.#cut();
      }
      onNames?.([...this.#names]);
      const answer = await request(ports, next, token, signal);
      const read = await readPage(ports, answer, signal);
      if (read === undefined) {
        return this.#cut();
      }
      bytes += answer?.body.length ?? 0;
      [url, page] = [next, read];
    }
  }

  /** The rules of a search's next link, at the address of this list. A page that was asked for leads nowhere. */
  #next(firstUrl: string, url: string, { links }: CollectionsPage): string {
    const { origin, pathname } = new URL(firstUrl);
    const here = { ...this.environment, baseUrl: origin, searchPath: pathname };
    const link = readNextLink(links, here, { method: 'GET', url }, {});
    if (link.kind === 'none') {
      return 'none';
    }
    const followed = link.kind === 'cursor' && link.cursor.method === 'GET' && !this.#asked.has(link.cursor.url) && !holdsToken(link.cursor.url, this.token.value);
    return followed ? link.cursor.url : 'refused';
  }

  #cut(): CollectionNames {
    this.ports.log.info(`${hostOf(this.environment.baseUrl)} has more collections than the ${this.#names.size} that were read, in ${this.#asked.size} pages`);
    return { names: [...this.#names], complete: false };
  }
}

/** @returns undefined for a failure. @throws CatalogError `cancelled` */
async function request(ports: ApiPorts, url: string, token: AccessToken, signal: AbortSignal): Promise<HttpResponse | undefined> {
  try {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token.value}` };
    const response = await ports.fetch({ method: 'GET', url, headers }, { limits: LIMITS, signal });
    throwIfCancelled(signal);
    return response;
  } catch {
    throwIfCancelled(signal);
    return undefined;
  }
}

/** @throws CatalogError `cancelled` */
async function readPage({ clock }: ApiPorts, response: HttpResponse | undefined, signal: AbortSignal): Promise<CollectionsPage | undefined> {
  return response?.status === 200 ? await runInTurns(readCollectionsSteps(response.body), clock, signal) : undefined;
}
