/** The longest that anything takes which reads what a stranger wrote, over values of 1 MB made to take long. */
import { foreign, READERS, type Family } from '../support/hostileReaders.js';
import { median, rowOf, type Row } from './measure.js';

const SIZE = 1_000_000;
/** What nobody notices, in milliseconds. */
const UNNOTICED = 50;
/** What looks slow is tried again: a first time counts compiling, and any time may count somebody else's work. */
const LOOKS_SLOW = UNNOTICED / 5;
const TRIES = 5;

interface Worst {
  readonly value: string;
  readonly reader: string;
  readonly ms: number;
  /** How long `JSON.parse` takes for the same text; undefined where it is no JSON. */
  readonly parsing: number | undefined;
}

/** A row for each family of readers: its worst reader with its worst value. */
export function measureHostile(): readonly Row[] {
  const worst = new Map<Family, Worst>();
  for (const [value, text] of Object.entries(hostileTexts())) {
    const any = foreign(text);
    const parsing = any.value === undefined ? undefined : timeOf(() => JSON.parse(text));
    for (const { name: reader, family, read } of READERS) {
      const ms = timeOf(() => read(any));
      if (ms > (worst.get(family)?.ms ?? -1)) {
        worst.set(family, { value, reader, ms, parsing });
      }
    }
  }
  return [...worst].map(([family, { value, reader, ms, parsing }]) => ({
    ...rowOf(`1 MB from a stranger, ${family}: the worst, against ${UNNOTICED} ms`, 'ms', UNNOTICED, ms, 1),
    note: `${reader}: ${value}; JSON.parse of it ${parsing === undefined ? 'fails' : `takes ${parsing.toFixed(1)} ms`}`,
  }));
}

function timeOf(run: () => unknown): number {
  const once = (): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const first = once();
  return first < LOOKS_SLOW ? first : median(Array.from({ length: TRIES }, once));
}

/** So many of these as make up the size. */
function fill(part: (index: number) => string, size = SIZE, separator = ','): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}

