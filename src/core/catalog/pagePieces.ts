/**
 * A large page parsed a piece at a time, so that the features of a piece can be let go before the next ones are made. As a whole it is
 * a tree that fills the old part of the heap: the collector follows it around while it grows, and that takes as long as the parsing.
 *
 * Where one feature ends and the next begins is guessed, by the bytes between the first two. Parsing proves the guess: a comma stands
 * between two elements of an array wherever both what is before it and what is behind it parse as arrays that are not empty.
 */
import { elementRanges, membersOf } from '../jsonText.js';

/** From 100 kB on the engine puts what it parses into the old part of the heap (V8, JsonParser). */
const PIECE = 96 * 1024;
/** What stands between two features is this long at most, in bytes: it is looked for at each byte of the page. */
const MAX_BOUNDARY = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Gets one feature after the other. */
export type TakeFeature = (feature: unknown) => void;

/**
 * Parses a page as `JSON.parse` does, and hands out its features one by one.
 * @param pieceBytes how long a piece is at most, unless a single feature is longer
 * @returns the page with an empty list of features; undefined where this way does not lead to the end, whatever the reason: then the page
 *   has to be parsed as a whole, and what was handed out is void
 */
export function parseInPieces(page: Uint8Array, take: TakeFeature, pieceBytes = PIECE): unknown {
  try {
    const start = featuresStart(page);
    const boundary = start === undefined ? undefined : boundaryIn(page, start);
    return start === undefined || boundary === undefined ? undefined : parsePieces(page, start, boundary, take, pieceBytes);
  } catch {
    // No JSON, no UTF-8, or guessed wrong: the whole tells which.
    return undefined;
  }
}

/** @throws where something does not parse */
function parsePieces(page: Uint8Array, start: number, boundary: Uint8Array, take: TakeFeature, pieceBytes: number): unknown {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));
  const takeAll = (array: Uint8Array): void => {
    (parse(array) as readonly unknown[]).forEach((feature) => take(feature));
  };
  // One for all pieces: memory outside of the heap hurries the collector, too.
  let room = new Uint8Array(pieceBytes + 2);
  let at = start + 1;
  const nextComma = (): number | undefined => commaAfter(page, at, boundary, pieceBytes);
  for (let comma = nextComma(); comma !== undefined; comma = nextComma()) {
    const end = comma - at + 1;
    room = end < room.length ? room : new Uint8Array(end + 1);
    room[0] = OPEN;
    room.set(page.subarray(at, comma), 1);
    room[end] = CLOSE;
    takeAll(room.subarray(0, end + 1));
    at = comma + 1;
  }
  const rest = joined([OPEN], page.subarray(at));
  const close = rest.indexOf(CLOSE, elementRanges(rest, 0, Infinity).at(-1)?.end);
  takeAll(rest.subarray(0, close + 1));
  const outside = joined(page.subarray(0, start), [OPEN, CLOSE], rest.subarray(close + 1));
  const value = parse(outside);
  // Of several members of one name the last counts.
  return [...membersOf(outside)].filter(({ name }) => name === 'features').length === 1 ? value : undefined;
}

function featuresStart(page: Uint8Array): number | undefined {
  for (const { name, start } of membersOf(page)) {
    if (name === 'features') {
      return page[start] === OPEN ? start : undefined;
    }
  }
  return undefined;
}

/** From the last byte of the first feature to the end of the first name in the second one, such as `},{"id"`; undefined where that is far. */
function boundaryIn(page: Uint8Array, start: number): Uint8Array | undefined {
  const [first, second] = elementRanges(page, start, 2);
  if (first === undefined || second === undefined) {
    return undefined;
  }
  const from = first.end - 1;
  const near = page.subarray(second.start, from + MAX_BOUNDARY);
  const quote = near.indexOf(QUOTE, near.indexOf(QUOTE) + 1);
  return quote < 1 ? undefined : page.subarray(from, second.start + quote + 1);
}

/** The comma behind the longest piece from `at` on that is not too long, or behind one feature that is; undefined where there is none. */
function commaAfter(page: Uint8Array, at: number, boundary: Uint8Array, pieceBytes: number): number | undefined {
  const limit = Math.max(at, at + pieceBytes - boundary.length);
  if (limit >= page.length) {
    return undefined;
  }
  let place = limit;
  while (place > at && !isAt(page, place, boundary)) {
    place -= 1;
  }
  if (place === at) {
    place = limit;
    while (place < page.length && !isAt(page, place, boundary)) {
      place += 1;
    }
  }
  return place < page.length ? page.indexOf(COMMA, place) : undefined;
}

function isAt(page: Uint8Array, place: number, bytes: Uint8Array): boolean {
  let same = 0;
  while (same < bytes.length && page[place + same] === bytes[same]) {
    same += 1;
  }
  return same === bytes.length;
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
