import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemPath, parseItemPath } from '../../../src/core/items/itemUri.js';

const anyString = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '.', '..', '~', '~~', '%', '%u', '%ud800', 'a/b', '\ud800', '\udc00\ud800', '__proto__', 'A', 'a', '\u0000'));

describe('item paths', () => {
  it('name an item as the contract says', () => {
    expect(itemPath({ environment: 'Acme 1', collection: 'org', id: 'a/b?c' })).toBe('/Acme%201/org/a%2Fb%3Fc.geojson');
  });

  it('survive the trip there and back for any strings', () => {
    fc.assert(fc.property(anyString, anyString, anyString, (environment, collection, id) => {
      const path = itemPath({ environment, collection, id });
      expect(parseItemPath(path)).toEqual({ environment, collection, id });
      expect(path.split('/')).toHaveLength(4);
      expect(path.split('/').slice(1)).not.toContain('..');
    }), { numRuns: 2000 });
  });

  it('are refused when they are of another form', () => {
    for (const path of ['', '/', '/a/b', '/a/b/c', '/a/b/c/d.geojson', 'a/b/c.geojson', '/a/b/%zz.geojson', '/a/b/%E0.geojson', '//b/c.geojson']) {
      expect(parseItemPath(path)).toBeUndefined();
    }
  });
});
