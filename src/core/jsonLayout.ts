/**
 * JSON laid out for reading without being parsed, so that number literals, key order and duplicate keys stay as they were sent.
 * Works on bytes: a text that grows by every token takes several times as long to make.
 */
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
  const bytes = new TextEncoder().encode(text);
  const out = new Output(2 * bytes.length);
  let depth = 0;
  // Where the array or object closes that stays on one line; passed already where there is none.
  let flatEnd = -1;
  for (let at = 0; at < bytes.length; ) {
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
          return text;
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
  return out.text();
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
    const bytes = this.#bytes;
    let length = this.#length;
    // Most tokens are short: views of them would take longer than their bytes.
    for (let at = start; at < end; at += 1) {
      bytes[length] = from[at] ?? 0;
      length += 1;
    }
    this.#length = length;
  }

  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(0, this.#length));
  }

  #makeRoom(count: number): void {
    if (this.#length + count > this.#bytes.length) {
      const longer = new Uint8Array(2 * (this.#length + count));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
  }
}
