/** Markdown that shows a text as it is and makes nothing of it, whoever wrote it. */

/** Everything that Markdown or HTML could read as more than a character is among these. */
const ACTIVE = /[\p{P}\p{S}]/gu;

/**
 * The text as Markdown: no emphasis, icon, HTML or link comes of it. `MarkdownString.appendText` escapes with backslashes, which do not stop
 * what is a link by its looks (`https://`, `www.`, an address with `@`); a character reference is never looked at again. On one line.
 */
export function plainMarkdown(text: string): string {
  return text
    .replaceAll(ACTIVE, (character) => `&#${character.codePointAt(0) ?? 0};`)
    // A row of spaces would be one, and at a line's beginning they mean code.
    .replaceAll(/[\s\u0085]+/gu, (spaces) => (spaces === ' ' ? ' ' : '&nbsp;'.repeat(spaces.length)))
    .replace(/^ | $/gu, '&nbsp;');
}

/** What Markdown is written into: a `MarkdownString` of the editor. */
interface Markdown {
  appendMarkdown(value: string): unknown;
}

/** In the place of `appendText`: the text as it is, and nothing made of it. */
export function appendPlain<Into extends Markdown>(into: Into, text: string): Into {
  into.appendMarkdown(plainMarkdown(text));
  return into;
}

/** Appends a table of two columns without a heading: what each line is about, and what it says. */
export function appendTable<Into extends Markdown>(into: Into, rows: readonly (readonly [label: string, value: string])[]): Into {
  into.appendMarkdown('| | |\n|:--|:--|\n');
  for (const [label, value] of rows) {
    into.appendMarkdown('| ');
    appendPlain(into, label).appendMarkdown('&nbsp;&nbsp; | ');
    appendPlain(into, value).appendMarkdown(' |\n');
  }
  return into;
}
