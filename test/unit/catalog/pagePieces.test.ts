import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PagePieces } from '../../../src/core/catalog/pagePieces.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOT_THIS_WAY = { undefined: true };

interface Parsed {
  readonly rest: unknown;
  readonly features: readonly unknown[];
}

/** Whatever is done with them, the bytes are then as they were. */
function untouched<T>(bytes: Uint8Array, run: (bytes: Uint8Array) => T): T {
  const before = bytes.slice();
  const result = run(bytes);
  expect(Buffer.compare(bytes, before)).toBe(0);
  return result;
}

/** @param cuts where the page is looked at while it arrives, in parts of its length */
function inPieces(page: Uint8Array, pieceBytes?: number, cuts: readonly number[] = []): Parsed | typeof NOT_THIS_WAY {
  const features: unknown[] = [];
  const pieces = new PagePieces((feature) => features.push(feature), pieceBytes);
  const ends = cuts.map((cut) => Math.round(cut * page.length)).sort((a, b) => a - b);
  // What is behind the end must not be looked at: the room behind a body that arrives holds anything.
  ends.forEach((end) => untouched(page.slice(0, end), (part) => pieces.came(part)));
  const rest = untouched(page, (all) => pieces.end(all));
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
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe('a page in pieces', () => {
  it('is the page, whatever is in it and wherever it is cut', () => {
    fc.assert(fc.property(page, pieceBytes, cuts, (text, size, places) => {
      const bytes = bytesOf(text);
      expect([whole(bytes), NOT_THIS_WAY]).toContainEqual(inPieces(bytes, size, places));
    }));
  });

  it('is not there where the page is unsound', () => {
    const change = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.constantFrom('', ',', ']', '[', '{', '}', '"', '\\', 'x', ',{}', '\u00e9'), broken: fc.boolean() });
    fc.assert(fc.property(page, pieceBytes, cuts, change, (text, size, places, { at, cut, put, broken }) => {
      const place = at % text.length;
      const bytes = bytesOf(text.slice(0, place) + put + text.slice(place + cut));
      if (broken) {
        bytes[place % bytes.length] = 0xff;
      }
      expect([whole(bytes), NOT_THIS_WAY]).toContainEqual(inPieces(bytes, size, places));
    }), { numRuns: 500 });
  });

  const alike = Array.from({ length: 400 }, (_, index) => ({ id: `item-${index}`, links: [{ rel: 'self' }, { rel: 'next' }], properties: { title: 'é𐍈'.repeat(index) } }));

  it('comes in pieces where its features are alike', () => {
    for (const space of [undefined, 2]) {
      const text = JSON.stringify({ type: 'FeatureCollection', features: alike, links: [] }, null, space);
      for (const size of [1, 10, 100, 1_000, 10_000, undefined]) {
        const parsed = { rest: { type: 'FeatureCollection', features: [], links: [] }, features: alike };
        expect(inPieces(bytesOf(text), size)).toEqual(parsed);
        expect(inPieces(bytesOf(`\ufeff${text}`), size, [0.01, 0.05, 0.3, 0.9, 1])).toEqual(parsed);
      }
    }
  });

  it('hands out a feature as soon as a piece with it is there, each of them once', () => {
    const page = bytesOf(JSON.stringify({ type: 'FeatureCollection', features: alike }));
    const taken: unknown[] = [];
    const pieces = new PagePieces((feature) => taken.push(feature), 1_000);
    const ends = alike.map((_, index) => bytesOf(JSON.stringify({ type: 'FeatureCollection', features: alike.slice(0, index + 1) })).length - 2);
    for (let end = 1_000; end < page.length; end += 1_000) {
      pieces.came(page.slice(0, end));
      const there = ends.filter((last) => last < end).length;
      expect(taken.length).toBeLessThanOrEqual(there);
      // No more is left than the least that is taken, and a feature.
      expect(taken.length).toBeGreaterThanOrEqual(end < 2_000 ? 0 : ends.filter((last) => last < end - 5_000).length);
    }
    expect([pieces.end(page), taken]).toEqual([{ type: 'FeatureCollection', features: [] }, alike]);
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
