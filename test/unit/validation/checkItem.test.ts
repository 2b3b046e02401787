import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_READ } from '../../../src/core/items/itemReader.js';
import { formatJson } from '../../../src/core/jsonLayout.js';
import { checkItem, type ItemCheck } from '../../../src/core/validation/checkItem.js';
import { listShared, readShared, sharedDataIsThere } from '../catalog/shared.js';
import '../seed.js';
import { oracle } from './oracle.js';

type Members = Record<string, unknown>;
const VERSIONS = ['1.0.0', '1.1.0'] as const;

function check(document: string): ItemCheck {
  const checking = checkItem(document);
  if (!checking.ok) throw new Error(checking.reason);
  return checking.check;
}
const checkValue = (value: unknown): ItemCheck => check(JSON.stringify(value));

/** Findings as `severity at-what-is-marked: message`. */
function said(value: unknown): readonly string[] {
  const document = formatJson(JSON.stringify(value));
  return check(document).findings.map(({ severity, range, message }) => `${severity} ${document.slice(range.start, range.end)}: ${message}`);
}

const square = { type: 'Polygon', coordinates: [[[7, 46, 400], [8, 46, 400], [8, 47, 400], [7, 46, 400]]] };
const item = (changes: Members = {}): Members => ({
  type: 'Feature', stac_version: '1.0.0', id: 'a', collection: 'org', geometry: square, bbox: [7, 46, 8, 47],
  properties: { datetime: '2026-06-10T08:15:30Z' }, links: [{ rel: 'collection', href: 'https://api.example.com/collections/org' }], assets: {}, ...changes,
});
const withProperties = (properties: Members): Members => item({ properties: { datetime: '2026-06-10T08:15:30Z', ...properties } });

describe('an item as STAC has it', () => {
  it.each(VERSIONS)('of %s is valid without a finding', (version) => {
    expect(checkValue(item({ stac_version: version }))).toEqual({ version, valid: true, findings: [] });
  });
});

describe('an item as the service of the interface sends it', () => {
  const { type: _type, stac_version: _version, bbox: _box, ...sent } = item();

  it('is valid, and what the service leaves out is information', () => {
    expect(checkValue(sent).valid).toBe(true);
    expect(said(sent)).toEqual([
      'information {: The item names no version of STAC; it was checked as 1.0.0.', 'information {: "type" is missing, which is "Feature" for every item.',
      'information {: "bbox" is missing.', 'information "assets": The item has no assets.',
    ]);
  });

  it('is not excused for anything else', () => {
    expect(said({ ...sent, geometry: { ...square, coordinates: [[[7, 46]]] }, links: undefined }).filter((words) => words.startsWith('error'))).toEqual([
      'error {: "links" is missing.', 'error [: This needs 4 positions or more.',
    ]);
  });
});

