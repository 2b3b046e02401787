/**
 * JSON laid out for reading without being parsed, so that number literals, key order and duplicate keys stay as they were sent.
 * Works on bytes: a text that grows by every token takes several times as long to make.
 */
import { atOnce, type Steps } from './steps.js';
import { closes, COLON, COMMA, endOfValue, isSpace, opens } from './jsonText.js';

/** Deeper documents are shown as they were sent: two spaces a level would make them grow without bound. */
export const MAX_FORMAT_DEPTH = 64;
/** Positions and boxes have up to six numbers; a long list reads better downwards. */
const MAX_FLAT = 16;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * A JSON value laid out with two spaces a level; arrays of nothing but numbers stay on one line, as positions and boxes are read.
 * Only the space between tokens changes. What is nested more than {@link MAX_FORMAT_DEPTH} deep is given back as it is.
 * @param text JSON that was decoded from bytes or written here: half a character by itself would become U+FFFD
 */
export function formatJson(text: string): string {
  return atOnce(formatSteps(new TextEncoder().encode(text))) ?? text;
}

/** The text of JSON in bytes, laid out as {@link formatJson} does. */
export function* formatJsonSteps(bytes: Uint8Array): Steps<string> {
  return (yield* formatSteps(bytes)) ?? (yield* decodeSteps(bytes));
}

/** Longer documents are shown as they were sent, in bytes: nobody reads them from one end to the other. */
const MAX_FORMAT_BYTES = 16 * 1024 * 1024;
/** A document that would grow by more than this is shown as it was sent. */
const MAX_GROWTH = 4;
/** Bytes of one turn. */
const TURN_BYTES = 256 * 1024;

/** @returns undefined for what is shown as it was sent */
function* formatSteps(bytes: Uint8Array): Steps<string | undefined> {
  if (bytes.length > MAX_FORMAT_BYTES) {
    return undefined;
  }
  const out = new Output(2 * bytes.length);
  let turn = 0;
  let depth = 0;
  // Where the array or object closes that stays on one line; passed already where there is none.
  let flatEnd = -1;
  for (let at = 0; at < bytes.length; ) {
    if (at - turn > TURN_BYTES) {
      turn = at;
      if (out.length > MAX_GROWTH * at + TURN_BYTES) {
        return undefined;
      }
      yield;
    }
    const code = bytes[at] ?? 0;
    if (isSpace(code)) {
      at += 1;
    } else if (code === COMMA || code === COLON) {
      out.put(code);
      at += 1;
      if (code === COLON || at <= flatEnd) {
        out.put(SPACE);
      } else {
        out.breakLine(depth);
      }
    } else if (opens(code)) {
      flatEnd = endOfFlat(bytes, at);
      out.put(code);
      at += 1;
      if (flatEnd < 0) {
        depth += 1;
        if (depth > MAX_FORMAT_DEPTH) {
          return undefined;
        }
        out.breakLine(depth);
      }
    } else if (closes(code)) {
      if (at !== flatEnd) {
        depth -= 1;
        out.breakLine(depth);
      }
      out.put(code);
      at += 1;
    } else {
      const end = endOfValue(bytes, at);
      out.copy(bytes, at, end);
      at = end;
    }
  }
  return yield* decodeSteps(out.bytes());
}

/** The text of bytes; what is no UTF-8 becomes U+FFFD. */
export function* decodeSteps(bytes: Uint8Array): Steps<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4 * TURN_BYTES) {
    parts.push(decoder.decode(bytes.subarray(at, at + 4 * TURN_BYTES), { stream: at + 4 * TURN_BYTES < bytes.length }));
    yield;
  }
  return parts.join('');
}

/** Texts of more than 128 KiB are large objects, which stay until the collector looks at the old ones (V8). This is safely less, in bytes. */
const CHECK_BYTES = 32 * 1024;

/** Whether bytes are UTF-8 throughout. */
export function* isUtf8Steps(bytes: Uint8Array): Steps<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += CHECK_BYTES) {
    try {
      decoder.decode(bytes.subarray(at, at + CHECK_BYTES), { stream: at + CHECK_BYTES < bytes.length });
    } catch {
      return false;
    }
    yield;
  }
  return true;
}

/** The closing bracket of an empty array or object, or of an array of a few numbers: these stay on one line. -1 for any other. */
function endOfFlat(bytes: Uint8Array, start: number): number {
  const close = bytes[start] === 0x7b ? 0x7d : 0x5d;
  let numbers = 0;
  for (let at = start + 1; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    if (code === close) {
      return at;
    }
    if (isSpace(code) || code === COMMA) {
      at += 1;
    } else if (close === 0x5d && numbers < MAX_FLAT && (code === 0x2d || (code >= 0x30 && code <= 0x39))) {
      at = endOfValue(bytes, at);
      numbers += 1;
    } else {
      return -1;
    }
  }
  return -1;
}

/** Longer tokens are copied as a whole, in bytes. */
const MAX_COPIED = 1024;

/** Bytes that make room as they are written. */
class Output {
  #bytes: Uint8Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size + 64);
  }

  put(code: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length] = code;
    this.#length += 1;
  }

  breakLine(depth: number): void {
    const end = this.#length + 1 + 2 * Math.max(0, depth);
    this.#makeRoom(end - this.#length);
    const bytes = this.#bytes;
    bytes[this.#length] = LINE_FEED;
    for (let at = this.#length + 1; at < end; at += 1) {
      bytes[at] = SPACE;
    }
    this.#length = end;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    if (end - start > MAX_COPIED) {
      this.#bytes.set(from.subarray(start, end), this.#length);
      this.#length += end - start;
      return;
    }
    const bytes = this.#bytes;
    let length = this.#length;
    // Most tokens are short: views of them would take longer than their bytes.
    for (let at = start; at < end; at += 1) {
      bytes[length] = from[at] ?? 0;
      length += 1;
    }
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(count: number): void {
    if (this.#length + count > this.#bytes.length) {
      const longer = new Uint8Array(2 * (this.#length + count));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
  }
}
