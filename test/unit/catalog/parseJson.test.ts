import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTooDeep, parseJson } from '../../../src/core/parseJson.js';

it('any JSON is read as JSON.parse reads it, whatever stands in its strings', () => {
  const bracketed = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', 'a'), maxLength: 12 });
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), bracketed, fc.constantFrom(undefined, 2), (value, key, indent) => {
    const text = JSON.stringify({ [key]: value, text: key }, undefined, indent);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  }));
});

it.each(['', 'a', '{', '"', '"\\', '[1'])('%j is no JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
});

it.each([
  ['a thousand arrays', '['.repeat(1_000) + ']'.repeat(1_000), false],
  ['one more', '['.repeat(1_001) + ']'.repeat(1_001), true],
  ['a thousand objects in an array', `[${'{"a":'.repeat(1_000)}0${'}'.repeat(1_000)}]`, true],
  ['brackets in a text', `["${'['.repeat(5_000)}"]`, false],
  ['brackets behind an escaped quote', `["\\"${'['.repeat(5_000)}"]`, false],
  ['arrays side by side', `[${'[],'.repeat(5_000)}[]]`, false],
])('%s', (_, text, deep) => {
  expect(isTooDeep(text)).toBe(deep);
  expect(parseJson(text) === undefined).toBe(deep);
});
