/**
 * JSON checked byte by byte without being parsed: whether it is sound, where a value ends, and how much there is to parse in it. However
 * long, deep or full a value is, this takes time by its bytes alone, makes nothing, and can be stopped after any of them.
 */
import type { Steps } from './steps.js';
import type { ByteRange } from './jsonText.js';

/** Why bytes are no JSON: there are none, they end too soon, or something stands where it cannot. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';

  constructor(readonly kind: 'empty' | 'cutOff' | 'notJson') {
    super('not JSON');
  }
}

/** What `JSON.parse` reads at once: from all of this it takes some tens of milliseconds and megabytes, whatever it is. */
const MAX_VALUES = 150_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** A value that was scanned: where it lies, and how many values, names of members included, are in it. */
export interface Scanned extends ByteRange {
  readonly values: number;
}

/** Whether so much is too much to be parsed at once. */
export function isTooMuch({ start, end, values }: Scanned): boolean {
  return values > MAX_VALUES || end - start > MAX_BYTES;
}

/** The value of a part that was scanned; undefined where it is too much to be parsed at once. */
export function scannedValue(bytes: Uint8Array, scanned: Scanned): unknown {
  return isTooMuch(scanned) ? undefined : JSON.parse(decoder.decode(bytes.subarray(scanned.start, scanned.end)));
}

// A byte order mark in a value is a character like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What may come next: numbers, since this is asked for each token. */
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME = 2;
const NAME_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;

/** Bytes of one turn: less than a millisecond. */
const TURN_BYTES = 256 * 1024;

/** Scans one value after the other in the same bytes. */
export class JsonScanner {
  /** The first byte that was not looked at. */
  at = 0;
  /** Values and names since {@link begin}. */
  values = 0;
  #depth = 0;
  #next = VALUE;
  /** In a string that goes on behind the last turn: a value, or a name. */
  #string: 'value' | 'name' | undefined;
  /** One bit for each array or object that is open: set for objects. */
  #open = new Uint8Array(16);

  constructor(private readonly bytes: Uint8Array) {}

  /** The value that starts here is scanned by {@link advance}. */
  begin(at: number): void {
    this.at = at;
    this.values = 0;
    this.#depth = 0;
    this.#next = VALUE;
    this.#string = undefined;
  }

