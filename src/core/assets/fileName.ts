/**
 * Names of files made from names of a service: one path part that is harmless and the same on every system, Windows included
 * (security, S15). Nothing of the name but letters, digits and a few signs stays; what had to change is told apart by a hash.
 */
import { sha256Hex } from '../sha256.js';

/** Room below the 255 bytes of common file systems, for " (2)" and the end of a part file. */
const MAX_BYTES = 180;
const MAX_EXTENSION = 16;
/** UTF-16 units. */
const MAX_LOOKED = 512;
/** Device names of Windows, with any extension; blanks before it do not count there. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\.|$)/iu;

/** A name that can be used as it is; undefined characters become `_`, and where two names could become one, a hash follows. */
export async function safeFileName(name: string, fallback: string): Promise<string> {
  // What cannot stay is not looked at: beginning and end are more than fits.
  const looked = name.length > MAX_LOOKED ? name.slice(0, MAX_LOOKED / 2) + name.slice(-MAX_LOOKED / 2) : name;
  const composed = looked.toWellFormed().normalize('NFC');
  // No separators, no control or formatting characters, no white space but the blank, nothing that shells or Windows read in a name.
  const plain = composed.replace(/[^\p{L}\p{N}._()+@ -]/gu, '_').replace(/^[. ]+|[. ]+$/gu, '').replace(/^-/u, '_');
  const usable = plain === '' || /^_*$/u.test(plain) ? fallback : RESERVED.test(plain) ? `_${plain}` : plain;
  if (usable === name && byteLength(usable) <= MAX_BYTES) {
    return usable;
  }
  return withSuffix(usable, `-${(await sha256Hex(`${name.length}:${escaped(name)}`)).slice(0, 8)}`);
}

/**
 * Names that do not clash where upper and lower case, or composed and decomposed letters, are the same file: later ones get " (2)".
 * @param taken names that are there already
 */
export function distinctNames(names: readonly string[], taken: Iterable<string> = []): readonly string[] {
  const used = new Set([...taken].map(folded));
  return names.map((name) => {
    let candidate = name;
    for (let count = 2; used.has(folded(candidate)); count += 1) {
      candidate = withSuffix(name, ` (${count})`);
    }
    used.add(folded(candidate));
    return candidate;
  });
}

/** What two names have in common that a case-insensitive file system takes for one. */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

/** The suffix goes before the extension; the name in front is cut as needed. */
function withSuffix(name: string, suffix: string): string {
  const [extension = ''] = /\.[\p{L}\p{N}]{1,15}$/u.exec(name.slice(-MAX_EXTENSION)) ?? [];
  const stem = extension === name ? '' : extension;
  let front = stem === '' ? name : name.slice(0, -stem.length);
  while (byteLength(front + suffix + stem) > MAX_BYTES) {
    front = [...front].slice(0, -1).join('');
  }
  return `${front.replace(/[. ]+$/u, '')}${suffix}${stem}`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A lone surrogate has no UTF-8 form, and would be hashed as any other. */
function escaped(text: string): string {
  return text.replace(/\p{Cs}/gu, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}
