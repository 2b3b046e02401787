import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestingGeometries } from '../../../src/core/items/restingGeometries.js';

const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -180, max: 180 }), fc.constantFrom(-0, Infinity));
const ringOf = (size: number): fc.Arbitrary<number[][]> => fc.array(fc.array(number, { minLength: size, maxLength: size }), { maxLength: 70 });
const polygon = fc.integer({ min: 0, max: 4 }).chain(ringOf).map((ring) => ({ type: 'Polygon', coordinates: [ring] }));
const oddPolygon = fc.record({ type: fc.constantFrom('Polygon', 'MultiPolygon', 'polygon'), coordinates: fc.array(fc.array(fc.array(fc.oneof(number, fc.jsonValue({ maxDepth: 1 }))))) }, { requiredKeys: [] });
const more = fc.tuple(polygon, fc.dictionary(fc.constantFrom('bbox', 'crs', '__proto__'), fc.jsonValue())).map(([shape, members]) => ({ ...shape, ...members }));

describe('geometries at rest', () => {
  it('are given back as they were put in, whatever came before and after', () => {
    fc.assert(fc.property(fc.array(fc.oneof(polygon, oddPolygon, more, fc.jsonValue(), fc.constant(undefined)), { maxLength: 20 }), fc.boolean(), (geometries, closed) => {
      const resting = new RestingGeometries();
      const places = geometries.map((geometry) => resting.add(geometry));
      if (closed) {
        resting.close();
      }
      expect(places.map((place) => resting.get(place))).toEqual(geometries);
    }));
  });

  it('take up nothing of a page of plain footprints but their numbers', () => {
    const resting = new RestingGeometries();
    const shape = { type: 'Polygon', coordinates: [[[1, 2, 3], [4, 5, 6], [1, 2, 3]]] };
    const place = resting.add(shape);
    expect(resting.get(place)).toEqual(shape);
    expect(resting.get(place)).not.toBe(resting.get(place));
    for (const odd of [[[1, 2, 3], [4, 5], [1, 2, 3]], [[1, 2], [3, 4, 5], [1, 2]], [[1, 2], [3, null], [1, 2]], [[1, 2], ['3', 4], [1, 2]], [[1, 2], 3]]) {
      const mixed = { type: 'Polygon', coordinates: [odd] };
      expect(resting.get(resting.add(mixed))).toBe(mixed);
    }
    expect(resting.get(99)).toBeUndefined();
  });
});
