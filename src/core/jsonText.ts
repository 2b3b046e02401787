/**
 * JSON as text: found and measured without being parsed, so that number literals, key order and duplicate keys stay as they
 * were sent. Iterative throughout: depth costs no stack.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
const OPEN = 0x5b;

/** Where a value lies in the bytes of a JSON document. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of `document[key][index]`, for a document that is known to parse. Of duplicate keys the last counts, as for `JSON.parse`.
 * Works on bytes: every byte of a UTF-8 sequence is above 0x7f and is never taken for a bracket or a quote.
 */
export function findElement(bytes: Uint8Array, key: string, index: number): ByteRange | undefined {
  return elementRanges(bytes, lastMember(bytes, key), index + 1)[index];
}

/** The bytes of every element of `document[key]`, in order; otherwise as {@link findElement}. */
export function findElements(bytes: Uint8Array, key: string): readonly ByteRange[] {
  return elementRanges(bytes, lastMember(bytes, key), Infinity);
}

/** Where a member of a document begins. */
export interface MemberStart {
  readonly name: string;
  /** Of its value. */
  readonly start: number;
}

/** The members of a document in order. What stands behind a member is not looked at before the next one is asked for. */
export function* membersOf(bytes: Uint8Array): Generator<MemberStart> {
  let at = skipSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (bytes[at] !== 0x7b) {
    return;
  }
  at = skipSpace(bytes, at + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = endOfValue(bytes, at);
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    yield { name: stringAt(bytes, at, keyEnd), start };
    at = skipSpace(bytes, endOfValue(bytes, start));
    if (bytes[at] !== COMMA) {
      return;
    }
    at = skipSpace(bytes, at + 1);
  }
}

function lastMember(bytes: Uint8Array, key: string): number | undefined {
  let found: number | undefined;
  for (const { name, start } of membersOf(bytes)) {
    found = name === key ? start : found;
  }
  return found;
}

/** The ranges of the elements of the array that begins at `start`, `most` of them at the most; what is behind those is not looked at. */
export function elementRanges(bytes: Uint8Array, start: number | undefined, most: number): readonly ByteRange[] {
  return start === undefined || bytes[start] !== 0x5b ? [] : rangesBetween(bytes, start + 1, bytes.length, most);
}

/** The ranges of values with commas between them, from `start` on, up to `end` or to the end of the array that they are in. */
export function rangesBetween(bytes: Uint8Array, start: number, end: number, most = Infinity): readonly ByteRange[] {
  const ranges: ByteRange[] = [];
  let at = skipSpace(bytes, start);
  while (at < end && bytes[at] !== 0x5d && ranges.length < most) {
    const range = { start: at, end: endOfValue(bytes, at) };
    ranges.push(range);
    at = skipSpace(bytes, range.end);
    if (bytes[at] === COMMA) {
      at = skipSpace(bytes, at + 1);
    } else if (bytes[at] !== 0x5d) {
      return ranges;
    }
  }
  return ranges;
}

/** The bytes of a string, a number or a word of a document, parsed; undefined for anything else and for what does not parse. */
export function scalarAt(bytes: Uint8Array, start: number): unknown {
  const first = bytes[start];
  if (first === 0x7b || first === 0x5b) {
    return undefined;
  }
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, endOfValue(bytes, start))));
  } catch {
    return undefined;
  }
}

/** The end of the value that starts at `start`. This loop sees every byte before an item: it does as little as it can. */
export function endOfValue(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  const first = bytes[start];
  if (first === QUOTE) {
    return endOfStringBytes(bytes, start);
  }
  if (first !== 0x7b && first !== 0x5b) {
    let at = start;
    while (at < length && !endsScalar(bytes[at] ?? 0)) {
      at += 1;
    }
    return at;
  }
  let depth = 0;
  for (let at = start; at < length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) {
      at = endOfStringBytes(bytes, at) - 1;
    } else if (code >= OPEN) {
      // Numbers, spaces and commas are below all brackets. A bracket and a brace differ in one bit.
      const brace = code | 0x20;
      if (brace === 0x7b) {
        depth += 1;
      } else if (brace === 0x7d) {
        depth -= 1;
        if (depth === 0) {
          return at + 1;
        }
      }
    }
  }
  return length;
}

function endOfStringBytes(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return Math.min(at + 1, length);
}

// A byte order mark in a value is a character like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a string of a document, from its opening quote to behind its closing one. */
export function stringAt(bytes: Uint8Array, start: number, end: number): string {
  const text = decoder.decode(bytes.subarray(start, end));
  // A key may be written with escapes.
  return text.includes('\\') ? String(scalarAt(bytes, start)) : text.slice(1, -1);
}

function endsScalar(code: number): boolean {
  return isSpace(code) || code === COMMA || code === COLON || code === QUOTE || opens(code) || closes(code);
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && isSpace(bytes[at] ?? 0)) {
    at += 1;
  }
  return at;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function opens(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

export function closes(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
