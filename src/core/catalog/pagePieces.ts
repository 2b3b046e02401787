/**
 * A page parsed a piece at a time while its bytes come: its first features are there long before its last ones, most of the parsing is
 * done when the last byte is there, and the features of a piece can be let go before the next ones are made. As a whole a large page is a
 * tree that fills the old part of the heap: the collector follows it around while it grows, and that takes as long as the parsing.
 *
 * Where one feature ends and the next begins is guessed, by the bytes between the first two. Parsing proves the guess: a comma stands
 * between two elements of an array wherever both what is before it and what is behind it parse as arrays that are not empty.
 */
import { ByteBuffer } from '../byteBuffer.js';
import { elementRanges, membersOf, type ByteRange } from '../jsonText.js';
import { atOnce, type Steps } from '../steps.js';

/** From 100 kB on the engine puts what it parses into the old part of the heap (V8, JsonParser). */
const PIECE = 96 * 1024;
/** The part of a piece that has to be there at least: some rows of most catalogs. */
const LEAST = 1 / 16;
/** Nothing longer is parsed at once, in bytes: a page that holds it is not read this way. */
const MAX_AT_ONCE = 256 * 1024;
/** Of a page that arrives this much is taken in one go, in bytes: what has to be shown is there by then. */
const MAX_ARRIVING = 1024 * 1024;
/** What stands between two features is this long at most, in bytes: it is looked for at each byte of the page. */
const MAX_BOUNDARY = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Gets one feature after the other, and where the features are that it is parsed together with. */
export type TakeFeature = (feature: unknown, piece: ByteRange) => void;

/** Where the features are, and how far they are taken. */
interface Features {
  /** Of the array. */
  readonly start: number;
  /** What stands between two of them. */
  readonly boundary: Uint8Array;
  /** The first byte that is not taken. */
  at: number;
  /** Before this place no boundary is to be found. */
  searched: number;
}

/** `from`: bytes with which it is worth to look, twice as many as the last time: so all looks cost what one does. */
type Progress = { readonly kind: 'looking'; readonly from: number } | { readonly kind: 'taking'; readonly features: Features } | { readonly kind: 'void' };

/** One page. Nothing here throws. */
export class PagePieces {
  #progress: Progress;
  #start = -1;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  /**
   * @param take gets what may turn out to be void: see {@link end}
   * @param pieceBytes how long a piece is at most, unless a single feature is longer
   */
  constructor(private readonly take: TakeFeature, private readonly pieceBytes = PIECE) {
    this.#progress = { kind: 'looking', from: pieceBytes * LEAST };
  }

  /**
   * Where the list begins whose features are handed out; -1 while there is none. Of a page that is sound, and has its features there,
   * what was handed out are the first ones, also where this way did not lead to the end.
   */
  get start(): number {
    return this.#start;
  }

  /**
   * Hands out the features of pieces that are there.
   * @param soFar the page's first bytes, at least those of the last call
   */
  came(soFar: Uint8Array): void {
    const started = this.#progress.kind === 'taking' ? this.#progress.features.at : 0;
    for (const steps = this.#cameSteps(soFar); steps.next().done !== true;) {
      if (this.#progress.kind === 'taking' && this.#progress.features.at - started > MAX_ARRIVING) {
        return;
      }
    }
  }

  /**
   * Hands out the rest.
   * @returns the page with an empty list of features; undefined for a short page, and where this way does not lead to the end,
   *   whatever the reason: then the page has to be read in another way (see {@link start})
   */
  end(page: Uint8Array): unknown {
    return atOnce(this.endSteps(page));
  }

  /** The same, a piece at a step. */
  * endSteps(page: Uint8Array): Steps<unknown> {
    yield* this.#cameSteps(page);
    const progress = this.#progress;
    return progress.kind !== 'taking' || progress.features.at === progress.features.start + 1 ? undefined : this.#attempt(() => this.#takeRest(page, progress.features));
  }

  * #cameSteps(soFar: Uint8Array): Steps<void> {
    if (this.#progress.kind === 'looking' && soFar.length >= this.#progress.from) {
      this.#progress = look(soFar, Math.max(this.pieceBytes, MAX_AT_ONCE));
    }
    if (this.#progress.kind !== 'taking') {
      return;
    }
    const { features } = this.#progress;
    this.#start = features.start;
    while (this.#attempt(() => this.#takePiece(soFar, features)) === true) {
      yield;
    }
  }

  #attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch {
      // No JSON, no UTF-8, guessed wrong, or too much: the whole tells which.
      this.#progress = { kind: 'void' };
      return undefined;
    }
  }

  /** @returns whether there was one @throws where something does not parse */
  #takePiece(soFar: Uint8Array, features: Features): boolean {
    const comma = commaAfter(soFar, features, this.pieceBytes);
    if (comma === undefined) {
      return false;
    }
    this.#takeBetween(soFar, features.at - 1, comma);
    features.at = comma + 1;
    return true;
  }

  /** @throws where something does not parse */
  #takeRest(page: Uint8Array, { start, at }: Features): unknown {
    if (start + page.length - at > MAX_AT_ONCE) {
      throw new RangeError('too much');
    }
    const close = inBrackets(page, at - 1, at - 1, () => page.indexOf(CLOSE, elementRanges(page, at - 1, Infinity).at(-1)?.end ?? at));
    this.#takeBetween(page, at - 1, close);
    const outside = joined(page.subarray(0, start), Uint8Array.of(OPEN, CLOSE), page.subarray(close + 1));
    const value = this.#parse(outside);
    // Of several members of one name the last counts.
    return [...membersOf(outside)].filter(({ name }) => name === 'features').length === 1 ? value : undefined;
  }

  /** The features between two places of the page, where a bracket or a comma is. @throws where something does not parse */
  #takeBetween(page: Uint8Array, open: number, close: number): void {
    const features = inBrackets(page, open, close, () => this.#parse(page.subarray(open, close + 1)));
    const piece = { start: open + 1, end: close };
    for (const feature of features as readonly unknown[]) {
      this.take(feature, piece);
    }
  }

  /** @throws where it does not parse, or is too much to be tried */
  #parse(bytes: Uint8Array): unknown {
    if (bytes.length > MAX_AT_ONCE) {
      throw new RangeError('too much');
    }
    return JSON.parse(this.#decoder.decode(bytes));
  }
}

