/**
 * Texts as literals of other languages. What is pasted into a terminal or a program may come from anywhere: a literal holds printable
 * characters only, so that no control character ends a paste early and none hides what is there; the rest is written as escapes.
 */

/** What is shown by a mark of its own. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const ALL_PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
const SOME_IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Whether every character of a text is shown as it is. */
export function isPrintable(text: string): boolean {
  return ALL_PRINTABLE.test(text) && !SOME_IGNORABLE.test(text);
}

/** A word of a POSIX shell. Only for printable text: see {@link isPrintable}. */
export function shellWord(text: string): string {
  return `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}

/** A string literal of Python 3. */
export function pythonString(text: string): string {
  return `"${escaped(text, /["\\]/u, (code) => `\\U${hex(code, 8)}`)}"`;
}

/** A string literal of JavaScript. */
export function javascriptString(text: string): string {
  return `'${escaped(text, /['\\]/u, (code) => `\\u{${hex(code, 1)}}`)}'`;
}

/** A value of JSON as an expression of Python: nothing, truth and strings are written otherwise there. */
export function pythonValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return pythonString(value);
    case 'number':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'True' : 'False';
    default:
      break;
  }
  if (Array.isArray(value)) {
    return `[${value.map(pythonValue).join(', ')}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value).map(([name, member]) => `${pythonString(name)}: ${pythonValue(member)}`).join(', ')}}`
    : 'None';
}

/** A string literal of SQL; characters that cannot be seen are put in between by their numbers. */
export function sqlString(text: string): string {
  let literal = '\'';
  for (const character of text.toWellFormed()) {
    literal += character === '\'' ? '\'\'' : isShown(character) ? character : `' || chr(${character.codePointAt(0) ?? 0}) || '`;
  }
  return `${literal}'`;
}

/** Lone surrogates become U+FFFD, as they do on their way into an address. */
function escaped(text: string, special: RegExp, escape: (code: number) => string): string {
  let result = '';
  for (const character of text.toWellFormed()) {
    result += special.test(character) ? `\\${character}` : isShown(character) ? character : escape(character.codePointAt(0) ?? 0);
  }
  return result;
}

function isShown(character: string): boolean {
  return PRINTABLE.test(character) && !IGNORABLE.test(character);
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
