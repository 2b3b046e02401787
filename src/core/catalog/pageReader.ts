/** An answer to a search, read as a page while it arrives (interface, section 2.4). */
import { hostOf, type Environment } from '../environment.js';
import { CatalogError, type MalformedReason } from '../failure.js';
import { startsLikeMarkup } from './http.js';
import { PageContent, readItem, type Item } from '../items/item.js';
import { largeFeatureSteps } from '../items/largeFeature.js';
import { isJsonObject } from '../jsonObject.js';
import { isUtf8Steps } from '../jsonLayout.js';
import { isTooMuch, JsonFault, scannedValue, type Scanned } from '../jsonScan.js';
import { membersOf, scalarAt, type ByteRange } from '../jsonText.js';
import { isNext, readNextLink } from './nextLink.js';
import { memberValueSteps, outlineSteps, type PageOutline } from './pageOutline.js';
import { PagePieces } from './pagePieces.js';
import type { Note, Page, PageContext, PageCursor } from './pages.js';
import type { HttpResponse } from '../ports.js';
import type { SearchQuery } from '../query/query.js';
import { queryBody } from '../query/queryParameters.js';
import { atOnce, type Steps } from '../steps.js';
import { isFeatureCollection, readSearchAnswer, type SearchAnswer } from '../wire/search.js';

/** More features than this in one page are not read: twice what can be asked for. */
export const MAX_FEATURES = 20_000;

/** Somebody who looks at a page while it arrives. */
export interface PageWatcher {
  /** Asked with each piece that comes: whether the items that are there are to be read now. */
  readonly isTime: () => boolean;
  /** Gets the items so far. They are void if the page turns out to be unsound, or is cut off. */
  readonly show: (items: readonly Item[]) => void;
}

/** One answer, in good order: `came` as often as there is more of it, then `end`. */
export class PageReader {
  readonly #host: string;
  #features = new FeatureReader();
  readonly #pieces = new PagePieces((feature, piece) => this.#features.read(feature, piece));
  #told = 0;
  /** Whether that is known from what stands before the features. */
  #isCollection: boolean | undefined;

  /**
   * @param request how the page was asked for
   * @param watcher sees the items of a page that says at its beginning that it is a feature collection
   */
  constructor(
    private readonly environment: Environment,
    private readonly query: SearchQuery,
    private readonly request: PageCursor,
    private readonly watcher?: PageWatcher,
  ) {
    this.#host = hostOf(environment.baseUrl);
  }

  /** Reads what is there, where that is wanted. @param soFar the body's first bytes */
  came(soFar: Uint8Array): void {
    if (this.watcher?.isTime() !== true) {
      return;
    }
    this.#features.content.bytes = soFar;
    this.#pieces.came(soFar);
    const { items } = this.#features;
    if (items.length > this.#told && (this.#isCollection ??= beginsAsCollection(soFar))) {
      this.#told = items.length;
      this.watcher.show(items);
    }
  }

  /** @throws CatalogError `malformed` for an answer that is no feature collection */
  end(response: HttpResponse): Page {
    return atOnce(this.endSteps(response));
  }

  /** The same, in steps: an answer may be made to take seconds. */
  * endSteps(response: HttpResponse): Steps<Page> {
    const { query, environment, request } = this;
    const notes: Note[] = [];
    const answer = yield* this.#answerSteps(response, notes);
    if (answer.type !== 'FeatureCollection') {
      notes.push({ kind: 'typeSpelling' });
    }
    const { count, items } = this.#features;
    if (count > MAX_FEATURES) {
      notes.push({ kind: 'pageCapped', kept: MAX_FEATURES, sent: count });
    }
    noteCounts(answer, count, query, notes);
    const next = readNextLink(answer.links, environment, request, queryBody(query));
    if (next.kind === 'refused') {
      notes.push({ kind: 'pagingStopped', reason: next.reason, host: next.host });
    }
    return { request, items, unreadable: Math.min(count, MAX_FEATURES) - items.length, context: contextOf(answer), next: next.kind === 'cursor' ? next.cursor : undefined, notes };
  }

