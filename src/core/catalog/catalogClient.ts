/** Item search (interface, section 4.2): one page per call, read leniently and checked where it matters. */
import { boxAround } from '../geo/area.js';
import { requestCollections, type CollectionNames, type OnCollections } from './collectionList.js';
import { hostOf, searchUrl, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled, toFailure } from '../failure.js';
import { requestApi, type ApiOptions, type ApiPorts } from './http.js';
import { PageReader, type PageWatcher } from './pageReader.js';
import type { Page, PageCursor } from './pages.js';
import type { BodyWatch, HttpHead, HttpResponse } from '../ports.js';
import { resolveQuery, withArea, type QueryMember, type SearchQuery } from '../query/query.js';
import { queryBody, queryParameters } from '../query/queryParameters.js';
import { runInTurns } from '../runInTurns.js';
import { SearchRefusal } from './searchRefusal.js';
import type { Steps } from '../steps.js';
import { readRefusal } from '../wire/refusal.js';

export interface PageOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (receivedBytes: number) => void;
  readonly watcher?: PageWatcher;
}

/** The media type of the interface, section 4.2. */
const ACCEPT = 'application/geo+json';
const ACCEPT_ANY_JSON = 'application/geo+json, application/json';

/** Longer addresses are cut or refused by what stands between here and the service, in UTF-16 units (they are ASCII). */
const MAX_GET_URL = 2000;
/** What a service answers to a POST that it does not know. 403 is a gateway's word for it. */
const NO_POST: ReadonlySet<number> = new Set([403, 404, 405, 415, 501]);

export class CatalogClient {
  /** Search addresses that take no POST, as was seen. */
  readonly #getOnly = new Set<string>();
  readonly #collections = new Map<string, CollectionNames>();

  constructor(private readonly ports: ApiPorts) {}

  /**
   * The first page of a search: by GET, and by POST only where the address would be too long. A service that takes no POST is asked for
   * the box around the area instead, and a note says so: the exact area is checked here.
   * @throws CatalogError as `requestApi`, `searchRefused`, and `malformed` for an answer that is no feature collection.
   */
  async search(environment: Environment, query: SearchQuery, options: PageOptions): Promise<Page> {
    const resolved = query.datetime === undefined ? resolveQuery(query, this.ports.clock.now()) : query;
    const address = searchUrl(environment);
    const get = getCursor(address, resolved);
    if (get.url.length <= MAX_GET_URL) {
      return await this.#first(environment, resolved, get, options);
    }
    if (!this.#getOnly.has(address)) {
      try {
        return await this.#first(environment, resolved, postCursor(address, resolved), options);
      } catch (error) {
        const failure = toFailure(error);
        if (failure.kind !== 'status' || !NO_POST.has(failure.status)) {
          throw error;
        }
        this.#getOnly.add(address);
      }
    }
    const box = resolved.intersects === undefined ? undefined : boxAround(resolved.intersects);
    if (box === undefined) {
      return await this.#first(environment, resolved, get, options);
    }
    const wider = withArea(resolved, { bbox: box });
    const page = await this.#first(environment, wider, getCursor(address, wider), options);
    return { ...page, notes: [...page.notes, { kind: 'areaAsBox' }] };
  }

  /** The page that a cursor names. Throws as `requestApi`, and `malformed`. */
  async next(environment: Environment, query: SearchQuery, cursor: PageCursor, options: PageOptions): Promise<Page> {
    return await this.#page(environment, query, cursor, options);
  }

  /**
   * The names of the service's collections, asked for once; empty where it gives none. Costs no exchange and fails in silence.
   * @throws CatalogError `cancelled`
   */
  async collections(environment: Environment, signal: AbortSignal, onNames?: OnCollections): Promise<CollectionNames> {
    const known = this.#collections.get(environment.baseUrl);
    if (known !== undefined) {
      return known;
    }
    const list = await requestCollections(this.ports, environment, signal, onNames);
    if (list !== undefined) {
      this.#collections.set(environment.baseUrl, list);
    }
    return list ?? { names: [], complete: true };
  }

  #first(environment: Environment, query: SearchQuery, cursor: PageCursor, options: PageOptions): Promise<Page> {
    const sent = new Set(Object.keys(query) as QueryMember[]);
    return this.#page(environment, query, cursor, {
      ...options,
      readRefusal: (status, text) => {
        const details = readRefusal(text, sent, Object.keys(query.parameters ?? {}));
        const failure = { kind: 'searchRefused', host: hostOf(environment.baseUrl), status, members: [...details.keys()] } as const;
        return details.size === 0 ? undefined : new CatalogError(failure, { cause: new SearchRefusal(details) });
      },
    });
  }

  async #page(environment: Environment, query: SearchQuery, cursor: PageCursor, options: ApiOptions & PageOptions): Promise<Page> {
    const readerOf = (): PageReader => new PageReader(environment, query, cursor, options.watcher);
    let reader: PageReader | undefined;
    const watch = ({ status }: HttpHead): BodyWatch | undefined => {
      // Each try begins anew.
      reader = status === 200 ? readerOf() : undefined;
      return reader?.came.bind(reader);
    };
    // A search changes nothing at the service, by POST no more than by GET (STAC API, item search): a page that failed may be asked for again.
    const response = await requestApi(this.ports, environment, { ...cursor, accept: ACCEPT, safe: true }, { ...options, watch });
    throwIfCancelled(options.signal);
    return await this.inTurns((reader ?? readerOf()).endSteps(response), options.signal);
  }

  /**
   * Work on an answer, which a stranger may have made long: others have their turns meanwhile.
   * @throws CatalogError `cancelled`, and what the work throws
   */
  async inTurns<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
    return await runInTurns(steps, this.ports.clock, signal);
  }

  /**
   * One document of the catalog as it was sent, from an address on the environment's own origin.
   * @throws CatalogError as `requestApi`
   */
  get(environment: Environment, url: string, options: PageOptions): Promise<HttpResponse> {
    return requestApi(this.ports, environment, { method: 'GET', url, accept: ACCEPT_ANY_JSON }, options);
  }
}

function getCursor(address: string, query: SearchQuery): Extract<PageCursor, { method: 'GET' }> {
  const url = new URL(address);
  queryParameters(query).forEach((value, name) => url.searchParams.set(name, value));
  return { method: 'GET', url: url.href };
}

function postCursor(address: string, query: SearchQuery): PageCursor {
  const url = new URL(address);
  Object.entries(query.parameters ?? {}).forEach(([name, value]) => url.searchParams.set(name, value));
  return { method: 'POST', url: url.href, body: JSON.stringify(queryBody(query)) };
}
