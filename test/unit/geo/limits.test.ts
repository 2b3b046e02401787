import { describe, expect, it } from 'vitest';
import { wktOf } from '../../../src/core/export/wkt.js';
import { checkArea } from '../../../src/core/geo/area.js';
import { meetsArea } from '../../../src/core/geo/predicates.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => ({ type: 'GeometryCollection', geometries: [inner] }), { type: 'Point', coordinates: [7, 46] });
}

/** Whether it is read for the map, searched by, typed, found in a box, and exported. */
function taken(geometry: unknown, text: string): readonly boolean[] {
  return [readGeometry(geometry).kind === 'usable', checkArea(geometry).ok, checkArea(text).ok, meetsArea([5, 45, 10, 47], geometry) === true, wktOf(geometry) !== undefined];
}

describe('what is still a geometry', () => {
  it.each<readonly [number, boolean]>([[1, true], [100, true], [128, true], [129, false], [10_000, false]])('is the same everywhere: collections %i deep', (depth, answer) => {
    expect(taken(nested(depth), `${'GEOMETRYCOLLECTION('.repeat(depth)}POINT(7 46)${')'.repeat(depth)}`)).toEqual([answer, answer, answer, answer, answer]);
  });

  it.each<readonly [number, boolean]>([[367, true], [-1073, true], [1087, false]])('is the same wherever it is read as degrees: a longitude of %i', (longitude, answer) => {
    expect(taken({ type: 'Point', coordinates: [longitude, 46] }, `POINT(${longitude} 46)`).slice(0, 4)).toEqual([answer, answer, answer, answer]);
  });
});
