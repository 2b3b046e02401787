import { describe, expect, it } from 'vitest';
import { geometriesText, geometryText, linkOf } from '../../../src/core/export/itemCopyText.js';
import { formatJson } from '../../../src/core/jsonLayout.js';
import { environmentAt } from '../catalog/support.js';
import { listShared, readShared, sharedDataIsThere } from '../catalog/shared.js';

const key = { environment: 'Test', collection: 'org', id: 'a/b c' };
const environment = environmentAt('https://api.example.com');
const item = (geometry: string, bbox = ''): string => formatJson(`{"id":"a",${bbox}"geometry":${geometry}}`);
const square = '{"type":"Polygon","coordinates":[[[7.10,46,400.0],[8,46,400],[8,47,400],[7.10,47,400],[7.10,46,400.0]]]}';

describe('a copied geometry', () => {
  it('is the GeoJSON that was sent, with its literals', () => {
    const text = geometryText(item(square), 'geojson') ?? '';
    expect(text).toContain('[7.10, 46, 400.0]');
    expect(text.endsWith('\n}')).toBe(true);
    expect(JSON.parse(text)).toEqual(JSON.parse(square));
  });

  it('is well-known text with heights', () => {
    expect(geometryText(item(square), 'wkt')).toBe('POLYGON Z ((7.1 46 400, 8 46 400, 8 47 400, 7.1 47 400, 7.1 46 400))');
    expect(geometryText(item('{"type":"Point","coordinates":[1e-7,-2]}'), 'wkt')).toBe('POINT (1e-7 -2)');
  });

  it('is a box: the item\'s own, else the one around its footprint, across the antimeridian too', () => {
    expect(geometryText(item(square), 'bbox')).toBe('7.1,46,8,47');
    expect(geometryText(item(square, '"bbox":[1,2,3,4,5,6],'), 'bbox')).toBe('1,2,4,5');
    expect(geometryText(item(square, '"bbox":["x"],'), 'bbox')).toBe('7.1,46,8,47');
    expect(geometryText(item('{"type":"Polygon","coordinates":[[[179,0],[181,0],[181,1],[179,1],[179,0]]]}'), 'bbox')).toBe('179,0,-179,1');
  });

  it('of several is one collection, or one a line', () => {
    const point = item('{"type":"Point","coordinates":[1,2]}');
    const none = item('null');
    expect(JSON.parse(geometriesText([point, none, item(square)], 'geojson').text)).toEqual({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, JSON.parse(square)] });
    expect(geometriesText([point, none, point], 'wkt')).toEqual({ text: 'POINT (1 2)\nPOINT (1 2)', copied: 2 });
    expect(geometriesText([none], 'geojson')).toEqual({ text: '', copied: 0 });
  });

  it.each(['null', '7', '"x"', '[]', '{}', '{"type":"Circle"}', '{"type":"Polygon"}', '{"type":"Polygon","coordinates":[[["a","b"],[1],[null,2],[3,4]]]}', '{"type":"Point","coordinates":[{},"x"]}'])('of nonsense (%s) is none', (geometry) => {
    expect(geometryText(item(geometry), 'wkt')).toBeUndefined();
    expect(geometryText(item(geometry), 'bbox')).toBeUndefined();
  });

  it.each(['', '{"geometry":', `{"geometry":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])('of what cannot be read is none', (text) => {
    expect(geometryText(text, 'geojson')).toBeUndefined();
  });

  it.runIf(sharedDataIsThere)('of every real item can be copied in each format', () => {
    let copied = 0;
    for (const path of listShared('real-items')) {
      const text = readShared(path).toString('utf8');
      const value = JSON.parse(text) as { readonly type?: unknown; readonly geometry?: object | null };
      if (value.type === 'Feature' && value.geometry !== null) {
        expect(JSON.parse(geometryText(text, 'geojson') ?? ''), path).toEqual(value.geometry);
        // One has pairs of positions where positions belong, which well-known text cannot say.
        expect(geometryText(text, 'wkt') ?? (path.includes('bad-not-split') ? 'POINT (0 0)' : ''), path).toMatch(/^(?:MULTI)?(?:POLYGON|POINT|LINESTRING)(?: Z)? \([-\d., ()e]+\)$/);
        expect(geometryText(text, 'bbox')?.split(',').map(Number), path).toHaveLength(4);
        copied += 1;
      }
    }
    expect(copied).toBeGreaterThan(10);
  });
});

describe('a copied link', () => {
  const withSelf = (href: unknown): string => JSON.stringify({ id: 'a', links: [{ rel: 'self', href }] });

  it('is the item\'s own where that is http or https, without what may be a secret', () => {
    expect(linkOf(withSelf('https://x.example/items/a?f=1'), key, environment)).toBe('https://x.example/items/a?f=1');
    expect(linkOf(withSelf('https://u:p@x.example/items/a?token=abc&f=1&access_token=x'), key, environment)).toBe('https://x.example/items/a?f=1');
  });

  it.each(['file:///etc/passwd', 'command:test.canary', 'javascript:1', './a.json', '', 7, undefined])('is else the search that finds the item (%j)', (href) => {
    expect(linkOf(withSelf(href), key, environment)).toBe('https://api.example.com/stac/search?ids=a%2Fb+c&collections=org');
    expect(linkOf(withSelf(href), key, undefined)).toBeUndefined();
  });
});
