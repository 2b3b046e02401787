/** What a service says of a search that it refuses with 400 or 422: which members, in its own words. No shape is documented; these are seen. */
import * as z from 'zod/mini';
import { parseJson } from '../parseJson.js';
import type { QueryMember } from '../query/query.js';

/** A member of the query, and the service's own text about it: for the log, or shown through `display()` and never in a message. */
export type Refusal = ReadonlyMap<QueryMember, string>;

const text = z.catch(z.optional(z.string()), undefined);

/** `{ "detail": [{ "loc": ["query", "bbox"], "msg": "..." }] }` (FastAPI), `{ "code", "description" }` (STAC API), problem+json (RFC 9457). */
const body = z.object({
  detail: z.optional(z.unknown()),
  description: text,
  message: text,
  title: text,
});

const entry = z.object({ loc: z.catch(z.array(z.unknown()), []), msg: text });

/** The names of the wire, by the member that they belong to. */
const NAMES: ReadonlyMap<string, QueryMember> = new Map([
  ['datetime', 'datetime'], ['bbox', 'bbox'], ['intersects', 'intersects'], ['collections', 'collections'], ['ids', 'ids'], ['limit', 'limit'],
  ['sortby', 'sortby'], ['sort', 'sortby'], ['filter', 'filter'], ['filter-lang', 'filter'], ['filter_lang', 'filter'], ['cql', 'filter'], ['cql2', 'filter'],
]);
const WORD = /[\w-]+/gu;
const MAX_ENTRIES = 20;

/**
 * The members that an error body names. `sent` are those that the query has: a text speaks of no others.
 * @returns an empty map where it names none
 */
export function readRefusal(bodyText: string, sent: ReadonlySet<QueryMember>, parameters: readonly string[]): Refusal {
  const refused = new Map<QueryMember, string>();
  const add = (name: unknown, words: string): boolean => {
    const member = memberOf(name, parameters);
    if (member === undefined || !sent.has(member)) {
      return false;
    }
    refused.set(member, refused.has(member) ? `${refused.get(member) ?? ''} ${words}` : words);
    return true;
  };
  const parsed = body.safeParse(parseJson(bodyText));
  if (!parsed.success) {
    return refused;
  }
  const { detail, description, message, title } = parsed.data;
  for (const one of Array.isArray(detail) ? (detail as readonly unknown[]).slice(0, MAX_ENTRIES) : []) {
    const read = entry.safeParse(one);
    if (read.success) {
      const words = read.data.msg ?? '';
      // The place first; a place that is only ["body"] leaves it to the text.
      if (!read.data.loc.some((part) => add(part, words))) {
        wordsOf(words).some((word) => add(word, words));
      }
    }
  }
  if (refused.size === 0) {
    for (const words of [detail, description, message, title]) {
      if (typeof words === 'string' && wordsOf(words).some((word) => add(word, words))) {
        break;
      }
    }
  }
  return refused;
}

function memberOf(name: unknown, parameters: readonly string[]): QueryMember | undefined {
  if (typeof name !== 'string') {
    return undefined;
  }
  return NAMES.get(name.toLowerCase()) ?? (parameters.includes(name) ? 'parameters' : undefined);
}

function wordsOf(words: string): readonly string[] {
  return words.match(WORD) ?? [];
}
