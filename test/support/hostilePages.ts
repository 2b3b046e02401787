/** Answers to a search as long as one may be, each made to take long or much room: bytes, since a text of that size takes long to make. */

export interface HostilePage {
  readonly name: string;
  readonly make: (size: number) => Uint8Array;
}

/** `before`, so many of `unit` as there is room for, `after`. Eight `#` in a row in the unit are counted up. */
function filled(size: number, before: string, unit: string, after: string): Uint8Array {
  const [head, one, tail] = [before, unit, after].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  const count = Math.floor((size - head.length - tail.length) / one.length);
  const bytes = Buffer.alloc(head.length + count * one.length + tail.length);
  head.copy(bytes);
  bytes.fill(one, head.length, head.length + count * one.length);
  const place = one.indexOf('########');
  for (let index = 0; place >= 0 && index < count; index += 1) {
    let at = head.length + index * one.length + place + 7;
    for (let rest = index, digit = 0; digit < 8; digit += 1, rest = Math.floor(rest / 10)) {
      bytes[at] = 0x30 + (rest % 10);
      at -= 1;
    }
  }
  tail.copy(bytes, head.length + count * one.length);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

const HEAD = '{"type":"FeatureCollection","features":[';
const TAIL = '],"links":[]}';
const FEATURE = '{"type":"Feature","id":"a########","collection":"org","properties":{"datetime":"2026-06-10T08:15:30Z","platform":"P"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}';

/** Like those of a real catalog: 4.3 kB an item. */
export const GOOD_PAGE: HostilePage = { name: 'a good page', make: (size) => filled(size, `${HEAD}${FEATURE}}`, `,${FEATURE},"assets":{${asset(0)}}}`, TAIL) };

function asset(from: number): string {
  return Array.from({ length: 18 }, (_, index) => `"asset-${from + index}":{"href":"https://assets.example.com/${index}.tif","title":"Asset","type":"image/tiff","roles":["data"],"description":"${'x'.repeat(120)}"}`).join(',');
}

/** In features of so many bytes each, `unit` again and again between `open` and `close`. */
function manyOf(size: number, each: number, open: string, unit: string, close: string): Uint8Array {
  const one = `${open}${unit.repeat(Math.floor(each / unit.length))}${close}`;
  return filled(size, `${HEAD}${one}`, `,${one}`, TAIL);
}

const geometryOf = (coordinates: string): string => `{"id":"a########","geometry":{"type":"Polygon","coordinates":[${coordinates}`;
const nested = (size: number, before: string, open: string, close: string, after: string): Uint8Array => {
  const depth = Math.floor((size - before.length - after.length) / (open.length + close.length));
  const bytes = Buffer.alloc(before.length + depth * (open.length + close.length) + after.length);
  bytes.write(before);
  bytes.fill(open, before.length, before.length + depth * open.length);
  bytes.fill(close, before.length + depth * open.length);
  bytes.write(after, bytes.length - after.length);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
};

export const HOSTILE_PAGES: readonly HostilePage[] = [
  { name: 'nested arrays', make: (size) => nested(size, '', '[', ']', '') },
  { name: 'nested arrays that are not closed', make: (size) => filled(size, '', '[', '') },
  { name: 'nested arrays in a feature', make: (size) => nested(size, `${HEAD}{"id":"a","properties":{"x":`, '[', ']', `}}${TAIL}`) },
  { name: 'features that are empty', make: (size) => filled(size, `${HEAD}{}`, ',{}', TAIL) },
  { name: 'links that are empty', make: (size) => filled(size, '{"type":"FeatureCollection","features":[],"links":[{}', ',{}', ']}') },
  { name: 'links to a next page that leads nowhere', make: (size) => filled(size, '{"type":"FeatureCollection","features":[],"links":[{}', `,{"rel":"next","href":"{x}","body":[${'[],'.repeat(9999)}0]}`, ']}') },
  { name: 'one feature of very many members', make: (size) => filled(size, `${HEAD}{"id":"a"`, ',"k########":1', `}${TAIL}`) },
  { name: 'one feature of very many properties', make: (size) => filled(size, `${HEAD}{"id":"a","properties":{"a":0`, ',"p########:status":null', `}}${TAIL}`) },
  { name: 'one polygon', make: (size) => filled(size, `${HEAD}${geometryOf('[[0,0]')}`, ',[12.5,45.25]', `]]}}${TAIL}`) },
  { name: 'features of very many empty arrays, each short', make: (size) => manyOf(size, 80_000, geometryOf('[]'), ',[]', ']}}') },
  { name: 'features of very many empty arrays, each long', make: (size) => manyOf(size, 500_000, geometryOf('[]'), ',[]', ']}}') },
  { name: 'boxes of very many empty arrays', make: (size) => manyOf(size, 80_000, '{"id":"a########","bbox":[0', ',[]', ']}') },
  { name: 'features of very many members, none twice', make: (size) => filled(size, `${HEAD}{"id":"a"}`, ',{"k########":{}}', TAIL) },
  { name: 'features of rings around a pole', make: (size) => filled(size, `${HEAD}{"id":"a","geometry":null}`, `,${geometryOf(`[${Array.from({ length: 300 }, (_, index) => `[${(index * 79) % 360 - 180},${85 + (index % 4)}]`).join(',')}]`)}]}}`, TAIL) },
  { name: 'one long id', make: (size) => filled(size, `${HEAD}{"id":"`, 'a', `"}${TAIL}`) },
  { name: 'one text of escapes', make: (size) => filled(size, `${HEAD}{"id":"a","properties":{"x":"`, '\\u0041', `"}}${TAIL}`) },
  { name: 'one text that is not ASCII', make: (size) => filled(size, `${HEAD}{"id":"a","properties":{"x":"`, 'é', `"}}${TAIL}`) },
  { name: 'long ids that are not ASCII', make: (size) => filled(size, `${HEAD}{"id":"a"}`, `,{"id":"${'aaaa漢'.repeat(8_000)}########"}`, TAIL) },
  { name: 'nothing but spaces between two features', make: (size) => filled(size, `${HEAD}{"id":"a"},`, ' ', `{"id":"b"}${TAIL}`) },
  { name: 'nothing but spaces', make: (size) => filled(size, '', ' ', '') },
  { name: 'one long number', make: (size) => filled(size, HEAD, '1', TAIL) },
  { name: 'an envelope of very many members', make: (size) => filled(size, '{"type":"FeatureCollection"', ',"m########":[]', ',"features":[{"id":"a"}]}') },
  { name: 'a context of very many members', make: (size) => filled(size, '{"type":"FeatureCollection","context":{"a":0', ',"m########":[]', '},"features":[{"id":"a"}]}') },
  { name: 'the same list again and again', make: (size) => filled(size, '{"type":"FeatureCollection"', `,"features":[${'{},'.repeat(999)}{}]`, '}') },
  { name: 'features in features', make: (size) => filled(size, `${HEAD}{"id":"a"},{"id":"b","x":[{"id":"c"}`, ',{"id":"d"}', `]}${TAIL}`) },
  { name: 'a page that is cut off', make: (size) => GOOD_PAGE.make(size + 20).subarray(0, size) },
  { name: 'a page with an error at its end', make: (size) => filled(size, `${HEAD}${FEATURE}}`, `,${FEATURE}}`, '],]}') },
  { name: 'a page whose features differ', make: (size) => filled(size, `${HEAD}0,1,{"id":"a"}`, `,${FEATURE}}\n,{"type":"Feature","properties":{},"id":"b########"}`, TAIL) },
  { name: 'bytes that are no text', make: (size) => { const bytes = filled(size, `${HEAD}{"id":"`, 'a', `"}${TAIL}`); return bytes.fill(0xff, 100, size - 100); } },
];
