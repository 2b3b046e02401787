/** Signed addresses: whoever holds one may fetch the file until it expires, so that none is kept. */

/** Parameters that carry the right to fetch: AWS (also its older form), Google, Azure, CloudFront, Alibaba, Huawei, Tencent, Akamai, and tokens and keys by their usual names. */
const NAMES = [
  'X-(?:Amz|Goog|Oss|Obs|Cos|Tos)-(?:Signature|Credential|Security-Token)', '(?:AWS|OSS)?AccessKeyId', 'GoogleAccessId', '(?:q-)?Signature', 'Key-Pair-Id', 'Policy', 'sig', '(?:x-cos-)?security-token',
  '(?:access_?|auth_?|id_|refresh_|sas_?)?token', '__token__', 'hdnea', 'hdnts', 'jwt', '(?:x-)?api[-_]?key', 'subscription-key', 'authorization',
].join('|');

/**
 * What begins such a parameter, wherever its address stands: the sign before its name and the one after it may be written as an escape of JSON or
 * HTML, or percent-encoded where the address is a parameter of another.
 */
const BEGINNING = new RegExp(String.raw`(?:[?&;#]|\\u0026|\\u003f|%26|%3f)(?:${NAMES})(?:=|\\u003d|%3d)`, 'giu');
/**
 * A piece of its value. An escape of JSON belongs to it, but for those of the signs that end it: a quotation mark, an ampersand, an angle bracket.
 * With a bound, because the engine keeps a place to go back to for each repetition.
 */
const PIECE = /(?:[^"&\\\s<>]|\\(?:\/|u(?!0022|0026|003c|003e)[\da-f]{4})){1,4000}/iuy;
const NAME = new RegExp(`^(?:${NAMES})$`, 'iu');
const REMOVED = 'removed';
const REMOVED_VALUE = new RegExp(`[?&;#](?:${NAMES})=${REMOVED}(?=[&#]|$)`, 'iu');

/** The text, JSON of an item or a line of words, with the signatures of its addresses taken out; all else stays as it was. */
export function withoutSignatures(text: string): string {
  let cleaned = '';
  let from = 0;
  BEGINNING.lastIndex = 0;
  while (BEGINNING.test(text)) {
    const start = BEGINNING.lastIndex;
    const end = endOfValue(text, start);
    if (end > start) {
      cleaned += text.slice(from, start) + REMOVED;
      from = end;
      BEGINNING.lastIndex = end;
    }
  }
  return from === 0 ? text : cleaned + text.slice(from);
}

function endOfValue(text: string, start: number): number {
  let end = start;
  for (PIECE.lastIndex = start; PIECE.test(text); end = PIECE.lastIndex);
  return end;
}

/** Whether a query parameter of this name carries the right to fetch. */
export function isSignature(name: string): boolean {
  return NAME.test(name);
}

/** Whether {@link withoutSignatures} took something out of this address: nobody accepts it so. */
export function lacksSignature(href: string): boolean {
  return REMOVED_VALUE.test(href);
}