function hostileTexts(): Readonly<Record<string, string>> {
  const nested = (open: string, close: string, middle = ''): string => open.repeat(SIZE / (open.length + close.length)) + middle + close.repeat(SIZE / (open.length + close.length));
  const collection = (features: string): string => `{"type":"FeatureCollection","features":[${features}],"links":[]}`;
  const geometry = (type: string, coordinates: string): string => `{"type":"${type}","coordinates":[${coordinates}]}`;
  const plain = (index: number): string => `[${(index * 7.31) % 360 - 180},${(index * 3.17) % 180 - 90}]`;
  const star = (index: number): string => `[${(index % 2) * 80},${((index * 7919) % 1000) / 20}]`;
  const spiral = (index: number): string => `[${(index / 400 * Math.cos(index)).toFixed(6)},${(index / 800 * Math.sin(index)).toFixed(6)}]`;
  const small = (index: number): string => `[[[${index % 360},0],[${index % 360},1],[${(index % 360) + 1},1],[${index % 360},0]]]`;
  const hole = (index: number): string => `[[${index % 99},${index % 83}],[${index % 99},${(index % 83) + 0.5}],[${(index % 99) + 0.5},${index % 83}],[${index % 99},${index % 83}]]`;
  return {
    'nothing but a': 'a'.repeat(SIZE),
    'nothing but spaces': ' '.repeat(SIZE),
    'nothing but digits': '1'.repeat(SIZE),
    'nothing but commas': ','.repeat(SIZE),
    'nothing but slashes': '/'.repeat(SIZE),
    'nothing but dots': '.'.repeat(SIZE),
    'nothing but percent signs': '%'.repeat(SIZE),
    'nothing but colons': ':'.repeat(SIZE),
    'nothing but accents on one letter': `e${'\u0301'.repeat(SIZE / 2)}`,
    'nothing but joined emoji': '\u{1f469}\u200d'.repeat(SIZE / 7),
    'nothing but what turns text around': '\u202e'.repeat(SIZE / 3),
    'nothing but lone halves of characters': '\ud800'.repeat(SIZE / 3),
    'nothing but quotes': '"'.repeat(SIZE),
    'nothing but backslashes': '\\'.repeat(SIZE),
    'a string of escapes': `"${'\\u0000'.repeat(SIZE / 6)}"`,
    'numbers between commas': fill((index) => String(index % 90)),
    'pairs of numbers': fill((index) => `${index % 360} ${index % 90}`),
    'templates in an address': fill((index) => `{x${index}`, SIZE, ''),
    'dates': fill(() => '2026-06-10T08:15:30Z', SIZE, '/'),
    'WKT of a long border': `POLYGON((${fill((index) => `${index % 180} ${index % 90}`)}))`,
    'WKT of nothing but brackets': `MULTIPOLYGON${'('.repeat(SIZE)}`,
    'WKT of collections in collections': 'GEOMETRYCOLLECTION('.repeat(SIZE / 19),
    'deep arrays': nested('[', ']'),
    'deep objects': nested('{"a":', '}', '0'),
    'deep geometry collections': nested('{"type":"GeometryCollection","geometries":[', ']}'),
    'empty features': collection(fill(() => '{}')),
    'features that are none': collection(fill(() => '0')),
    'features with one id': collection(fill(() => '{"id":"a","collection":"b","properties":{"datetime":"2026-06-10T08:15:30Z"}}')),
    'a feature of many properties': collection(`{"id":"a","properties":{${fill((index) => `"p${index}:status":null`)}}}`),
    'a feature of one long id': collection(`{"id":"${'%'.repeat(SIZE)}","properties":{"platform":"${'\u0301'.repeat(9)}"}}`),
    'next links that lead nowhere': `{"type":"FeatureCollection","features":[],"links":[${fill(() => '{"rel":"next","href":"{x}"}')}]}`,
    'next links elsewhere': `{"type":"FeatureCollection","features":[],"links":[${fill((index) => `{"rel":"next","href":"https://h${index}.example/"}`)}]}`,
    'many assets': `{"assets":{${fill((index) => `"a${index}":{"href":"./a${index}","roles":["x"]}`)}}}`,
    'many links': `{"links":[${fill((index) => `{"rel":"self","href":"../${index}"}`)}]}`,
    'many collections': `{"collections":[${fill((index) => `{"id":"c${index}"}`)}]}`,
    'many details of a refusal': `{"detail":[${fill((index) => `{"loc":["query","bbox",${index}],"msg":"m"}`)}]}`,
    'many claims': `{${fill((index) => `"ns${index}/rate_limit":${index}`)}}`,
    'a ring all over the earth': geometry('Polygon', `[${fill(plain)}]`),
    'a ring that crosses itself everywhere': geometry('Polygon', `[${fill(star)}]`),
    'a spiral ring': geometry('Polygon', `[${fill(spiral)}]`),
    'a ring of one place': geometry('Polygon', `[${fill(() => '[1,1]')}]`),
    'a polygon of holes': geometry('Polygon', `[[0,0],[100,0],[100,89],[0,89],[0,0]],${fill(hole)}`),
    'a polygon of holes in a long ring': geometry('Polygon', `[${fill(spiral, SIZE / 2)}],${fill(hole, SIZE / 2)}`),
    'very many polygons': geometry('MultiPolygon', fill(small)),
    'very many points': geometry('MultiPoint', fill(plain)),
    'a line to and fro over 180 degrees': geometry('LineString', fill((index) => `[${index % 2 === 0 ? 179 : -179},${index % 89}]`)),
    'positions of words': geometry('Polygon', `[${fill(() => '["a",null]')}]`),
    'features of small polygons': collection(fill((index) => `{"geometry":{"type":"Polygon","coordinates":${small(index)}}}`)),
    'features of small rings around a pole': collection(fill((index) => `{"geometry":${geometry('Polygon', `[[0,8${index % 9}],[120,85],[-120,85],[0,8${index % 9}]]`)}}`)),
  };
}
