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
  const [root, environment, collection, file, ...rest] = path.split('/');
  if (root !== '' || environment === undefined || collection === undefined || file === undefined || rest.length > 0 || !file.endsWith(SUFFIX)) {
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

/** A text as one part of a path: percent-encoded, never empty, never dots alone. */
export function encodePart(part: string): string {
  if (part === '') {
    return EMPTY;
  }
  // Lone surrogates have no UTF-8 form; "." and ".." would be folded away, and a leading "~" stands for the empty string.
  return part
    .split(/(\p{Cs})/u)
    .map((piece) => (/^\p{Cs}$/u.test(piece) ? `%u${piece.charCodeAt(0).toString(16)}` : encodeURIComponent(piece)))
    .join('')
    .replace(/^\.{1,2}$/u, (dots) => dots.replaceAll('.', '%2E'))
    .replace(/^~/u, '%7E');
}

function decodePart(part: string): string | undefined {
  if (part === EMPTY) {
    return '';
  }
  try {
    return part
      .split(/(%u[\da-f]{4})/u)
      .map((piece) => (/^%u[\da-f]{4}$/u.test(piece) ? String.fromCharCode(Number.parseInt(piece.slice(2), 16)) : decodeURIComponent(piece)))
      .join('');
  } catch {
    return undefined;
  }
}
