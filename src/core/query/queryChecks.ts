/** The members of a query as programs and files give them, each checked, or refused with a sentence for people. */
import { checkBoundingBox, parseBoundingBox, type BoundingBox } from '../geo/boundingBox.js';
import { parseDatetime } from '../datetime.js';
import type { Checked } from '../environment.js';
import { isJsonObject } from '../jsonObject.js';

const MAX_NAMES = 10_000;
const MAX_NAME = 1000;
const MAX_FILTER = 20_000;
const MAX_PARAMETERS = 30;
const MAX_VALUE = 2000;
const number = new Intl.NumberFormat('en');

/** Parameters that a query has members for. */
const OWN_NAMES: ReadonlySet<string> = new Set(['limit', 'datetime', 'bbox', 'intersects', 'collections', 'ids', 'sortby', 'filter', 'filter-lang']);
/** Names under which services take secrets. An address is logged, kept and shared: a secret never goes into one. */
const SECRET_NAME = /token|secret|passw|authori[sz]ation|api[-_]?key|access[-_]?key|subscription[-_]?key|credential|signature|session|cookie|bearer|jwt|^(?:auth|key|sig|pwd)$/iu;
/** A token by its look: three parts of base64url, the first of which begins with `{"`. */
const JWT = /eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/u;

export function checkWhole(value: unknown, max: number): Checked<number> {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
    ? { ok: true, value }
    : problem(`This is a whole number from 1 to ${number.format(max)}.`);
}

export function checkDatetime(value: unknown): Checked<string> {
  return typeof value === 'string' ? parseDatetime(value) : problem('A time is text, for example "2026-06" or "2026-06-01/..".');
}

export function checkBox(value: unknown): Checked<BoundingBox> {
  if (typeof value === 'string') {
    return parseBoundingBox(value);
  }
  return Array.isArray(value) ? checkBoundingBox(value) : problem('A box is an array of four numbers: west, south, east, north.');
}

/** Names as an array, or as text with commas between them. */
export function checkNames(value: unknown): Checked<readonly string[]> {
  const names: readonly unknown[] = typeof value === 'string' ? value.split(',').map((name) => name.trim()).filter((name) => name !== '') : Array.isArray(value) ? value : [];
  if (names.length === 0) {
    return problem('Give at least one name; several have commas between them.');
  }
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length !== names.length || texts.includes('')) {
    return problem('Every name is a text that is not empty.');
  }
  if (texts.length > MAX_NAMES) {
    return problem(`These are ${number.format(texts.length)} names; at most ${number.format(MAX_NAMES)} can be asked for.`);
  }
  const long = texts.find((name) => name.length > MAX_NAME);
  if (long !== undefined) {
    return problem(`A name has at most ${number.format(MAX_NAME)} characters; one has ${number.format(long.length)}.`);
  }
  return { ok: true, value: [...new Set(texts)] };
}

/** Names that go out separated by commas, so that one with a comma inside cannot be asked for. */
export function checkSent(value: unknown): Checked<readonly string[]> {
  const names = checkNames(value);
  return names.ok && names.value.some((name) => name.includes(',')) ? problem('A name with a comma inside cannot be sent.') : names;
}

/** CQL2 is the service's to understand; only what is wrong in every reading is refused here. */
export function checkFilter(value: unknown): Checked<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') {
    return problem('A filter is CQL2 text, for example eo:cloud_cover < 20.');
  }
  if (text.length > MAX_FILTER) {
    return problem(`A filter has at most ${number.format(MAX_FILTER)} characters.`);
  }
  return balance(text) ?? { ok: true, value: text };
}

/** `{ "name": "value" }`, or text such as `name=value&other=value`. Numbers and booleans are taken as their text. */
export function checkParameters(value: unknown): Checked<Readonly<Record<string, string>>> {
  const entries = typeof value === 'string' ? [...new URLSearchParams(value.trim())] : isJsonObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) {
    return problem('Write further parameters as name=value, with & between them.');
  }
  if (entries.length > MAX_PARAMETERS) {
    return problem(`At most ${MAX_PARAMETERS} further parameters can be sent.`);
  }
  const read: [name: string, value: string][] = [];
  for (const [name, given] of entries) {
    const refusal = checkName(name);
    if (refusal !== undefined) {
      return problem(refusal);
    }
    if ((typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') || String(given).length > MAX_VALUE) {
      return problem(`The value of ${name} is a text of at most ${number.format(MAX_VALUE)} characters.`);
    }
    if (JWT.test(String(given))) {
      return problem(`The value of ${name} looks like a token. An address is seen by others: sign in instead.`);
    }
    if (read.some(([before]) => before === name)) {
      return problem(`${name} is there twice.`);
    }
    read.push([name, String(given)]);
  }
  return { ok: true, value: Object.fromEntries(read) };
}

function checkName(name: string): string | undefined {
  if (!/^[\w.:[\]-]{1,100}$/u.test(name) || name === '__proto__') {
    return 'The name of a parameter has letters, digits and . : _ - only.';
  }
  if (OWN_NAMES.has(name.toLowerCase())) {
    return `${name} has a row of its own.`;
  }
  return SECRET_NAME.test(name) ? `${name} may carry a secret, and an address is seen by others: sign in instead.` : undefined;
}

/** More ways to read a text are not followed. */
const MAX_READINGS = 100;

/**
 * Quotes and brackets that do not close, however the text is read. A quote in a literal is written `''` or `\'` (OGC 21-065, annex B); the
 * latter is a backslash before the literal's end as well, so that every `\'` has two readings.
 */
function balance(text: string): Checked<never> | undefined {
  // How many brackets are open, for each reading: outside of quotes, in a literal, in a quoted name.
  let outside = new Set([0]);
  let literal = new Set<number>();
  let name = new Set<number>();
  let before = '';
  for (const character of text) {
    if (character === '\'') {
      const ended = literal;
      literal = before === '\\' ? union(literal, outside) : outside;
      outside = ended;
    } else if (character === '"') {
      [outside, name] = [name, outside];
    } else if (character === '(') {
      outside = shifted(outside, 1);
    } else if (character === ')') {
      outside = shifted(outside, -1);
    }
    if (outside.size + literal.size + name.size === 0) {
      return problem('There is a ) without its (.');
    }
    if (outside.size + literal.size + name.size > MAX_READINGS) {
      return undefined;
    }
    before = character;
  }
  if (outside.has(0)) {
    return undefined;
  }
  return outside.size > 0 ? problem('There is a ( without its ).') : problem(`A text is not closed: ${literal.size > 0 ? '\'' : '"'} is missing at its end.`);
}

function shifted(counts: ReadonlySet<number>, by: number): Set<number> {
  return new Set([...counts].map((count) => count + by).filter((count) => count >= 0));
}

function union(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a, ...b]);
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
