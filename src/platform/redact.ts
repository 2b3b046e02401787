/** The last guard before a line reaches the log: what looks like a secret does not pass, wherever it came from. */

import { withoutSignatures } from '../core/assets/signature.js';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // JSON Web Tokens (RFC 7519): three base64url parts; two suffice to give one away.
  [/\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/gu, '<token>'],
  [/\bBearer\s+[^\s"',]+/giu, 'Bearer <token>'],
  [/("?(?:client_secret|access_token|authorization|proxy-authorization|cookie|set-cookie)"?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|[^\s,;&}]+)/giu, '$1<redacted>'],
  // User info in an address. No scheme is longer.
  [/(\b[a-z][\w+.-]{0,40}:\/\/)[^\s/@]+@/giu, '$1<redacted>@'],
];

/** The text with everything that looks like a token, a secret, or a password or signature in an address replaced. */
export function redact(text: string): string {
  return withoutSignatures(PATTERNS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text));
}

/** Control characters as escapes, so that a service cannot write lines or terminal commands into the log. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
