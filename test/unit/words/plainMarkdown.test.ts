import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendTable, plainMarkdown } from '../../../src/platform/plainMarkdown.js';

/** What a reader of HTML sees. */
const read = (markdown: string): string => markdown.replaceAll('&nbsp;', ' ').replaceAll(/&#(\d+);/gu, (_reference, code: string) => String.fromCodePoint(Number(code)));

/** What makes the editor's Markdown a link, a picture, an icon, HTML or another look, by itself or with more of it. */
const HOSTILE = ['https://', 'http://', 'HTTPS://', 'ftp://', 'www.', 'a@b.example', 'mailto:', '<https://a.example>', '<a@b.example>', '[a](command:b)', '![a](b)', '<a href=', '<img src=', '$(error)', '**', '|', '\n', '\r', '&amp;', '&#58;', '    ', '\t', '`', '- ', '1. ', '# ', '\\'];

describe('a text as Markdown', () => {
  it.each([...HOSTILE, 'plain words 123'])('is nothing but text: %j', (text) => {
    // Nothing but letters, digits, spaces and character references is left: no rule of Markdown or of links begins with these.
    expect(plainMarkdown(text)).toMatch(/^(?:[\p{L}\p{N} ]|&#\d+;|&nbsp;)*$/u);
    expect(read(plainMarkdown(text)).replaceAll(/\s/gu, ' ')).toBe(text.replaceAll(/\s/gu, ' '));
  });

  it('reads as it was, whatever it is', () => {
    const any = fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(fc.property(any, (text) => {
      const markdown = plainMarkdown(text);
      expect(markdown.replaceAll(/&#\d+;|&nbsp;/gu, '')).not.toMatch(/[\p{P}\p{S}\r\n\t\u2028]/u);
      expect(read(markdown)).toBe(text.replaceAll(/[\s\u0085]/gu, ' '));
    }));
  });

  it('is one cell of a table', () => {
    let table = '';
    appendTable({ appendMarkdown: (text) => (table += text) }, [['a|b', 'c\nd']]);
    expect(table).toBe('| | |\n|:--|:--|\n| a&#124;b&nbsp;&nbsp; | c&nbsp;d |\n');
  });
});