/** Does something while brackets stand in one place of the page or two, and puts back what was there: to copy a piece takes longer. */
function inBrackets<T>(page: Uint8Array, open: number, close: number, run: () => T): T {
  const [first = 0, last = 0] = [page[open], page[close]];
  page[close] = CLOSE;
  page[open] = OPEN;
  try {
    return run();
  } finally {
    page[open] = first;
    page[close] = last;
  }
}

/** Looks for the list of features and for what stands between the first two. */
function look(soFar: Uint8Array, most: number): Progress {
  return lookIn(soFar.subarray(0, most)) ?? (soFar.length >= most ? { kind: 'void' } : { kind: 'looking', from: soFar.length * 2 });
}

/** Undefined: there is not enough yet. */
function lookIn(soFar: Uint8Array): Progress | undefined {
  const start = featuresStart(soFar);
  if (start !== undefined && start < soFar.length && soFar[start] !== OPEN) {
    return { kind: 'void' };
  }
  const [first, second] = elementRanges(soFar, start, 2);
  // What reaches to the last byte may go on behind it.
  if (start === undefined || first === undefined || second === undefined || second.end === soFar.length) {
    return undefined;
  }
  const boundary = boundaryBetween(soFar, first.end - 1, second.start);
  return boundary === undefined ? { kind: 'void' } : { kind: 'taking', features: { start, boundary, at: start + 1, searched: 0 } };
}

/** Where the value of `features` begins, or will begin. */
function featuresStart(page: Uint8Array): number | undefined {
  for (const { name, start } of membersOf(page)) {
    if (name === 'features') {
      return start;
    }
  }
  return undefined;
}

/** From the last byte of the first feature to the end of the first name in the second one, such as `},{"id"`; undefined where that is far. */
function boundaryBetween(page: Uint8Array, from: number, second: number): Uint8Array | undefined {
  const near = page.subarray(second, from + MAX_BOUNDARY);
  const quote = near.indexOf(QUOTE, near.indexOf(QUOTE) + 1);
  return quote < 1 ? undefined : page.slice(from, second + quote + 1);
}

/** The comma behind the longest piece that is there and not too long, or behind one feature that is; undefined where there is none yet. */
function commaAfter(page: Uint8Array, features: Features, pieceBytes: number): number | undefined {
  const { at, boundary, searched } = features;
  if (page.length - at < pieceBytes * LEAST) {
    return undefined;
  }
  const end = page.length - boundary.length;
  const limit = Math.max(at, Math.min(at + pieceBytes - boundary.length, end));
  const most = Math.min(end, at + Math.max(pieceBytes, MAX_AT_ONCE));
  const place = lastPlace(page, boundary, limit, Math.max(at, searched - 1)) ?? firstPlace(page, boundary, Math.max(limit, searched), most);
  if (place === undefined && most < end) {
    throw new RangeError('too much');
  }
  features.searched = place === undefined ? end + 1 : 0;
  return place === undefined ? undefined : page.indexOf(COMMA, place);
}

/** The last place of the bytes from `last` back to behind `before`. */
function lastPlace(page: Uint8Array, bytes: Uint8Array, last: number, before: number): number | undefined {
  const [first = 0] = bytes;
  for (let place = page.lastIndexOf(first, last); place > before; place = page.lastIndexOf(first, place - 1)) {
    if (isAt(page, place, bytes)) {
      return place;
    }
  }
  return undefined;
}

/** The first place of the bytes from `from` on, up to `to`. */
function firstPlace(page: Uint8Array, bytes: Uint8Array, from: number, to: number): number | undefined {
  const [first = 0] = bytes;
  for (let place = page.indexOf(first, from); place !== -1 && place <= to; place = page.indexOf(first, place + 1)) {
    if (isAt(page, place, bytes)) {
      return place;
    }
  }
  return undefined;
}

function isAt(page: Uint8Array, place: number, bytes: Uint8Array): boolean {
  let same = 0;
  while (same < bytes.length && page[place + same] === bytes[same]) {
    same += 1;
  }
  return same === bytes.length;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const buffer = new ByteBuffer();
  parts.forEach((part) => buffer.add(part));
  return buffer.whole();
}
