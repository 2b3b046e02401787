import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInPieces } from '../../../src/core/catalog/pagePieces.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOT_THIS_WAY = { undefined: true };

interface Parsed {
  readonly rest: unknown;
  readonly features: readonly unknown[];
}

function inPieces(page: Uint8Array, pieceBytes?: number): Parsed | typeof NOT_THIS_WAY {
  const features: unknown[] = [];
  const rest = parseInPieces(page, (feature) => features.push(feature), pieceBytes);
  return rest === undefined ? NOT_THIS_WAY : { rest, features };
}

/** What the same page is for `JSON.parse`; undefined where it is nothing. */
function whole(page: Uint8Array): Parsed | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(page)) as { readonly features: readonly unknown[] };
    return { rest: { ...value, features: [] }, features: value.features };
  } catch {
    return undefined;
  }
}

const hard = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '},{"id"', '],"', 'é', '𐍈', '\u2028', '\ufeff', 'a') });
const anything = fc.oneof(hard, fc.jsonValue({ stringUnit: 'grapheme' }), fc.array(fc.record({ id: hard })));
const feature = fc.record({ id: fc.oneof(hard, fc.integer()), properties: fc.dictionary(hard, anything), links: fc.array(fc.record({ id: hard, rel: hard })) }, { requiredKeys: ['id'] });
const members = fc.dictionary(hard, anything);
const page = fc.record({
  before: members, after: members,
  features: fc.array(fc.oneof({ weight: 9, arbitrary: feature }, anything), { maxLength: 40 }),
  space: fc.constantFrom(undefined, 1, '\t'),
}).map(({ before, features, after, space }) => JSON.stringify({ ...before, features, ...after }, null, space));
const pieceBytes = fc.integer({ min: 1, max: 400 });

describe('a page in pieces', () => {
  it('is the page, whatever is in it and wherever it is cut', () => {
    fc.assert(fc.property(page, pieceBytes, (text, size) => {
      const bytes = bytesOf(text);
      expect([whole(bytes), NOT_THIS_WAY]).toContainEqual(inPieces(bytes, size));
    }));
  });

  it('is not there where the page is unsound', () => {
    const change = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.constantFrom('', ',', ']', '[', '{', '}', '"', '\\', 'x', ',{}', '\u00e9'), broken: fc.boolean() });
    fc.assert(fc.property(page, pieceBytes, change, (text, size, { at, cut, put, broken }) => {
      const place = at % text.length;
      const bytes = bytesOf(text.slice(0, place) + put + text.slice(place + cut));
      if (broken) {
        bytes[place % bytes.length] = 0xff;
      }
      expect([whole(bytes), NOT_THIS_WAY]).toContainEqual(inPieces(bytes, size));
    }), { numRuns: 500 });
  });

  it('comes in pieces where its features are alike', () => {
    const features = Array.from({ length: 50 }, (_, index) => ({ id: `item-${index}`, links: [{ rel: 'self' }, { rel: 'next' }], properties: { title: 'é𐍈'.repeat(index) } }));
    for (const space of [undefined, 2]) {
      const text = JSON.stringify({ type: 'FeatureCollection', features, links: [] }, null, space);
      for (const size of [1, 10, 100, 1_000, 10_000, undefined]) {
        expect(inPieces(bytesOf(text), size)).toEqual({ rest: { type: 'FeatureCollection', features: [], links: [] }, features });
        expect(inPieces(bytesOf(`\ufeff${text}`), size)).toEqual({ rest: { type: 'FeatureCollection', features: [], links: [] }, features });
      }
    }
  });

  it('is not there where features come twice, are no list, are not told apart by a name, or a part of one looks like the next', () => {
    const two = '{"id":1},{"id":2}';
    expect(inPieces(bytesOf(`{"features":[${two}],"features":[]}`))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf(`{"features":[${two}],"\\u0066eatures":[]}`))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf('{"features":{"id":1}}'))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf('{"links":[{"features":[]}]}'))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf(`{"features":[${'0,'.repeat(200_000)}0],"links":[]}`))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf(`{"features":[${'{},'.repeat(200_000)}{}],"links":[]}`))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf(`{"features":[${'{"id":1},'.repeat(100)}${' '.repeat(300)}{"id":1}]}`), 100)).toMatchObject({ features: { length: 101 } });
    expect(inPieces(bytesOf(`{"features":[{"id":1},${' '.repeat(300)}{"id":1}]}`))).toBe(NOT_THIS_WAY);
    expect(inPieces(bytesOf('{"features":[{"id":1},{"id":[{"a":1},{"id":2}]}]}'), 16)).toBe(NOT_THIS_WAY);
  });
});