  /** What the page says beside its features, which are all read then. */
  * #answerSteps({ body, status, headers }: HttpResponse, notes: Note[]): Steps<SearchAnswer> {
    if (status === 204 || body.length === 0) {
      throw malformed(this.#host, 'empty');
    }
    if (status !== 200) {
      // Created, accepted or a part: not the answer to a search.
      throw malformed(this.#host, 'wrongShape');
    }
    if (startsLikeMarkup(body)) {
      throw malformed(this.#host, 'html');
    }
    this.#features.content.bytes = body;
    const answer = readSearchAnswer(yield* this.#pieces.endSteps(body)) ?? (yield* this.#scanSteps(body, notes));
    this.#features.content.geometries.close();
    const type = headers.get('content-type');
    if (type !== undefined && !/json/iu.test(type)) {
      notes.push({ kind: 'contentType' });
    }
    return answer;
  }

  /** Reads a page whatever it is made of: it is scanned as a whole, and what was not read of its features is parsed one by one. */
  * #scanSteps(body: Uint8Array, notes: Note[]): Steps<SearchAnswer> {
    const outline = yield* soundOutlineSteps(body, this.#host, notes);
    const answer = outline === undefined ? undefined : readSearchAnswer(yield* envelopeSteps(body, outline));
    if (outline?.features === undefined || answer === undefined) {
      throw malformed(this.#host, 'wrongShape');
    }
    if (outline.featuresStart !== this.#pieces.start) {
      this.#features = new FeatureReader();
      this.#features.content.bytes = body;
    }
    for (const feature of outline.features.slice(this.#features.count)) {
      yield* this.#features.readSteps(feature);
      yield;
    }
    this.#features.count = outline.count;
    return answer;
  }
}

/** Takes what rows need from the features of a page, one after the other. */
class FeatureReader {
  readonly content = new PageContent();
  readonly items: Item[] = [];
  /** Features, whether they can be read or not. */
  count = 0;
  #piece: ByteRange | undefined;

  /** @param piece where the features are that came with it @throws RangeError where there are more than are read */
  read(feature: unknown, piece: ByteRange): void {
    if (this.count >= MAX_FEATURES) {
      // What is only counted need not be parsed: the scan counts it.
      throw new RangeError('too many features');
    }
    if (this.#piece !== piece) {
      this.#piece = piece;
      this.content.features.add(this.count, piece);
    }
    if (isJsonObject(feature)) {
      this.items.push(readItem(feature, this.content, this.count));
    }
    this.count += 1;
  }

  /** A feature of its own. @throws never: it was scanned */
  * readSteps(feature: Scanned): Steps<void> {
    if (!isTooMuch(feature)) {
      this.read(scannedValue(this.content.bytes, feature), feature);
      return;
    }
    const large = yield* largeFeatureSteps(this.content.bytes, feature.start);
    if (large?.geometry !== undefined) {
      this.content.features.addGeometry(this.count, large.geometry);
    }
    this.read(large?.shape, feature);
  }
}

/** Whether what stands before the features says so. */
function beginsAsCollection(page: Uint8Array): boolean {
  let isCollection = false;
  for (const { name, start } of membersOf(page)) {
    if (name === 'features') {
      break;
    }
    isCollection = name === 'type' ? isFeatureCollection(scalarAt(page, start)) : isCollection;
  }
  return isCollection;
}

/** @returns undefined for what is no object @throws CatalogError `malformed` */
function* soundOutlineSteps(body: Uint8Array, host: string, notes: Note[]): Steps<PageOutline | undefined> {
  if (!(yield* isUtf8Steps(body))) {
    if ((body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)) {
      throw malformed(host, 'encoding');
    }
    notes.push({ kind: 'invalidUtf8' });
  }
  try {
    return yield* outlineSteps(body, MAX_FEATURES);
  } catch (error) {
    if (!(error instanceof JsonFault)) {
      throw error;
    }
    // JSON text holds no NUL: where there are any, it is UTF-16 or no text.
    throw malformed(host, error.kind !== 'empty' && body.includes(0) ? 'encoding' : error.kind);
  }
}

/** Links to a next page that are looked at, in bytes. */
const MAX_NEXT_BYTES = 2 * 1024 * 1024;

/** The page as `JSON.parse` gives it, without its features and all that is not read, or too much to be. */
function* envelopeSteps(page: Uint8Array, { members, features, links }: PageOutline): Steps<unknown> {
  const next: unknown[] = [];
  let bytes = 0;
  for (const link of links) {
    const length = link.end - link.start;
    const value = bytes + length <= MAX_NEXT_BYTES ? scannedValue(page, link) : undefined;
    if (isJsonObject(value) && isNext(value['rel'])) {
      next.push(value);
      bytes += length;
    } else if (value === undefined && next.length === 0 && isNext(yield* memberValueSteps(page, link, 'rel'))) {
      // Too large to be followed; that there is one is said all the same.
      next.push({ rel: 'next' });
    }
    yield;
  }
  const others: Record<string, unknown> = {};
  for (const [name, scanned] of members) {
    others[name] = scannedValue(page, scanned);
    yield;
  }
  return { ...others, links: next, ...(features === undefined ? {} : { features: [] }) };
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
