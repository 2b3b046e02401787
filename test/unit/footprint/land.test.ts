import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { land as coarse } from 'land:110m';
import { land as fine } from 'land:50m';
import { readLand, writeLand } from '../../../media/footprint/landText.js';
import { FootprintPacker } from '../../../src/core/geo/footprintPacker.js';
import { readPacked, RING, ringsOf, type PackedFootprints } from '../../../src/core/geo/packedFootprints.js';

const unpack = (text: string): PackedFootprints => {
  const packed = readPacked(readLand(text));
  if (packed === undefined) throw new Error('not packed footprints');
  return packed;
};

describe.each([['110m', coarse, 100], ['50m', fine, 200]] as const)('land of 1:%s', (resolution, text, steps) => {
  const packed = unpack(text);

  it('is every polygon of the outlines, cut and packed as footprints are, to half a step of its grid', () => {
    const world = JSON.parse(readFileSync(new URL(`../../../node_modules/world-atlas/land-${resolution}.json`, import.meta.url), 'utf8')) as Topology<{ land: GeometryCollection }>;
    const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : []));
    const packer = new FootprintPacker(Number.MAX_SAFE_INTEGER);
    polygons.forEach((coordinates) => packer.add({ type: 'Polygon', coordinates }));
    const whole = readPacked(packer.take());
    // Islets smaller than the grid are the only ones that fall away.
    expect(packed.items).toBeLessThanOrEqual(polygons.length);
    expect(packed.items).toBeGreaterThan(polygons.length * 0.99);
    expect(areaOf(packed) / areaOf(whole)).toBeCloseTo(1, 3);
  });

  it('lies on its grid', () => {
    expect(packed.coordinates.every((value) => value % (1e7 / steps) === 0)).toBe(true);
  });

  it('is the same written again', () => {
    expect(writeLand(packed, steps)).toBe(text);
  });

  it('is cut at the antimeridian: no edge goes around the world, and the cut is not drawn', () => {
    let cuts = 0;
    for (let item = 0; item < packed.items; item += 1) {
      for (const { kind, positions } of ringsOf(packed, item)) {
        positions.forEach(([x], index) => expect(Math.abs(x - (positions[index - 1]?.[0] ?? x))).toBeLessThanOrEqual(180));
        cuts += kind === RING.fill ? 1 : 0;
      }
    }
    expect(cuts).toBeGreaterThan(2);
  });
});

/** Of filled rings, in square degrees. */
function areaOf(packed: PackedFootprints | undefined): number {
  let sum = 0;
  for (let item = 0; item < (packed?.items ?? 0); item += 1) {
    for (const { kind, positions } of packed === undefined ? [] : ringsOf(packed, item)) {
      if ((kind & RING.fill) !== 0) {
        positions.forEach(([x, y], index) => {
          const [u, v] = positions[index - 1] ?? [x, y];
          sum += (u * y - x * v) / 2;
        });
      }
    }
  }
  return sum;
}