describe('a finding', () => {
  it.each<readonly [string, Members, string]>([
    ['a missing member', item({ id: undefined }), 'error {: "id" is missing.'],
    ['a wrong type', item({ id: 7 }), 'error 7: This is a number, where a string belongs.'],
    ['an empty id', item({ id: '' }), 'error "": This must not be empty.'],
    ['a missing time', item({ properties: {} }), 'error "properties": "datetime" is missing.'],
    ['half an interval', item({ properties: { datetime: null, start_datetime: '2026-06-10T08:15:30Z' } }), 'error "properties": "datetime" is null, so that "end_datetime" is needed.'],
    ['a day that is none', withProperties({ datetime: '2026-02-30T00:00:00Z' }), 'error "2026-02-30T00:00:00Z": This is no time as RFC 3339 writes it, such as 2026-06-10T08:15:30Z.'],
    ['a time elsewhere', withProperties({ created: '2026-06-10T08:15:30+02:00' }), 'error "2026-06-10T08:15:30+02:00": This time has to be in UTC: it ends in Z.'],
    ['no resolution', withProperties({ gsd: 0 }), 'error 0: This has to be more than 0.'],
    ['a box of five', item({ bbox: [1, 2, 3, 4, 5] }), 'error "bbox": A box has four numbers, or six with heights.'],
    ['a box around nothing', item({ geometry: null }), 'error "bbox": An item without a geometry has no "bbox".'],
    ['a circle', item({ geometry: { type: 'Circle', coordinates: [] } }), 'error "Circle": This has to be one of Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon.'],
    ['a collection of geometries', item({ geometry: { type: 'GeometryCollection', geometries: [] } }), 'error "GeometryCollection": This has to be one of Point'],
    ['a word for a number', item({ geometry: { type: 'Point', coordinates: [1, 'x'] } }), 'error "x": This is a string, where a number belongs.'],
    ['no link to the collection', item({ links: [] }), 'error "org": There is a member "collection", but no link to it.'],
    ['no collection', item({ collection: undefined }), 'error {: There is a link to a collection, but no member "collection".'],
    ['a file without address', item({ assets: { '0': { title: 'x' } } }), 'error "0": "href" is missing.'],
    ['an asset named like a pointer', item({ assets: { 'a/b~c': { href: 5 } } }), 'error 5: This is a number, where a string belongs.'],
    ['a relative self link', item({ links: [...item()['links'] as [], { rel: 'self', href: './a.json' }] }), 'warning "./a.json": A self link is an absolute address.'],
    ['latitudes of 114', item({ geometry: { type: 'Point', coordinates: [65, 114] } }), 'warning "geometry": There is no usable footprint. '],
    ['extensions', item({ stac_extensions: ['https://stac-extensions.github.io/eo/v1.1.0/schema.json', '[x](command:y)'] }), 'information "stac_extensions": The rules of extensions were not checked: eo v1.1.0, [x](command:y).'],
    ['bands without any in assets', item({ stac_version: '1.1.0', properties: { datetime: '2026-06-10T08:15:30Z', bands: [] } }), 'error "bands": "bands" may stand here only where an asset has "bands" too.'],
    ['an unknown version', item({ stac_version: '7' }), 'error "7": This has to be "1.1.0".'],
  ])('for %s is at its place', (_what, value, words) => {
    expect(said(value).filter((one) => one.startsWith(words))).toHaveLength(1);
  });

  it('is given once, and there are not too many', () => {
    expect(said(item({ id: undefined }))).toHaveLength(1);
    expect(checkValue(item({ links: Array.from({ length: 5000 }, () => 7) })).findings.length).toBeLessThanOrEqual(200);
    const long = checkValue(item({ links: Array.from({ length: 700_000 }, () => 7) })).findings;
    expect(long.map(({ message }) => message).sort()).toEqual(['The document is long: only the first problem is shown.', 'This is a number, where an object belongs.']);
  });
});

