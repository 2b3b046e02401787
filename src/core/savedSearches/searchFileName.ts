/** What the files of saved searches are called. */
import type { Checked } from '../environment.js';

/** A file with this ending is a saved search. */
export const SAVED_SEARCH_SUFFIX = '.catalog-search.json';

/** Whether the address of a document or file is that of a saved search. */
export function isSearchFile({ path }: { readonly path: string }): boolean {
  return path.endsWith(SAVED_SEARCH_SUFFIX);
}

/** The longest name of a search, in UTF-16 units; with three bytes each in UTF-8 the file's name still fits into 255 bytes. */
const MAX_NAME = 70;
/** Names that Windows keeps for devices, whatever stands behind the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** A name for a search, checked as it is typed: something of it has to be left in the name of a file. */
export function checkSearchName(text: string): Checked<string> {
  const name = text.trim();
  if (name === '') {
    return { ok: false, problem: 'Type a name, for example Alps in June.' };
  }
  if (name.length > MAX_NAME) {
    return { ok: false, problem: `A name has at most ${MAX_NAME} characters.` };
  }
  return /[\p{L}\p{N}]/u.test(name) ? { ok: true, value: name } : { ok: false, problem: 'A name has at least one letter or digit.' };
}

/**
 * The name of a search's file: letters, digits, `.`, `_` and `-` only, so that it is one file beside the others on every system,
 * whatever was typed or passed.
 */
export function savedSearchFileName(name: string): string {
  let stem = name.normalize('NFC').slice(0, MAX_NAME).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/-{2,}/gu, '-');
  stem = trimEnds(stem.toLowerCase().endsWith(SAVED_SEARCH_SUFFIX) ? stem.slice(0, -SAVED_SEARCH_SUFFIX.length) : stem);
  return `${stem === '' ? 'search' : DEVICE.test(stem) ? `search-${stem}` : stem}${SAVED_SEARCH_SUFFIX}`;
}

/** What a file is called on screen where it has no title. `path` has slashes. */
export function savedSearchStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.endsWith(SAVED_SEARCH_SUFFIX) ? name.slice(0, -SAVED_SEARCH_SUFFIX.length) : name;
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && '.-'.includes(text.charAt(start))) {
    start += 1;
  }
  while (end > start && '.-'.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}
