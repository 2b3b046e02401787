import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../../src/core/items/itemHover.js';
import { MAX_GLANCE } from '../../../src/core/items/itemReader.js';
import { listShared, readShared, sharedDataIsThere } from '../catalog/shared.js';

const document = `{
  "id": "a",
  "stac_version": "1.0.0",
  "bbox": [170, -10, 1, -170, 10, 9],
  "geometry": {"type": "Polygon", "coordinates": [[[7.5, 46, 400], [8, 46, 400], [8, 47, 400], [7.5, 46, 400]]]},
  "properties": {
    "datetime": "2026-06-10T08:15:30Z", "gsd": 1.50, "eo:cloud_cover": 12, "sar:polarizations": ["VV", "VH"], "raster:sampling": "area",
    "acme:status": "x", "acme:when": "2026-06-10T10:15:30+02:00", "__proto__": 3, "constructor": "y", "eo:bands": [{"center_wavelength": 0.5}]
  },
  "links": [{"rel": "collection", "href": "https://api.example.com/c?token=abc"}],
  "assets": {"q": {"href": "file:///etc/passwd", "roles": ["thumbnail"], "gsd": 3}, "r": {"href": "./a"}}
}`;
/** What is said at the first place of a text. */
function said(text: string, within = 1): string {
  const hover = hoverAt(document, document.indexOf(text) + within);
  return hover === undefined ? '' : [hover.title, ...hover.rows.map(({ label, value }) => `${label}: ${value}`), ...hover.notes].join(' | ');
}

describe('a hover', () => {
  it('explains known fields with their title, unit and extension', () => {
    expect(said('"gsd"')).toBe('GSD | Value: 1.5 m | Ground Sample Distance');
    expect(said('1.50')).toBe(said('"gsd"'));
    expect(said('"eo:cloud_cover"')).toBe('Cloud Cover (Electro-Optical) | Value: 12%');
    expect(said('"sar:polarizations"')).toBe('Polarizations (SAR) | Value: VV, VH');
    expect(said('"raster:sampling"')).toContain('Value: Area (area)');
    expect(said('"center_wavelength"')).toContain('Wavelength | Value: 0.5 μm');
  });

  it('explains fields of links and assets', () => {
    expect(said('"collection"')).toContain('Value: STAC Collection (collection)');
    expect(said('"roles"')).toContain('Value: Preview');
    expect(said('"gsd": 3')).toContain('3 m');
    expect(said('"https://api')).toContain('api.example.com');
    expect(said('"https://api')).not.toContain('abc');
  });

  it('gives times in UTC and once more where the person is', () => {
    expect(said('"datetime"')).toMatch(/^Time of Data \| UTC: 2026-06-10 08:15:30 UTC \| Local time: .*2026/);
    expect(said('"acme:when"')).toMatch(/^Time \| UTC: 2026-06-10 08:15:30 UTC \| Local time: /);
  });

  it('measures the footprint and the box', () => {
    expect(said('"Polygon"')).toMatch(/^Footprint \| Shape: 1 polygon, 4 positions \| Area: .* km² \| Extent: 7.500° E/);
    expect(said('400')).toBe('Position | Height: 400 m');
    expect(said('46,')).toBe('Position | Latitude: 46°');
    expect(said('"bbox"')).toBe('Bounding box | West to east: 170° to -170°, across the antimeridian | South to north: -10° to 10° | Heights: 1 m to 9 m');
    const bad = '{"geometry":{"type":"Circle"},"bbox":[1]}';
    expect(hoverAt(bad, bad.indexOf('Circle'))?.notes).toHaveLength(1);
    expect(hoverAt(bad, bad.indexOf('1'))?.notes[0]).toMatch(/four numbers/);
  });

  it('says nothing of what nobody defined', () => {
    for (const text of ['"acme:status"', '"__proto__"', '"constructor"', '"y"']) expect(said(text)).toBe('');
    expect(hoverAt('{}', 2)).toBeUndefined();
  });

  it('gives up on what is too large or too deep, and says so', () => {
    expect(hoverAt(`"${'x'.repeat(MAX_GLANCE)}"`, 5)?.title).toMatch(/too large/);
    expect(hoverAt(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 5)?.title).toMatch(/too deeply/);
    expect(hoverAt('{"a"', 2)?.title).toBe('This document is not JSON.');
  });

  it.runIf(sharedDataIsThere)('can be asked for anywhere in a real item', () => {
    for (const path of listShared('real-items')) {
      const text = readShared(path).toString('utf8');
      const step = Math.max(1, Math.floor(text.length / 40));
      for (let offset = 0; offset < text.length; offset += step) {
        const hover = hoverAt(text, offset);
        for (const { value } of hover?.rows ?? []) expect(value.length, path).toBeLessThan(200);
      }
    }
  });
});