describe('an item of another version', () => {
  it('is brought to 1.1.0 on a copy', () => {
    expect(said(item({ stac_version: '0.9.0', properties: { datetime: '2026-06-10T08:15:30Z', 'eo:gsd': 3 } }))[0]).toBe('information "0.9.0": The item is of STAC 0.9.0; a copy brought to 1.1.0 was checked.');
    expect(checkValue(item({ stac_version: '1.0.0-rc.1' })).valid).toBe(true);
    expect(checkValue(item({ stac_version: '0.8.1', properties: {} })).valid).toBe(false);
  });

  const bands = [{ name: 'B1', common_name: 'blue' }, { name: 'B2' }];
  const OLD: readonly (readonly [string, Members])[] = [
    ['bands of the item, none of an asset', { properties: { datetime: '2026-06-10T08:15:30Z', 'eo:bands': bands } }],
    ['bands of the item and of an asset', { properties: { datetime: '2026-06-10T08:15:30Z', 'eo:bands': bands }, assets: { a: { href: 'https://x/a.tif', 'eo:bands': [0, 1] } } }],
    ['bands by their number', { properties: { datetime: '2026-06-10T08:15:30Z', 'eo:bands': bands }, assets: { a: { href: 'https://x/a.tif', 'eo:bands': [0, 7] } } }],
    ['extensions by their short names', { stac_extensions: ['eo', 'proj'], properties: { datetime: '2026-06-10T08:15:30Z', 'eo:bands': bands, 'eo:epsg': 32632, 'eo:gsd': 10 } }],
  ];

  it.each(['0.8.0', '0.8.1', '0.9.0'].flatMap((version) => OLD.map(([name, changes]) => [version, name, changes] as const)))('of %s with %s gets no error for what only the copy holds', (version, _name, changes) => {
    const { valid, findings } = checkValue(item({ stac_version: version, ...changes }));
    expect([valid, findings.filter(({ severity }) => severity !== 'information')]).toEqual([true, []]);
  });

  it('is still told what is wrong with what it holds', () => {
    const wrong = item({ stac_version: '0.9.0', links: [{ rel: 'self' }], properties: { datetime: 'yesterday', 'eo:bands': bands }, stac_extensions: ['eo'] });
    expect([...said(wrong)].sort()).toEqual([
      'error "org": There is a member "collection", but no link to it.',
      'error "yesterday": This is no time as RFC 3339 writes it, such as 2026-06-10T08:15:30Z.',
      'error "yesterday": This time has to be in UTC: it ends in Z.',
      'error {: "href" is missing.',
      'information "0.9.0": The item is of STAC 0.9.0; a copy brought to 1.1.0 was checked.',
      'information "stac_extensions": The rules of extensions were not checked: eo.',
    ]);
  });

  it('has findings only about what stands in it', () => {
    const stands = (value: unknown, path: readonly (string | number)[]): boolean => path.length === 0
      || (typeof value === 'object' && value !== null && Object.hasOwn(value, String(path[0])) && stands((value as Members)[String(path[0])], path.slice(1)));
    fc.assert(fc.property(fc.constantFrom('0.6.2', '0.7.0', '0.8.1', '0.9.0', '1.0.0-beta.2', '1.0.0-rc.4'), fc.constantFrom(...OLD), fc.array(fc.tuple(fc.nat(), change), { maxLength: 3 }), (version, [, changes], by) => {
      const value: Members = structuredClone(item({ stac_version: version, ...changes }));
      by.forEach(([where, one]) => mutate(value, where, one));
      const sent: unknown = JSON.parse(JSON.stringify(value));
      for (const { path, message } of checkValue(value).findings) {
        expect(stands(sent, path), `${path.join('/')}: ${message}`).toBe(true);
      }
    }), { numRuns: 300 });
  });
});

describe('what cannot be checked', () => {
  it('is said', () => {
    expect(checkItem('{"id":')).toEqual({ ok: false, reason: 'notJson' });
    expect(checkItem(`"${'x'.repeat(MAX_READ)}"`)).toEqual({ ok: false, reason: 'tooLarge' });
    expect(checkItem(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual({ ok: false, reason: 'tooDeep' });
    for (const value of [null, 7, [], 'x', {}, { type: 'FeatureCollection', features: [] }]) {
      expect(checkValue(value).valid).toBe(false);
    }
  });

  it('never throws, whatever an item is', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, '1.0.0', '1.1.0', '0.9.0', '1.0.0-beta.2', 'x', null), (value, version) => {
      const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { properties: value, geometry: value, links: value, assets: value };
      checkValue({ ...members, ...(version === undefined ? {} : { stac_version: version }) });
    }), { numRuns: 200 });
  });
});

