/** The path of an item's document: `/<environment>/<collection>/<id>.geojson`, each part percent-encoded (design, public contract). */
import type { ItemKey } from './item.js';

const SUFFIX = '.geojson';
const EMPTY = '~';

/** Unique and reversible for any strings: slashes, dots, emoji, lone surrogates and the empty string included. */
export function itemPath(key: ItemKey): string {
  return `/${encodePart(key.environment)}/${encodePart(key.collection)}/${encodePart(key.id)}${SUFFIX}`;
}

/** The key in a path that {@link itemPath} made; undefined for any other path. */
export function parseItemPath(path: string): ItemKey | undefined {
  // What has more parts is no such path, however many they are.
  const [root, environment, collection, file, more] = path.split('/', 5);
  if (root !== '' || environment === undefined || collection === undefined || file === undefined || more !== undefined || !file.endsWith(SUFFIX)) {
    return undefined;
  }
  const parts = [environment, collection, file.slice(0, -SUFFIX.length)].map(decodePart);
  const [a, b, c] = parts;
  if (a === undefined || b === undefined || c === undefined) {
    return undefined;
  }
  const key = { environment: a, collection: b, id: c };
  return itemPath(key) === path ? key : undefined;
}

/** The environment that the document at a path is of: its first part. Undefined where that is none. */
export function environmentOfPath(path: string): string | undefined {
  const [root, environment] = path.split('/', 2);
  return root !== '' || environment === undefined || environment === '' ? undefined : decodePart(environment);
}

/** A text as one part of a path: percent-encoded, never empty, never dots alone. */
export function encodePart(part: string): string {
  if (part === '') {
    return EMPTY;
  }
  // Lone surrogates have no UTF-8 form; "." and ".." would be folded away, and a leading "~" stands for the empty string.
  return (part.isWellFormed() ? encodeURIComponent(part) : encodeIllFormed(part))
    .replace(/^\.{1,2}$/u, (dots) => dots.replaceAll('.', '%2E'))
    .replace(/^~/u, '%7E');
}

/** Lone surrogates as `%u` and their number, what is between them as usual. One pass: a text can be nothing but surrogates. */
function encodeIllFormed(part: string): string {
  let encoded = '';
  let from = 0;
  for (let at = 0; at < part.length; at += 1) {
    const code = part.charCodeAt(at);
    if ((code & 0xf800) !== 0xd800) {
      continue;
    }
    if (code < 0xdc00 && (part.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      at += 1;
      continue;
    }
    encoded += `${from < at ? encodeURIComponent(part.slice(from, at)) : ''}%u${code.toString(16)}`;
    from = at + 1;
  }
  return encoded + encodeURIComponent(part.slice(from));
}

/** Undefined where it is not percent-encoded. What {@link encodePart} would write otherwise is for the caller to refuse. */
function decodePart(part: string): string | undefined {
  if (part === EMPTY) {
    return '';
  }
  try {
    let decoded = '';
    let from = 0;
    for (let at = part.indexOf('%u'); at >= 0; at = part.indexOf('%u', from)) {
      decoded += (from < at ? decodeURIComponent(part.slice(from, at)) : '') + String.fromCharCode(Number.parseInt(part.slice(at + 2, at + 6), 16));
      from = at + 6;
    }
    return decoded + decodeURIComponent(part.slice(from));
  } catch {
    return undefined;
  }
}
