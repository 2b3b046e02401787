import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** What this adapter can undo, for `Accept-Encoding` (RFC 9110, section 12.5.3). */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

type Encoding = 'gzip' | 'deflate' | 'br';

/** More than any honest server chains; each round multiplies what a small answer can become. */
const MAX_ENCODINGS = 3;

/** The encodings of an answer in the order they were applied; undefined where one is unknown or they are too many. */
export function readEncodings(header: string | undefined): readonly Encoding[] | undefined {
  const names = (header ?? '').toLowerCase().split(',').map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS) {
    return undefined;
  }
  const known = names.map((name): Encoding | undefined => {
    switch (name) {
      case 'gzip':
      case 'x-gzip':
        return 'gzip';
      case 'deflate':
      case 'br':
        return name;
      default:
        return undefined;
    }
  });
  return known.every((name) => name !== undefined) ? known : undefined;
}

export interface DecoderEvents {
  readonly onData: (chunk: Uint8Array) => void;
  readonly onEnd: () => void;
  /** Also for a stream that ends before it is complete (Z_BUF_ERROR), which the global fetch lets pass. */
  readonly onError: (error: unknown) => void;
  readonly onDrain: () => void;
}

/** Undoes the encodings of a body, piece by piece; nothing is called after `destroy`. */
export class Decoder {
  #chain: readonly Transform[] = [];
  #destroyed = false;

  constructor(private readonly encodings: readonly Encoding[], private readonly events: DecoderEvents) {}

  /** @returns false when the next piece should wait for `onDrain`. */
  write(chunk: Uint8Array): boolean {
    if (this.encodings.length === 0) {
      this.events.onData(chunk);
      return true;
    }
    if (this.#chain.length === 0) {
      this.#chain = this.#build(chunk);
    }
    return this.#chain[0]?.write(chunk) ?? true;
  }

  /** The body is complete. One without a single byte needs no decoding. */
  end(): void {
    const [first] = this.#chain;
    if (first === undefined) {
      this.events.onEnd();
    } else {
      first.end();
    }
  }

  destroy(): void {
    this.#destroyed = true;
    this.#chain.forEach((stream) => stream.destroy());
  }

  #build(firstChunk: Uint8Array): readonly Transform[] {
    const chain = [...this.encodings].reverse().map((encoding, index) => decompressor(encoding, index === 0 ? firstChunk[0] : undefined));
    chain.forEach((stream, index) => {
      stream.on('error', (error) => this.#unlessDestroyed(() => this.events.onError(error)));
      const next = chain[index + 1];
      if (next === undefined) {
        stream.on('data', (chunk: Uint8Array) => this.#unlessDestroyed(() => this.events.onData(chunk)));
        stream.on('end', () => this.#unlessDestroyed(this.events.onEnd));
      } else {
        stream.pipe(next);
      }
    });
    chain[0]?.on('drain', () => this.#unlessDestroyed(this.events.onDrain));
    return chain;
  }

  #unlessDestroyed(run: () => void): void {
    if (!this.#destroyed) {
      run();
    }
  }
}

function decompressor(encoding: Encoding, firstByte: number | undefined): Transform {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // Some servers send the raw stream under this name; a zlib header has 8 in its low four bits (RFC 1950, section 2.2).
      return firstByte === undefined || (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
}
