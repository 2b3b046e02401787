import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefsIn, placeAt, rangeAt, readItemTree, textAt, valueAt, type ItemTree } from '../../../src/core/items/itemReader.js';
import { itemText } from '../../../src/core/items/itemText.js';
import { listShared, readShared, sharedDataIsThere } from '../catalog/shared.js';
import '../seed.js';

function treeOf(text: string): ItemTree {
  const reading = readItemTree(text, 1e9);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.tree;
}
const document = '{"id":"a","properties":{"gsd":1.50,"x":{"y":[10,{"z":null}]}},"links":[{"rel":"self","href":"https://a/b"},7,{"href":5},{"href":""}],"assets":{"__proto__":{"href":"s3://b/c","type":"t"},"n":null}}';
const said = (tree: ItemTree, path: readonly (string | number)[]): string => {
  const { start, end } = rangeAt(tree, path);
  return tree.text.slice(start, end);
};

describe('a place in a document', () => {
  it('is the member that stands there, by its name and by its value', () => {
    const tree = treeOf(document);
    for (const word of ['"gsd"', '1.50']) {
      expect(placeAt(tree, document.indexOf(word) + 1)).toMatchObject({ path: ['properties', 'gsd'], value: 1.5 });
    }
    expect(placeAt(tree, document.indexOf('null'))).toMatchObject({ path: ['properties', 'x', 'y', 1, 'z'], value: null });
    expect(placeAt(tree, document.indexOf('10'))).toMatchObject({ path: ['properties', 'x', 'y', 0], value: 10 });
    expect(placeAt(tree, document.indexOf('"x"') + 1)).toMatchObject({ path: ['properties', 'x'], value: { y: [10, { z: null }] } });
    expect(placeAt(treeOf('{"a":1}\n'), 8)).toBeUndefined();
  });

  it('is found for a path, or the nearest thing around it', () => {
    const tree = treeOf(document);
    expect(said(tree, ['id'])).toBe('"a"');
    expect(said(tree, ['properties'])).toBe('"properties"');
    expect(said(tree, ['properties', 'x', 'y', 7, 'q'])).toBe('"y"');
    expect(said(tree, ['stac_version'])).toBe('{');
    expect(said(tree, ['links', 0])).toBe('{');
    expect(textAt(tree, ['properties', 'gsd'])).toBe('1.50');
    expect(valueAt(tree, ['geometry'])).toBeUndefined();
  });

  it('is a value as JSON.parse gives it, wherever it is looked at', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify({ value });
      const tree = treeOf(text);
      expect(valueAt(tree, ['value'])).toEqual((JSON.parse(text) as { readonly value: unknown }).value);
      for (let offset = 0; offset <= text.length; offset += 1) {
        const place = placeAt(tree, offset);
        if (place !== undefined) {
          expect(place.range.start <= offset && offset <= place.range.end).toBe(true);
        }
      }
    }), { numRuns: 100 });
  });
});

describe('the addresses of a document', () => {
  it('are those of its links and assets', () => {
    expect(hrefsIn(treeOf(document)).map(({ href, of, name, type, range }) => [href, of, name, type, document.slice(range.start, range.end)])).toEqual([
      ['https://a/b', 'link', 'self', undefined, 'https://a/b'], ['s3://b/c', 'asset', '__proto__', 't', 's3://b/c'],
    ]);
    for (const text of ['{}', '[]', '3', '{"links":{},"assets":[]}', '{"links":null,"assets":null}']) {
      expect(hrefsIn(treeOf(text))).toEqual([]);
    }
  });

  it.runIf(sharedDataIsThere)('are found in every real item', () => {
    let found = 0;
    for (const path of listShared('real-items')) {
      const tree = treeOf(readShared(path).toString('utf8'));
      const hrefs = hrefsIn(tree);
      for (const { href, range } of hrefs) expect(JSON.parse(`"${tree.text.slice(range.start, range.end)}"`)).toBe(href);
      found += hrefs.length;
    }
    expect(found).toBeGreaterThan(100);
  });
});

it('S22: a member of any name is a member', () => {
  const text = '{"value":{"__proto__":{"polluted":1},"constructor":2,"toString":3}}';
  const reading = readItemTree(text, text.length);
  const value = reading.ok ? valueAt(reading.tree, ['value']) : undefined;
  expect(JSON.stringify({ value })).toBe(text);
  expect((value as { readonly polluted?: unknown }).polluted).toBeUndefined();
});

describe('a document that is not read', () => {
  it('is said to be too large, too deep or no JSON', () => {
    expect(readItemTree(' '.repeat(11), 10)).toEqual({ ok: false, reason: 'tooLarge' });
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(readItemTree(deep, 1e9)).toEqual({ ok: false, reason: 'tooDeep' });
    expect(readItemTree(itemText({ page: new TextEncoder().encode(`{"features":[${deep}]}`), index: 0 }), 1e9)).toEqual({ ok: false, reason: 'tooDeep' });
    expect(readItemTree(`{"a":"${'['.repeat(1000)}\\"${'{'.repeat(1000)}"}`, 1e9).ok).toBe(true);
    for (const text of ['', ' ', '{', '{"a":1,}', '{} x', '// a\n{}', "{'a':1}"]) {
      expect(readItemTree(text, 10)).toEqual({ ok: false, reason: 'notJson' });
    }
  });
});
