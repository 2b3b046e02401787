/**
 * Whether an address holds a token, plain or percent-encoded. A service may echo what it was sent in its links; an address ends up in the
 * logs of whatever stands between, where a token has no place.
 */
export function holdsToken(address: string, token: string): boolean {
  return token.length >= MIN_LENGTH && [address, decoded(address)].some((text) => text.includes(token) || text.includes(encodeURIComponent(token)));
}

/** A shorter text stands in addresses by chance. */
const MIN_LENGTH = 8;

/** Every sequence that is one of characters; the others stay. */
function decoded(address: string): string {
  return address.replace(/(?:%[\da-f]{2})+/giu, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}
