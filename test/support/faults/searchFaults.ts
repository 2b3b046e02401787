/** Q and P: good statuses with answers that are not what they should be. */
import type { Fault, FaultContext, FaultTable } from '../faults.js';
import { alter, answer, HTML, text } from './answers.js';

type Json = Record<string, unknown>;
const page = (fields: Json): Fault => alter('search', (value) => ({ ...value, ...fields }));
const without = (name: string): Fault => alter('search', (value) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
/** The first feature changed: fields replaced, those given as undefined removed. */
const first = (fields: Json | ((feature: Json) => Json)): Fault => alter('search', (value) => {
  const features = value['features'] as Json[];
  const feature = features[0] ?? {};
  features[0] = { ...feature, ...(typeof fields === 'function' ? fields(feature) : fields) };
});
const geometry = (value: unknown): Fault => first({ geometry: value });
const polygon = (...rings: unknown[]): Fault => geometry({ type: 'Polygon', coordinates: rings });
const properties = (fields: Json): Fault => first((feature) => ({ properties: { ...(feature['properties'] as Json), ...fields } }));
/** A JSON literal that `JSON.stringify` does not write, put in the place of a marker. */
const literal = (json: string): Fault => text('search', (body) =>
  body.replace(/"coordinates":\[\[\[[^,]+,/u, `"coordinates":[[[${json},`));
const square = (lon: number, lat: number, size = 1): number[][] =>
  [[lon, lat, 0], [lon + size, lat, 0], [lon + size, lat + size, 0], [lon, lat + size, 0], [lon, lat, 0]];
const nextLink = (link: (origin: string, own: Json | undefined, foreignOrigin: string) => unknown): Fault => alter('search', (value, { origin, foreignOrigin }) => {
  const links = (value['links'] as Json[]) ?? [];
  value['links'] = [...links.filter((each) => each['rel'] !== 'next'), ...[link(origin, links.find((each) => each['rel'] === 'next'), foreignOrigin)].flat()];
});
const next = (href: unknown, more: Json = {}) => ({ rel: 'next', type: 'application/geo+json', href, ...more });

const pageOf = (context: FaultContext): number => Number(new URL(context.request.url ?? '', context.origin).searchParams.get('page') ?? 1);
/** A good answer whose items have ids of their own for each page, and a next link while there is one. */
const numbered = (size: number, last: number): Fault => alter('search', (value, context) => {
  const number = pageOf(context);
  const features = (value['features'] as Json[]).slice(0, size).map((feature) => ({ ...feature, id: `${String(feature['id'])}-${number}` }));
  return {
    ...value, features, context: { limit: size, returned: features.length },
    links: number < last ? [next(`${context.origin}/stac/search?limit=${size}&page=${number + 1}`)] : [],
  };
});
/** Good until a next link is followed. */
const thenStatus = (status: number): Fault => ({
  on: 'search',
  run: (context) => (context.request.url?.includes('token=') === true ? answer('search', status).run(context) : context.sendGood()),
});

/** A member put first into the first item, as text. */
const beacon = (member: (origin: string) => string): Fault => text('search', (body, { origin }) => body.replace(/("features":\s*\[\s*\{)/u, `$1${member(origin).replaceAll('$', '$$$$')}`));

export const searchFaults: FaultTable = {
  Q1: page({ features: [], context: { limit: 10, returned: 0 }, numberMatched: 0, numberReturned: 0, links: [] }),
  Q2: without('context'),
  Q3: page({ context: null }),
  Q3a: page({ context: [] }),
  Q3b: page({ context: { limit: '100', returned: '3' } }),
  Q4: page({ context: { limit: 100, returned: 3 } }),
  Q5: page({ context: { limit: 100, returned: -1 } }),
  Q5a: page({ context: { limit: 100, returned: 1e9 } }),
  Q6: page({ context: { limit: 7, returned: 7 } }),
  Q7: without('type'),
  Q7a: page({ type: 'Feature' }),
  Q7b: page({ type: 'featurecollection' }),
  Q8: page({ features: null }),
  Q8a: page({ features: {} }),
  Q8b: without('features'),
  Q9: alter('search', (value) => ({ ...value, features: [null, 7, 'x', ...(value['features'] as unknown[])] })),
  Q10: without('links'),
  Q10a: page({ links: null }),
  Q10b: page({ links: {} }),
  Q11: first({ id: undefined }),
  Q12: first({ id: 7 }),
  Q12a: first({ id: true }),
  Q12b: first({ id: {} }),
  Q13: first({ id: '' }),
  Q14: first({ id: 'x'.repeat(10_240) }),
  Q15: first({ id: 'a/b\\c?d#e%f..\u00e9e\u0301\u{1F6F0}\u202E\n\0' }),
  Q16: alter('search', (value) => ({ ...value, features: [(value['features'] as unknown[])[0], ...(value['features'] as unknown[])] })),
  /** The same item on every page. */
  Q17: first({ id: 'same' }),
  Q18: alter('search', (value) => {
    const [one, two, ...rest] = value['features'] as Json[];
    return { ...value, features: [{ ...one, id: 'Case' }, { ...two, id: 'case' }, ...rest] };
  }),
  Q19: first({ id: '__proto__' }),
  Q19a: first({ id: 'constructor' }),
  Q20: first({ id: '../../etc' }),
  Q20a: first({ id: 'C:\\x' }),
  Q21: geometry(null),
  Q22: geometry(undefined),
  Q23: geometry({ type: 'Point', coordinates: [4, 52, 0] }),
  Q23a: geometry({ type: 'MultiPolygon', coordinates: [[square(4, 52)], [square(6, 52)]] }),
  Q23b: geometry({ type: 'LineString', coordinates: square(4, 52) }),
  Q23c: geometry(Array.from({ length: 100 }).reduce<unknown>((inner) => ({ type: 'GeometryCollection', geometries: [inner] }), { type: 'Point', coordinates: [4, 52] })),
  Q24: geometry({ type: 'Curve', coordinates: [] }),
  Q25: polygon(square(4, 52).map((position) => position.slice(0, 2))),
  Q26: polygon(square(4, 52).map((position) => [...position, 1])),
  Q27: polygon([[4], [5], [6], [4]]),
  Q28: polygon(square(4, 52).map((position) => position.map(String))),
  Q29: literal('NaN'),
  Q29a: literal('null'),
  Q29b: literal('1e999'),
  Q30: polygon(square(4, 52).slice(0, 4)),
  Q31: polygon(square(4, 52).slice(0, 3)),
  Q31a: polygon([]),
  Q32: geometry({ type: 'Polygon', coordinates: [] }),
  Q33: polygon(square(180.0001, 10)),
  Q33a: polygon(square(540, 10)),
  Q34: polygon(square(4, 90.5)),
  Q35: polygon(square(52, 120)),
  Q38: polygon([[-180, -90, 0], [180, -90, 0], [180, 90, 0], [-180, 90, 0], [-180, -90, 0]]),
  Q39: polygon(square(4, 52, 0)),
  Q40: polygon([[4, 52, 0], [5, 53, 0], [5, 52, 0], [4, 53, 0], [4, 52, 0]]),
  Q41: polygon([...square(4, 52)].reverse()),
  Q42: polygon(square(4, 52), square(20, 20)),
  Q43: alter('search', (value) => {
    const ring = Array.from({ length: 1_000_000 }, (_, index) => [4 + Math.cos(index / 159_155), 52 + Math.sin(index / 159_155), 0]);
    (value['features'] as Json[])[0] = { ...(value['features'] as Json[])[0], geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
  }),
  Q44: polygon(square(4, 52).map(([lon, lat]) => [lon, lat, -1e308])),
  Q44a: polygon(square(4, 52).map(([lon, lat]) => [lon, lat, null])),
  Q45: first({ bbox: [0, 0, 1, 1] }),
  Q46: page({ crs: { type: 'name', properties: { name: 'EPSG:3857' } } }),
  Q47: first({ properties: null }),
  Q47a: first({ properties: undefined }),
  Q47b: first({ properties: [] }),
  Q48: properties({ datetime: null }),
  Q48a: properties({ datetime: 'yesterday' }),
  Q48b: properties({ datetime: '2024-02-30T00:00:00Z' }),
  Q48c: properties({ datetime: 1_700_000_000 }),
  Q49: properties({ 'halcyra:status': 'PONDERING' }),
  Q50: properties({ 'halcyra:status': undefined }),
  Q50a: properties({ 'other:status': 'DELIVERED' }),
  Q50b: properties({ 'halcyra:status': 7 }),
  Q51: properties({ platform: {} }),
  Q52: properties(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, index]))),
  Q53: properties({ long: 'x'.repeat(10 << 20) }),
  Q54: text('search', (body) => body.replace('"platform":', `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"platform":`)),
  Q55: properties({ platform: '<img src=x onerror=alert(1)><script>alert(1)</script>' }),
  Q56: properties({ platform: '[Open](command:test.canary)\r```\r![x](https://evil.example/x.png)' }),
  Q57: first({ links: ['command:test.canary', 'javascript:alert(1)', 'file:///etc/passwd', 'vscode://x/y', 'data:text/html,x'].map((href) => ({ rel: 'about', type: 'text/html', href })) }),
  Q58: properties({ platform: '$(error) failed' }),
  Q59: properties({ platform: '\u001b]52;c;eA==\u0007' }),
  Q60: properties({ platform: '\u202Eabc\u200B' }),
  Q61: properties({ platform: '\uD800' }),
  Q62: text('search', (body) => body.replace('"platform":', '"big":9007199254740993,"price":1.10,"platform":')),
  Q63: text('search', (body) => body.replace('"platform":', '"platform":"first","platform":')),
  Q64: alter('search', (value, { foreignOrigin }) => {
    value['features'] = (value['features'] as Json[]).map((feature, index) => (index === 0 ? { $schema: `${foreignOrigin}/schema.json`, ...feature } : feature));
  }),
  /** The machine's own services, which editors trust more than foreign hosts. */
  Q64a: beacon((origin) => `"$schema":"${origin}/beacon.json",`),
  Q64b: beacon((origin) => `"\\u0024schem\\u0061":"${origin}/beacon.json",`),
  Q65: text('search', (body) => body.replace('"platform":', '"__proto__":{"polluted":true},"platform":')),
  Q66: first({ assets: undefined }),
  Q66a: first({ assets: null }),
  Q66b: first({ assets: [] }),
  Q67: first({ assets: { data: { type: 'image/tiff' } } }),
  Q68: first({ assets: { a: { href: 'x.tif' }, b: { href: '//evil.example/x' }, c: { href: 'file:///etc/passwd' }, d: { href: 's3://bucket/x' } } }),
  Q69: first({ assets: { a: { href: 'https://evil.example/x', title: '[x](command:test.canary) $(error)', type: '<b>' } } }),
  Q70: text('search', (body) => body.replace('"assets":{', '"assets":{"../x":{"href":"x"},"__proto__":{"href":"y"}').replaceAll('}"thumbnail"', '},"thumbnail"')),
  Q70a: alter('search', (value, { origin }) => {
    value['features'] = (value['features'] as Json[]).map((feature) => ({ ...feature, assets: { '[Open](command:test.canary)': { href: `${origin}/asset.json`, type: 'application/json' } } }));
  }),
  Q71: first({ assets: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, { href: `x${index}.tif` }])) }),
  Q72: text('search', (body) => `\uFEFF${body}`),
  Q73: text('search', (body) => Buffer.from(body, 'utf16le'), { 'content-type': 'application/geo+json; charset=utf-16' }),
  Q74: text('search', (body) => Buffer.from(body.replace('"platform":"', '"platform":"\u00e9'), 'latin1'), { 'content-type': 'application/geo+json; charset=iso-8859-1' }),
  Q75: text('search', (body) => Buffer.from(body.replace('"platform":"', '"platform":"\u00ff'), 'latin1')),
  Q76: text('search', (body) => body, { 'content-type': 'text/html' }),
  Q77: answer('search', 200, HTML, { 'content-type': 'application/json' }),
  Q78: text('search', (body) => body, { 'content-type': '' }),
  Q79: text('search', (body) => body.replace('{', '{ // note\n')),
  Q79a: text('search', (body) => body.replace(/\}$/u, ',}')),
  Q80: text('search', (body) => `)]}'\n${body}`),
  Q80a: text('search', (body) => `callback(${body})`),
  Q81: text('search', (body) => (JSON.parse(body) as { features: unknown[] }).features.map((feature) => JSON.stringify(feature)).join('\n')),
  Q82: alter('search', (value) => ({
    ...value, features: Array.from({ length: 200_000 }, (_, index) => ({ id: `x${index}`, links: [], assets: {}, geometry: null, collection: 'many', properties: {} })),
  })),
  Q83: numbered(10, 100),
  Q84: text('search', () => ' '.repeat(10 << 20)),
  P1: { on: 'search', run: (context) => nextLink((origin) => next(origin + (context.request.url ?? ''))).run(context) },
  P2: { on: 'search', run: (context) => nextLink((origin) => next(`${origin}/stac/search?page=${pageOf(context) === 1 ? 2 : 1}`)).run(context) },
  P4: numbered(10, Infinity),
  P3: { on: 'search', run: async (context) => {
    const change = nextLink((origin) => next(`${origin}/stac/search?limit=10&again=${context.count}`));
    await change.run(context);
  } },
  P5: nextLink((_origin, _own, foreignOrigin) => next(`${foreignOrigin}/stac/search?token=x`)),
  P6: nextLink((origin) => next(`${origin}/elsewhere?token=x`)),
  P7: nextLink((_origin, own) => next(own === undefined ? '?token=x' : new URL(String(own['href'])).search)),
  P8: nextLink((_origin, _own, foreignOrigin) => next(`${foreignOrigin.slice(foreignOrigin.indexOf('//'))}/stac/search?token=x`)),
  P9: nextLink(() => next('')),
  P9a: nextLink(() => next(null)),
  P9b: nextLink(() => next(7)),
  P10: nextLink((origin, own) => [own, next(`${origin}/stac/search?token=other`)]),
  P11: nextLink((_origin, own) => ({ ...own, type: 'text/html' })),
  P12: nextLink((origin) => next(`${origin}/stac/search`, { method: 'POST', body: { limit: 10 } })),
  P13: nextLink((origin) => next(`${origin}/stac/search`, { method: 'POST', merge: true, body: { limit: 10 } })),
  P14: nextLink((_origin, own) => ({ ...own, method: 'GET', headers: { Authorization: 'Bearer x', Cookie: 'a=b', Host: 'evil.example' } })),
  P15: nextLink((_origin, own) => ({ ...own, method: 'DELETE' })),
  P16: nextLink((origin) => next(`${origin}/stac/search`, { method: 'POST', body: { limit: 10, long: 'x'.repeat(5 << 20) } })),
  P17: alter('search', (value) => ({ ...value, features: [] })),
  P18: page({ links: [] }),
  P19: thenStatus(500),
  P19a: thenStatus(401),
  P19b: thenStatus(404),
  P20: thenStatus(400),
  P22: alter('search', (value) => ({ ...value, links: (value['links'] as Json[]).map((link) => (link['rel'] === 'next' ? { ...link, rel: 'last' } : link)) })),
  P23: nextLink((_origin, own) => ({ ...own, rel: 'NEXT' })),
  P23a: nextLink((_origin, own) => ({ ...own, rel: ['next'] })),
  P25: { on: 'search', run: (context) => nextLink((origin) => next(`${origin}/stac/search?token=${encodeURIComponent(context.request.headers.authorization ?? '')}`)).run(context) },
  P24: nextLink((origin) => next(`${origin}/stac/search?page={page}`)),
};
