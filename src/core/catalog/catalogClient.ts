/** Item search (interface, section 4.2): one page per call, read leniently and checked where it matters. */
import { boxAround } from '../area/area.js';
import { requestCollections } from './collectionList.js';
import { hostOf, searchUrl, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled, toFailure, type MalformedReason } from '../failure.js';
import { requestApi, startsLikeMarkup, type ApiOptions, type ApiPorts } from './http.js';
import { PageContent, readItem, type Item } from '../items/item.js';
import { isJsonObject } from '../jsonObject.js';
import { readNextLink } from './nextLink.js';
import { isCutOff } from '../jsonText.js';
import { readPageHead } from './pageHead.js';
import { parseInPieces } from './pagePieces.js';
import type { Note, Page, PageContext, PageCursor } from './pages.js';
import type { HttpResponse } from '../ports.js';
import { resolveQuery, withArea, type QueryMember, type SearchQuery } from '../query/query.js';
import { queryBody, queryParameters } from '../query/queryParameters.js';
import { SearchRefusal } from './searchRefusal.js';
import { readRefusal } from '../wire/refusal.js';
import { readSearchAnswer, type SearchAnswer } from '../wire/search.js';

export interface PageOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (receivedBytes: number) => void;
  /**
   * Called with the first items of a page so large that parsing it is felt, before that. Its bytes have all come, and yet it may turn
   * out to be unsound: then what was begun with it is void. The page is read on when the promise resolves.
   */
  readonly onHead?: (items: readonly Item[]) => Promise<void>;
}

/** Bytes of a page that are parsed in a few milliseconds. */
const LARGE_PAGE = 1_000_000;

/** The media type of the interface, section 4.2. */
const ACCEPT = 'application/geo+json';
const ACCEPT_ANY_JSON = 'application/geo+json, application/json';
/** More features than this in one page are not read: twice what can be asked for. */
export const MAX_FEATURES = 20_000;

/** Longer addresses are cut or refused by what stands between here and the service, in UTF-16 units (they are ASCII). */
const MAX_GET_URL = 2000;
/** What a service answers to a POST that it does not know. 403 is a gateway's word for it. */
const NO_POST: ReadonlySet<number> = new Set([403, 404, 405, 415, 501]);

