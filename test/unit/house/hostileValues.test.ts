import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreign, READERS } from '../../support/hostileReaders.js';
import { hostileTexts } from '../../support/hostileTexts.js';

const name = fc.constantFrom(
  'type', 'features', 'links', 'context', 'numberMatched', 'id', 'collection', 'properties', 'geometry', 'geometries', 'coordinates', 'bbox', 'assets', 'href', 'rel', 'method', 'body', 'merge',
  'datetime', 'start_datetime', 'platform', 'x:status', 'sar:instrument_mode', 'collections', 'detail', 'loc', 'msg', 'error', 'error_description', 'code', 'rate_limit_refresh', 'expires_in', 'access_token',
  'aud', 'exp', 'iat', 'ns/rate_limit', '__proto__', 'constructor', 'toString', 'length', '',
);
const word = fc.constantFrom(
  'FeatureCollection', 'Feature', 'Polygon', 'MultiPolygon', 'Point', 'LineString', 'GeometryCollection', 'next', 'self', 'POST', 'application/json', 'query', 'bbox', '2026-06-10T08:15:30Z', '2026-06', '../..',
  'https://demo.invalid/stac/search?token={x}', '//h', 'http://[::1', 'https://a:b@h/', 'data:,x', 'javascript:x', '?next=%', '/E/c/a.geojson', 'POLYGON((0 0,1 1,1 0,0 0))', 'SRID=4326;POINT(', '1,2,3,4', 'bytes 0-1/2',
  'Wed, 21 Oct 2026 07:28:00 GMT', 'Infinity', '-0', '1e999', '\u202e\u0000', '\ud800', 'e\u0301'.repeat(9),
);
const scalar = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 12 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(null, true, 1e300, -181, 90, 1e-320));
const position = fc.array(fc.oneof({ weight: 6, arbitrary: fc.double({ min: -400, max: 400, noNaN: true }) }, scalar), { maxLength: 4 });

/** Values with the members that readers look for, and anything at all in them. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(position, { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6 }),
    fc.record({ type: word, coordinates: fc.array(fc.array(position, { maxLength: 7 }), { maxLength: 3 }) }),
    fc.record({ type: fc.constant('FeatureCollection'), features: fc.array(tie('value'), { maxLength: 4 }), links: tie('value') }),
    fc.record({ id: scalar, properties: tie('value'), geometry: tie('value'), assets: tie('value'), links: tie('value') }, { requiredKeys: [] }),
  ),
}));

const text = fc.oneof(
  { weight: 6, arbitrary: value.map((any) => JSON.stringify(any)) },
  { weight: 2, arbitrary: fc.tuple(value, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([any, at, piece]) => cutInto(JSON.stringify(any), at, piece)) },
  word,
  fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 6 }).map((parts) => parts.join('')),
);

function cutInto(json: string, at: number, piece: string): string {
  const place = at % (json.length + 1);
  return `${json.slice(0, place)}${piece}${json.slice(place + 1)}`;
}

describe('what a stranger wrote', () => {
  it.each(READERS)('never makes this throw: $family, $name', ({ read }) => {
    fc.assert(fc.property(text, (any) => {
      read(foreign(any));
    }), { numRuns: 400 });
  });

  it.each([
    ['deep arrays', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['deep objects', '{"geometry":'.repeat(20_000) + 'null' + '}'.repeat(20_000)],
    ['deep geometry collections', '{"type":"GeometryCollection","geometries":['.repeat(5_000) + ']}'.repeat(5_000)],
    ['deep properties of a feature', `{"type":"FeatureCollection","features":[{"properties":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}],"links":[{"rel":"next","href":"?x","method":"POST","body":${'['.repeat(20_000)}${']'.repeat(20_000)},"merge":true}]}`],
  ])('may be nested as deep as it likes: %s', (_, nested) => {
    const any = foreign(nested);
    expect(any.value).toBeDefined();
    READERS.forEach(({ read }) => read(any));
  });

  it.each([
    ['a host of a million characters', 'GEOMETRYCOLLECTION('.repeat(50_000)],
    ['the same in an address', `https://${'GEOMETRYCOLLECTION('.repeat(50_000)}/`],
    ['the same in links', JSON.stringify({ id: 'a', links: [{ rel: 'self', href: `https://${'M('.repeat(500_000)}/` }], assets: { a: { href: `//${'M('.repeat(500_000)}/` } } })],
  ])('may be as long as it likes: %s', (_, long) => {
    READERS.forEach(({ read }) => read(foreign(long)));
  });

  /** A quarter of what the bench measures; what grows with the square takes many times as long as what does not. */
  const values = Object.entries(hostileTexts(250_000)).map(([name, long]) => ({ name, any: foreign(long) }));
  /** Milliseconds of processor time: twice what the slowest takes when its code is compiled. Compiling counts, on processors of its own, too. */
  const BOUND = 200;
  const TRIES = 10;

  it.each(READERS)('never takes this long: $family, $name', ({ read }) => {
    const slow = values.flatMap(({ name: value, any }) => {
      let best = Infinity;
      // Only what is slow each time is slow.
      for (let tries = 0; tries < TRIES && best > BOUND; tries += 1) {
        const started = process.cpuUsage();
        read(any);
        const { user, system } = process.cpuUsage(started);
        best = Math.min(best, (user + system) / 1_000);
      }
      return best > BOUND ? [`${value}: ${Math.round(best)} ms`] : [];
    });
    expect(slow).toEqual([]);
  });
});
