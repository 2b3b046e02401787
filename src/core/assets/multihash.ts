/** Multihashes: a digest that names its own function (multiformats, as the STAC file extension uses them). */

export type Checksum =
  /** `algorithm` is the name that Node's crypto and OpenSSL have for it; `digest` is in lower-case hexadecimal digits. */
  | { readonly kind: 'known'; readonly algorithm: string; readonly digest: string }
  | { readonly kind: 'unknown' };

/** Codes of the multicodec table whose functions come with OpenSSL, and how many bytes their digests have. */
const FUNCTIONS: ReadonlyMap<number, readonly [algorithm: string, bytes: number]> = new Map([
  [0x11, ['sha1', 20]], [0x12, ['sha256', 32]], [0x13, ['sha512', 64]], [0x20, ['sha384', 48]], [0x1013, ['sha224', 28]], [0xd5, ['md5', 16]],
  [0x14, ['sha3-512', 64]], [0x15, ['sha3-384', 48]], [0x16, ['sha3-256', 32]], [0x17, ['sha3-224', 28]],
  [0xb240, ['blake2b512', 64]], [0xb260, ['blake2s256', 32]],
]);

/** Reads a multihash in hexadecimal digits. Anything else, cut digests among it, is `unknown`: it proves nothing. */
export function readMultihash(text: string): Checksum {
  const hex = text.trim().toLowerCase();
  if (!/^(?:[\da-f]{2}){3,140}$/u.test(hex)) {
    return { kind: 'unknown' };
  }
  const bytes = Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
  const code = readVarint(bytes, 0);
  const length = readVarint(bytes, code.end);
  const [algorithm, size] = FUNCTIONS.get(code.value) ?? [];
  const digest = hex.slice(length.end * 2);
  return algorithm !== undefined && size === length.value && digest.length === size * 2 ? { kind: 'known', algorithm, digest } : { kind: 'unknown' };
}

/** Seven bits a byte, the low ones first (unsigned LEB128). */
function readVarint(bytes: readonly number[], start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < Math.min(bytes.length, start + 4); at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) {
      return { value, end: at + 1 };
    }
  }
  return { value: -1, end: bytes.length };
}
