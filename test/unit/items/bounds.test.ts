import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondBounds } from '../../../src/core/bounds.js';
import '../seed.js';

describe('what goes first', () => {
  it('is what is oldest, until the rest is few and small enough', () => {
    const kept = [{ name: 'b', size: 40, mtime: 2 }, { name: 'a', size: 40, mtime: 1 }, { name: 'd', size: 40, mtime: 4 }, { name: 'c', size: 40, mtime: 3 }];
    expect(beyondBounds(kept, { files: 10, bytes: 200 })).toEqual([]);
    expect(beyondBounds(kept, { files: 10, bytes: 80 })).toEqual(['b', 'a']);
    expect(beyondBounds(kept, { files: 3, bytes: 1000 })).toEqual(['a']);
    expect(beyondBounds([{ name: 'huge', size: 1000, mtime: 9 }, ...kept], { files: 10, bytes: 80 })).toEqual(['d', 'c', 'b', 'a']);
  });

  it('leaves what is within the bounds, or the newest alone', () => {
    const file = fc.record({ name: fc.uuid(), size: fc.nat(100), mtime: fc.nat(1000) });
    fc.assert(fc.property(fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 20 }), fc.integer({ min: 1, max: 10 }), fc.nat(500), (all, files, bytes) => {
      const gone = new Set(beyondBounds(all, { files, bytes }));
      const left = all.filter(({ name }) => !gone.has(name));
      expect(left.length <= files).toBe(true);
      expect(left.length <= 1 || left.reduce((sum, { size }) => sum + size, 0) <= bytes).toBe(true);
      expect(all.length === 0 || left.length > 0).toBe(true);
      expect(Math.min(...left.map(({ mtime }) => mtime))).toBeGreaterThanOrEqual(Math.max(-1, ...all.filter(({ name }) => gone.has(name)).map(({ mtime }) => mtime)));
    }));
  });
});