  /**
   * Goes on for some bytes.
   * @returns whether the value's end is reached
   * @throws JsonFault
   */
  advance(): boolean {
    const { bytes } = this;
    const until = Math.min(bytes.length, this.at + TURN_BYTES);
    if (this.#string !== undefined && this.#goThroughString(until)) {
      return true;
    }
    while (this.at < until) {
      const code = bytes[this.at] ?? 0;
      if (code <= 0x20) {
        if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
          throw new JsonFault('notJson');
        }
        this.at += 1;
      } else if (this.#token(code, until)) {
        return true;
      }
    }
    if (this.at >= bytes.length) {
      throw new JsonFault('cutOff');
    }
    return false;
  }

  /** @returns whether the value is over */
  #token(code: number, until: number): boolean {
    switch (this.#next) {
      case COMMA_OR_END:
        if (code === 0x2c) {
          this.at += 1;
          this.#next = this.#isInObject() ? NAME : VALUE;
          return false;
        }
        return this.#close(code);
      case COLON:
        if (code !== 0x3a) {
          throw new JsonFault('notJson');
        }
        this.at += 1;
        this.#next = VALUE;
        return false;
      case NAME_OR_END:
        return code === 0x7d ? this.#close(code) : this.#name(code, until);
      case NAME:
        return this.#name(code, until);
      case VALUE_OR_END:
        return code === 0x5d ? this.#close(code) : this.#value(code, until);
      default:
        return this.#value(code, until);
    }
  }

  #name(code: number, until: number): boolean {
    if (code !== 0x22) {
      throw new JsonFault('notJson');
    }
    this.at += 1;
    this.#string = 'name';
    return this.#goThroughString(until);
  }

  #value(code: number, until: number): boolean {
    switch (code) {
      case 0x22:
        this.at += 1;
        this.#string = 'value';
        return this.#goThroughString(until);
      case 0x5b:
        this.#push(false);
        return false;
      case 0x7b:
        this.#push(true);
        return false;
      case 0x74:
        return this.#word(TRUE);
      case 0x66:
        return this.#word(FALSE);
      case 0x6e:
        return this.#word(NULL);
      default:
        this.at = endOfNumber(this.bytes, this.at);
        return this.#end();
    }
  }

  #word(word: readonly number[]): boolean {
    for (const code of word) {
      if (this.bytes[this.at] !== code) {
        throw new JsonFault(this.at >= this.bytes.length ? 'cutOff' : 'notJson');
      }
      this.at += 1;
    }
    return this.#end();
  }

  #end(): boolean {
    this.values += 1;
    this.#next = COMMA_OR_END;
    return this.#depth === 0;
  }

  #push(isObject: boolean): void {
    const byte = this.#depth >> 3;
    const bit = 1 << (this.#depth & 7);
    if (byte >= this.#open.length) {
      const longer = new Uint8Array(this.#open.length * 2);
      longer.set(this.#open);
      this.#open = longer;
    }
    const open = this.#open[byte] ?? 0;
    this.#open[byte] = isObject ? open | bit : open & ~bit;
    this.#depth += 1;
    this.at += 1;
    this.#next = isObject ? NAME_OR_END : VALUE_OR_END;
  }

  #close(code: number): boolean {
    if (this.#depth === 0 || code !== (this.#isInObject() ? 0x7d : 0x5d)) {
      throw new JsonFault('notJson');
    }
    this.#depth -= 1;
    this.at += 1;
    return this.#end();
  }

  #isInObject(): boolean {
    const depth = this.#depth - 1;
    return ((this.#open[depth >> 3] ?? 0) & (1 << (depth & 7))) !== 0;
  }

  /** @returns whether the value is over: it was a string */
  #goThroughString(until: number): boolean {
    const { bytes } = this;
    let { at } = this;
    while (at < until) {
      const code = bytes[at] ?? 0;
      if (code === 0x22) {
        this.at = at + 1;
        const isName = this.#string === 'name';
        this.#string = undefined;
        if (isName) {
          this.values += 1;
          this.#next = COLON;
          return false;
        }
        return this.#end();
      }
      if (code === 0x5c) {
        at = endOfEscape(bytes, at);
      } else if (code < 0x20) {
        throw new JsonFault('notJson');
      } else {
        at += 1;
      }
    }
    this.at = at;
    return false;
  }
}

const TRUE = [0x74, 0x72, 0x75, 0x65];
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65];
const NULL = [0x6e, 0x75, 0x6c, 0x6c];

function endOfEscape(bytes: Uint8Array, start: number): number {
  const code = bytes[start + 1];
  if (code !== 0x75) {
    if (code === undefined || !ESCAPES.has(code)) {
      throw new JsonFault(code === undefined ? 'cutOff' : 'notJson');
    }
    return start + 2;
  }
  for (let at = start + 2; at < start + 6; at += 1) {
    const digit = (bytes[at] ?? 0) | 0x20;
    if (!((digit >= 0x30 && digit <= 0x39 && (bytes[at] ?? 0) >= 0x30) || (digit >= 0x61 && digit <= 0x66))) {
      throw new JsonFault(at >= bytes.length ? 'cutOff' : 'notJson');
    }
  }
  return start + 6;
}

/** What may follow a backslash, apart from `u`: `"\/bfnrt`. */
const ESCAPES: ReadonlySet<number> = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start + (bytes[start] === 0x2d ? 1 : 0);
  at = bytes[at] === 0x30 ? at + 1 : endOfDigits(bytes, at);
  if (bytes[at] === 0x2e) {
    at = endOfDigits(bytes, at + 1);
  }
  if (((bytes[at] ?? 0) | 0x20) === 0x65) {
    const sign = bytes[at + 1];
    at = endOfDigits(bytes, at + (sign === 0x2b || sign === 0x2d ? 2 : 1));
  }
  return at;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let code = bytes[at] ?? 0; code >= 0x30 && code <= 0x39; code = bytes[at] ?? 0) {
    at += 1;
  }
  if (at === start) {
    throw new JsonFault(start >= bytes.length ? 'cutOff' : 'notJson');
  }
  return at;
}