export class CatalogClient {
  /** Search addresses that take no POST, as was seen. */
  readonly #getOnly = new Set<string>();
  readonly #collections = new Map<string, readonly string[]>();

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
  async collections(environment: Environment, signal: AbortSignal): Promise<readonly string[]> {
    const known = this.#collections.get(environment.baseUrl);
    if (known !== undefined) {
      return known;
    }
    const names = await requestCollections(this.ports, environment, signal);
    if (names !== undefined) {
      this.#collections.set(environment.baseUrl, names);
    }
    return names ?? [];
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
    // A search changes nothing at the service, by POST no more than by GET (STAC API, item search): a page that failed may be asked for again.
    const response = await requestApi(this.ports, environment, { ...cursor, accept: ACCEPT, safe: true }, options);
    throwIfCancelled(options.signal);
    if (options.onHead !== undefined && response.status === 200 && response.body.length >= LARGE_PAGE) {
      const items = readPageHead(response.body);
      if (items.length > 0) {
        await options.onHead(items);
        throwIfCancelled(options.signal);
      }
    }
    return readPage(response, environment, query, cursor);
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

function readPage(response: HttpResponse, environment: Environment, query: SearchQuery, request: PageCursor): Page {
  const host = hostOf(environment.baseUrl);
  const notes: Note[] = [];
  const { answer, features, items } = readAnswer(response, host, notes);
  if (answer.type !== 'FeatureCollection') {
    notes.push({ kind: 'typeSpelling' });
  }
  if (features > MAX_FEATURES) {
    notes.push({ kind: 'pageCapped', kept: MAX_FEATURES, sent: features });
  }
  noteCounts(answer, features, query, notes);
  const next = readNextLink(answer.links, environment, request, queryBody(query));
  if (next.kind === 'refused') {
    notes.push({ kind: 'pagingStopped', reason: next.reason, host: next.host });
  }
  return { request, items, unreadable: Math.min(features, MAX_FEATURES) - items.length, context: contextOf(answer), next: next.kind === 'cursor' ? next.cursor : undefined, notes };
}

/** How many features an answer has, and those of them that can be read. */
interface ReadAnswer {
  readonly answer: SearchAnswer;
  readonly features: number;
  readonly items: readonly Item[];
}

function readAnswer(response: HttpResponse, host: string, notes: Note[]): ReadAnswer {
  const { body, status, headers } = response;
  if (status === 204 || body.length === 0) {
    throw malformed(host, 'empty');
  }
  if (status !== 200) {
    // Created, accepted or a part: not the answer to a search.
    throw malformed(host, 'wrongShape');
  }
  if (startsLikeMarkup(body)) {
    throw malformed(host, 'html');
  }
  const read = (body.length < LARGE_PAGE ? undefined : readInPieces(body)) ?? readWhole(body, host, notes);
  const type = headers.get('content-type');
  if (type !== undefined && !/json/iu.test(type)) {
    notes.push({ kind: 'contentType' });
  }
  return read;
}

function readInPieces(body: Uint8Array): ReadAnswer | undefined {
  const reader = new FeatureReader(body);
  const answer = readSearchAnswer(parseInPieces(body, (feature) => reader.read(feature)));
  return answer === undefined ? undefined : { answer, ...reader.end() };
}

function readWhole(body: Uint8Array, host: string, notes: Note[]): ReadAnswer {
  const answer = readSearchAnswer(parseWhole(body, host, notes));
  if (answer === undefined) {
    throw malformed(host, 'wrongShape');
  }
  const reader = new FeatureReader(body);
  answer.features.forEach((feature) => reader.read(feature));
  return { answer, ...reader.end() };
}

/** Takes what rows need from the features of a page, one after the other. */
class FeatureReader {
  readonly #content: PageContent;
  readonly #items: Item[] = [];
  #features = 0;

  constructor(page: Uint8Array) {
    this.#content = new PageContent(page);
  }

  read(feature: unknown): void {
    if (this.#features < MAX_FEATURES && isJsonObject(feature)) {
      this.#items.push(readItem(feature, this.#content, this.#features));
    }
    this.#features += 1;
  }

  end(): Pick<ReadAnswer, 'features' | 'items'> {
    this.#content.geometries.close();
    return { features: this.#features, items: this.#items };
  }
}

function parseWhole(body: Uint8Array, host: string, notes: Note[]): unknown {
  const text = decode(body, host, notes);
  if (text.trim() === '') {
    throw malformed(host, 'empty');
  }
  try {
    return JSON.parse(text);
  } catch {
    // JSON text holds no NUL: where there are any, it is UTF-16 or no text.
    throw malformed(host, text.includes('\0') ? 'encoding' : isCutOff(text) ? 'cutOff' : 'notJson');
  }
}

function decode(body: Uint8Array, host: string, notes: Note[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    const utf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
    if (utf16) {
      throw malformed(host, 'encoding');
    }
    notes.push({ kind: 'invalidUtf8' });
    return new TextDecoder().decode(body);
  }
}

function noteCounts(answer: SearchAnswer, features: number, query: SearchQuery, notes: Note[]): void {
  if (answer.returned !== undefined && answer.returned !== features) {
    notes.push({ kind: 'returnedDiffers', returned: answer.returned, features });
  }
  if (answer.limit !== undefined && answer.limit !== query.limit) {
    notes.push({ kind: 'limitDiffers', asked: query.limit, applied: answer.limit });
  }
}

function contextOf({ limit, returned, matched }: SearchAnswer): PageContext {
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(returned === undefined ? {} : { returned }),
    ...(matched === undefined ? {} : { matched }),
  };
}

function malformed(host: string, reason: MalformedReason): CatalogError {
  return new CatalogError({ kind: 'malformed', host, answer: 'search', reason });
}
