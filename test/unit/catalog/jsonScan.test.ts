import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentSteps, elementSteps, isTooMuch, JsonScanner, scannedValue, type Scanned } from '../../../src/core/jsonScan.js';
import { atOnce } from '../../../src/core/steps.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function scan(text: string): Scanned | undefined {
  try {
    return atOnce(documentSteps(bytesOf(text)));
  } catch (error) {
    expect(error).toMatchObject({ name: 'JsonFault' });
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const token = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '"a"', '"\\u00Ff"', '"\\u00g0"', '"\\x"', '\\', '0', '-', '01', '1.', '.5', '1e', '-0.5E+3', 'true', 'nul', 'null', ' ', '\n', '\t', '\u0001', '\u00a0', '\ud83d\ude00', 'a');

describe('JSON that is scanned', () => {
  it('is sound exactly where JSON.parse reads it', () => {
    const json = fc.jsonValue({ stringUnit: 'grapheme' }).map((value) => JSON.stringify(value));
    const broken = fc.tuple(json, fc.nat(), token).map(([text, at, piece]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${piece}${text.slice(place + at % 2)}`;
    });
    fc.assert(fc.property(fc.oneof(json, broken, fc.array(token, { maxLength: 8 }).map((parts) => parts.join(''))), (text) => {
      // Half a character has no bytes of its own.
      fc.pre(text.isWellFormed());
      expect(scan(text) !== undefined).toBe(isJson(text));
    }), { numRuns: 1000 });
  });

  it('has the elements that JSON.parse gives, wherever a turn ends', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), fc.constantFrom(undefined, 1, ' '.repeat(9)), (values, space) => {
      const bytes = bytesOf(JSON.stringify(values, undefined, space));
      const found: unknown[] = [];
      expect(atOnce(elementSteps(bytes, new JsonScanner(bytes), 0, (element) => found.push(scannedValue(bytes, element))))).toBe(bytes.length);
      expect(found).toEqual(JSON.parse(new TextDecoder().decode(bytes)));
    }));
  });

  it.each([
    ['a long text', JSON.stringify('a\\"\u00e9'.repeat(200_000)), 1],
    ['deep arrays', '['.repeat(300_000) + ']'.repeat(300_000), 300_000],
    ['deep objects', '{"a":'.repeat(100_000) + '0' + '}'.repeat(100_000), 200_001],
    ['space', `[${' '.repeat(700_000)}1${'\n'.repeat(700_000)}]`, 2],
    ['digits', `[-0.${'1'.repeat(700_000)}e+00]`, 2],
  ])('is the same over many turns: %s', (_, text, values) => {
    expect(scan(text)).toMatchObject({ end: bytesOf(text).length, values });
    expect(scan(text.slice(0, -1))).toBeUndefined();
  });

  it('is too much by its values, or by its bytes', () => {
    expect([scan(`[${'0,'.repeat(149_998)}0]`), scan(`[${'0,'.repeat(149_999)}0]`)].map((scanned) => scanned !== undefined && isTooMuch(scanned))).toEqual([false, true]);
    expect([isTooMuch({ start: 0, end: 2 ** 24, values: 1 }), isTooMuch({ start: 0, end: 2 ** 24 + 1, values: 1 })]).toEqual([false, true]);
  });
});