describe.runIf(sharedDataIsThere)('the verdict', () => {
  const features = listShared('real-items').flatMap((path) => {
    const value = JSON.parse(readShared(path).toString('utf8')) as { readonly features?: readonly Members[] } & Members;
    return (value.features ?? [value]).map((feature) => ({ path, feature }));
  });
  const oracles = sharedDataIsThere ? { '1.0.0': oracle('1.0.0'), '1.1.0': oracle('1.1.0') } : undefined;
  const expected = (value: Members): boolean => oracles?.[value['stac_version'] as '1.0.0'](value) ?? false;

  it('is that of ajv with the published schemas for every real item', () => {
    const verdicts = { true: 0, false: 0 };
    for (const { path, feature } of features) {
      for (const version of VERSIONS) {
        for (const value of [{ ...feature, stac_version: version }, ...(feature['stac_version'] === version ? [feature] : [])]) {
          const { valid, findings } = checkValue(value);
          expect(valid, `${path} as ${version}: ${JSON.stringify(findings)}`).toBe(expected(value));
          verdicts[`${valid}`] += 1;
        }
      }
    }
    expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(10);
  });

  it('is the same for items with anything changed in them', () => {
    const small = features.filter(({ feature }) => JSON.stringify(feature).length < 30_000).map(({ feature }) => feature);
    const seeds = [item(), item({ assets: { a: { href: 'x', bands: [{ name: 'n', gsd: 3 }] } } }), ...small.filter((_, index) => index % 4 === 0)];
    const verdicts = { true: 0, false: 0 };
    fc.assert(fc.property(fc.nat(), fc.constantFrom(...VERSIONS), fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 }), (at, version, changes) => {
      const value: Members = { ...structuredClone(seeds[at % seeds.length] ?? {}), stac_version: version };
      for (const [where, by] of changes) {
        mutate(value, where, by);
      }
      if (value['stac_version'] === version) {
        const { valid, findings } = checkValue(value);
        expect(valid, JSON.stringify([value, findings])).toBe(expected(JSON.parse(JSON.stringify(value)) as Members));
        verdicts[`${valid}`] += 1;
      }
    }), { numRuns: 1500 });
    expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(100);
  });
});

type Change = { readonly kind: 'remove' } | { readonly kind: 'empty' } | { readonly kind: 'set'; readonly value: unknown } | { readonly kind: 'add'; readonly name: string; readonly value: unknown };
const someValue = fc.constantFrom<unknown>(
  null, '', 'x', 0, -1, 1.5, true, [], {}, [1, 2], ['a', 'a'], 'Point', 'collection', 'self', '2026-06-10T08:15:30Z', '2026-06-10T08:15:30.5+00:00', '2026-02-30T00:00:00Z', '2026-06-10T08:15:30+02:00',
  '2026-06-10', [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], { type: 'Point', coordinates: [1, 2] }, { type: 'GeometryCollection', geometries: [] }, [[1, 2], [3, 4]], 'nan', 'uint8', [{ name: 'n', roles: ['host'] }], [{ rel: 'collection', href: 'x' }], 'GET', 'get',
);
const someName = fc.constantFrom(
  'datetime', 'start_datetime', 'end_datetime', 'created', 'updated', 'title', 'description', 'keywords', 'roles', 'license', 'providers', 'platform', 'instruments', 'constellation', 'mission', 'gsd', 'bands', 'nodata',
  'data_type', 'statistics', 'unit', 'type', 'bbox', 'geometry', 'collection', 'links', 'assets', 'href', 'rel', 'method', 'headers', 'body', 'stac_extensions', 'coordinates', 'geometries', 'name', 'count', 'url', 'x',
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'remove' as const }), fc.constant({ kind: 'empty' as const }), someValue.map((value) => ({ kind: 'set' as const, value })),
  fc.record({ kind: fc.constant('add' as const), name: someName, value: someValue }),
);

/** Changes what is at one of the places of a value, shallow ones more often. */
function mutate(root: Members, where: number, by: Change): void {
  const places: { readonly parent: Members; readonly name: string }[] = [];
  const walk = (parent: Members, depth: number): void => {
    for (const name of Object.keys(parent)) {
      places.push({ parent, name });
      const child = parent[name];
      if (typeof child === 'object' && child !== null && depth < 6 && places.length < 400) walk(child as Members, depth + 1);
    }
  };
  walk(root, 0);
  const place = places[where % places.length];
  if (place === undefined) return;
  const { parent, name } = place;
  const target = parent[name];
  switch (by.kind) {
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else Reflect.deleteProperty(parent, name);
      break;
    case 'empty':
      parent[name] = Array.isArray(target) ? [] : typeof target === 'object' ? {} : '';
      break;
    case 'set':
      parent[name] = structuredClone(by.value);
      break;
    case 'add':
      if (typeof target === 'object' && target !== null && !Array.isArray(target)) (target as Members)[by.name] = structuredClone(by.value);
      else parent[by.name] = structuredClone(by.value);
      break;
  }
}
