import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { display } from '../../../src/core/display.js';

describe('S26 S27: display', () => {
  it.each([
    ['plain Ünïcödé 漢字 🛰', 'plain Ünïcödé 漢字 🛰'],
    ['a\u202Eb', 'a[U+202E]b'],
    ['\u001b]52;c;x\u0007', '␛]52;c;x␇'],
    ['a\nb\tc\u007f', 'a␊b␉c␡'],
    ['a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
    ['\ud800x', '[U+D800]x'],
    ['\u2028', '[U+2028]'],
    ['\u3164', '[U+3164]'],
    ['\u{e0041}', '[U+E0041]'],
    ['$(error) failed', '$\u2009(error) failed'],
    ['$$(x)', '$$\u2009(x)'],
    ['\\$(x)', '\\$\u2009(x)'],
    ['e\u0301', 'e\u0301'],
  ])('%j is shown as %j', (text, shown) => {
    expect(display(text)).toBe(shown);
  });

  it('cuts, never through a character', () => {
    expect(display('abcdef', 4)).toBe('abc…');
    expect(display('abcd', 4)).toBe('abcd');
    expect(display('ab🛰d', 4)).toBe('ab…');
    expect(display('\n'.repeat(500))).toHaveLength(200);
    expect(display('abc', 0)).toBe('');
  });

  it('lets no flood of combining marks through', () => {
    expect(display(`Z${'\u0335'.repeat(1000)}`, 2000)).not.toMatch(/\p{M}{7}/u);
  });

  it('holds what it promises for any text', () => {
    const nasty = fc.constantFrom('\u202e', '\u200b', '$', '(', '$(', '\ud800', '\udc00', '\u0301', '\u001b', '\u0085', '🛰', '\u2066', '\u00ad');
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), nasty)).map((parts) => parts.join(''));
    fc.assert(fc.property(text, fc.integer({ min: 0, max: 250 }), (value, max) => {
      const shown = display(value, max);
      expect(shown.length).toBeLessThanOrEqual(max);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(shown).not.toContain('$(');
      expect(shown).not.toMatch(/\p{M}{7}/u);
      expect(display(shown, max)).toBe(shown);
    }), { numRuns: 500 });
  });

  it('looks only at what it shows', () => {
    expect(display('\u202e'.repeat(5_000_000))).toHaveLength(200);
  });
});
