/**
 * An unasked `100 Continue` is to be passed over (RFC 9110, section 15.2), and some gateways send one to every POST. undici takes it for a
 * broken answer, and passes over every other interim answer: so that it reads `102 Processing` in its place.
 */
import type { Socket } from 'node:net';

const CONTINUE = 'HTTP/1.1 100';
const DIGITS = 3;

/** Changes the interim heads in what comes in, piece by piece and in place. */
export class InterimHeads {
  /** Where in the status line the next byte is; undefined past it. */
  #at: number | undefined = 0;
  #status = '';
  #lineIsEmpty = false;
  #final = false;

  /** The next byte is the first of the answer to another request. */
  begin(): void {
    this.#at = 0;
    this.#status = '';
    this.#final = false;
  }

  pass(piece: Uint8Array): void {
    for (let i = 0; i < piece.length && !this.#final; i += 1) {
      const byte = piece[i] ?? 0;
      if (this.#at === undefined) {
        this.#passHeader(byte);
        continue;
      }
      if (this.#at >= CONTINUE.length - DIGITS) {
        this.#status += String.fromCharCode(byte);
      }
      this.#at += 1;
      if (this.#at === CONTINUE.length) {
        if (this.#status === '100') {
          piece[i] = '2'.charCodeAt(0);
        }
        this.#final = !this.#status.startsWith('1');
        this.#at = undefined;
        this.#lineIsEmpty = false;
      }
    }
  }

  /** An empty line ends an interim head; another head follows. */
  #passHeader(byte: number): void {
    if (byte === 0x0a) {
      if (this.#lineIsEmpty) {
        this.begin();
      }
      this.#lineIsEmpty = true;
    } else if (byte !== 0x0d) {
      this.#lineIsEmpty = false;
    }
  }
}

const passing = new WeakMap<Socket, InterimHeads>();

/** Has a socket of undici's pass over the unasked `100 Continue` of the answer that comes next. Said again for each request. */
export function passOverContinue(socket: Socket): void {
  const known = passing.get(socket);
  if (known !== undefined) {
    known.begin();
    return;
  }
  const heads = new InterimHeads();
  passing.set(socket, heads);
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const piece: unknown = read(size);
    if (piece instanceof Uint8Array) {
      heads.pass(piece);
    }
    return piece;
  };
}
