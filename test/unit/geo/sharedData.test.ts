import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import type { Line, Polygon } from '../../../src/core/geo/types.js';
import { drawnParts } from './packing.js';
import { agreement } from './sphere.js';

const shared = process.env['CATALOG_SEARCH_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const data = `${shared}/data`;

interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function polygonsOf(geometry: Geometry): Polygon[] {
  return (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Polygon[];
}

function names(folder: string): string[] {
  return existsSync(`${data}/${folder}`) ? readdirSync(`${data}/${folder}`).filter((name) => /json$/u.test(name)) : [];
}

describe.skipIf(!existsSync(data))(`geometries of real services${existsSync(data) ? '' : ' (skipped: no shared data)'}`, () => {
  describe('crossing 180 degrees or holding a pole: as RFC 7946 wants them split', () => {
    it.each(names('antimeridian/input'))('%s', (name) => {
      const input = read(`${data}/antimeridian/input/${name}`) as Geometry;
      const output = `${data}/antimeridian/output/${name}`;
      const reading = readGeometry(input);
      if (reading.kind !== 'usable') {
        expect.fail(`unusable: ${reading.reason.kind}`);
      }
      const { split } = reading;
      for (const [longitude, latitude] of [...split.polygons.flat(2), ...split.lines.flat()]) {
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      }
      if (!existsSync(output)) {
        expect(split.polygons.length).toBeGreaterThan(0);
      } else if (input.type === 'MultiLineString') {
        expect(split.lines).toEqual((read(output) as Geometry).coordinates as Line[]);
      } else {
        const wanted = polygonsOf(read(output) as Geometry);
        expect(agreement(split.polygons, wanted)).toBeGreaterThanOrEqual(0.97);
        expect(agreement(drawnParts(input).polygons, wanted, 50)).toBeGreaterThanOrEqual(0.97);
      }
    });

    it.each(names('antimeridian/output'))('%s stays as it is once it is split', (name) => {
      const geometry = read(`${data}/antimeridian/output/${name}`) as Geometry;
      const reading = readGeometry(geometry);
      if (reading.kind !== 'usable') {
        expect.fail(`unusable: ${reading.reason.kind}`);
      }
      if (geometry.type === 'MultiLineString') {
        expect(reading.split.lines).toEqual(geometry.coordinates);
      } else {
        expect(agreement(reading.split.polygons, polygonsOf(geometry))).toBeGreaterThanOrEqual(0.97);
      }
    });
  });

  it.each(names('bad-geometry'))('%s is drawn or named', (name) => {
    const geometry = read(`${data}/bad-geometry/${name}`);
    const before = JSON.stringify(geometry);
    const reading = readGeometry(geometry);
    expect(JSON.stringify(geometry)).toBe(before);
    // A server refuses these; every one of them has an area all the same.
    expect(reading.kind).toBe('usable');
    expect(reading.kind === 'usable' && reading.areaKm2 > 0).toBe(true);
  });

  it('every real item is drawn or named, and agrees with the box it tells', () => {
    const seen: string[] = [];
    for (const name of names('real-items')) {
      const document = read(`${data}/real-items/${name}`) as { features?: readonly unknown[] };
      for (const item of (document.features ?? [document]) as readonly { geometry?: unknown; bbox?: readonly number[] }[]) {
        const reading = readGeometry(item.geometry);
        if (reading.kind === 'unusable') {
          seen.push(`${name} ${reading.reason.kind}`);
          continue;
        }
        const { polygons, lines, points } = drawnParts(item.geometry);
        expect(polygons.length + lines.length + points.length).toBeGreaterThan(0);
        const { bbox } = item;
        if (bbox !== undefined && bbox.length === 4 && !/landsat|many-assets/u.test(name)) {
          reading.extent.forEach((value, index) => expect(Math.abs(value - (bbox[index] ?? NaN)) % 360, `${name} ${index} ${reading.extent} ${bbox}`).toBeLessThan(0.06));
        }
      }
    }
    expect([...new Set(seen)].toSorted()).toEqual([
      'error-404-earth-search-v1.json none',
      'fc-fields-no-geometry-no-assets-earth-search-v1.json none',
      'null-geometry-v1.0.0-beta.2.json none',
      'sar-envisat-v0.8.1-polar.json latitude',
    ]);
  });
});