/** Where white space ends. */
export function* spaceSteps(bytes: Uint8Array, start: number): Steps<number> {
  let at = start;
  for (let code = bytes[at]; code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; code = bytes[at]) {
    at += 1;
    if (at % TURN_BYTES === 0) {
      yield;
    }
  }
  return at;
}

/** Whether bytes begin with a byte order mark, which is no part of the text. */
export function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The one value of a document. @throws JsonFault */
export function* documentSteps(bytes: Uint8Array): Steps<Scanned> {
  const start = yield* spaceSteps(bytes, hasMark(bytes) ? 3 : 0);
  if (start === bytes.length) {
    throw new JsonFault('empty');
  }
  const scanned = yield* valueSteps(new JsonScanner(bytes), start);
  if ((yield* spaceSteps(bytes, scanned.end)) !== bytes.length) {
    throw new JsonFault('notJson');
  }
  return scanned;
}

/** The value that starts at a place. @throws JsonFault */
export function* valueSteps(scanner: JsonScanner, start: number): Steps<Scanned> {
  scanner.begin(start);
  while (!scanner.advance()) {
    yield;
  }
  return { start, end: scanner.at, values: scanner.values };
}

/**
 * The elements of the array that starts at a place. Many small ones are one turn.
 * @returns behind its end
 * @throws JsonFault
 */
export function* elementSteps(bytes: Uint8Array, scanner: JsonScanner, start: number, take: (element: Scanned) => void): Steps<number> {
  let at = yield* spaceSteps(bytes, start + 1);
  if (bytes[at] === 0x5d) {
    return at + 1;
  }
  for (let turn = at; ;) {
    scanner.begin(at);
    while (!scanner.advance()) {
      yield;
    }
    const { at: end, values } = scanner;
    take({ start: at, end, values });
    at = isSpaceAt(bytes, end) ? yield* spaceSteps(bytes, end) : end;
    if (bytes[at] !== 0x2c) {
      return behind(bytes, at, 0x5d);
    }
    at += 1;
    at = isSpaceAt(bytes, at) ? yield* spaceSteps(bytes, at) : at;
    if (at - turn > TURN_BYTES) {
      turn = at;
      yield;
    }
  }
}

/** A member of an object. Its name is read where somebody wants it: as bytes, in quotes. */
export interface Member {
  readonly name: ByteRange;
  /** Where its value starts. */
  readonly start: number;
}

/**
 * The members of the object that starts at a place. Whoever takes a member says where its value ends.
 * @returns behind its end
 * @throws JsonFault
 */
export function* memberSteps(bytes: Uint8Array, scanner: JsonScanner, start: number, take: (member: Member) => Steps<number>): Steps<number> {
  let at = yield* spaceSteps(bytes, start + 1);
  if (bytes[at] === 0x7d) {
    return at + 1;
  }
  for (let turn = at; ;) {
    if (bytes[at] !== 0x22) {
      throw new JsonFault(at >= bytes.length ? 'cutOff' : 'notJson');
    }
    const name = yield* valueSteps(scanner, at);
    at = behind(bytes, yield* spaceSteps(bytes, name.end), 0x3a);
    at = yield* take({ name, start: yield* spaceSteps(bytes, at) });
    at = yield* spaceSteps(bytes, at);
    if (bytes[at] !== 0x2c) {
      return behind(bytes, at, 0x7d);
    }
    at = yield* spaceSteps(bytes, at + 1);
    if (at - turn > TURN_BYTES) {
      turn = at;
      yield;
    }
  }
}

function isSpaceAt(bytes: Uint8Array, at: number): boolean {
  return (bytes[at] ?? 0xff) <= 0x20;
}

function behind(bytes: Uint8Array, at: number, code: number): number {
  if (bytes[at] !== code) {
    throw new JsonFault(at >= bytes.length ? 'cutOff' : 'notJson');
  }
  return at + 1;
}
