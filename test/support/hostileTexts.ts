/** What a stranger could write to keep a reader busy: valid and invalid, long in each way that a reader's work may grow with. */

/** So many of these as make up the size. */
function fill(size: number, part: (index: number) => string, separator = ','): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}

/** Values of about so many characters, each made to take something long that reads it. */
export function hostileTexts(size: number): Readonly<Record<string, string>> {
  const nested = (open: string, close: string, middle = ''): string => open.repeat(size / (open.length + close.length)) + middle + close.repeat(size / (open.length + close.length));
  const collection = (features: string): string => `{"type":"FeatureCollection","features":[${features}],"links":[]}`;
  const geometry = (type: string, coordinates: string): string => `{"type":"${type}","coordinates":[${coordinates}]}`;
  const plain = (index: number): string => `[${(index * 7.31) % 360 - 180},${(index * 3.17) % 180 - 90}]`;
  const star = (index: number): string => `[${(index % 2) * 80},${((index * 7919) % 1000) / 20}]`;
  const spiral = (index: number): string => `[${(index / 400 * Math.cos(index)).toFixed(6)},${(index / 800 * Math.sin(index)).toFixed(6)}]`;
  const small = (index: number): string => `[[[${index % 360},0],[${index % 360},1],[${(index % 360) + 1},1],[${index % 360},0]]]`;
  const zigzag = (ring: number): string => {
    const way = Array.from({ length: 148 }, (_, index) => (index < 74
      ? [(ring % 90) + index / 10, 20 + ((index * 37) % 11) * 0.9]
      : [(ring % 90) + (147 - index) / 10, (index < 95 ? 22 : 9) + ((index * 53) % 13) * 0.7]));
    return `[${JSON.stringify([...way, way[0]])}]`;
  };
  const hole = (index: number): string => `[[${index % 99},${index % 83}],[${index % 99},${(index % 83) + 0.5}],[${(index % 99) + 0.5},${index % 83}],[${index % 99},${index % 83}]]`;
  return {
    'nothing but a': 'a'.repeat(size),
    'nothing but spaces': ' '.repeat(size),
    'nothing but digits': '1'.repeat(size),
    'nothing but commas': ','.repeat(size),
    'nothing but slashes': '/'.repeat(size),
    'nothing but dots': '.'.repeat(size),
    'nothing but percent signs': '%'.repeat(size),
    'nothing but colons': ':'.repeat(size),
    'nothing but accents on one letter': `e${'\u0301'.repeat(size / 2)}`,
    'nothing but joined emoji': '\u{1f469}\u200d'.repeat(size / 7),
    'nothing but what turns text around': '\u202e'.repeat(size / 3),
    'nothing but lone halves of characters': '\ud800'.repeat(size / 3),
    'nothing but quotes': '"'.repeat(size),
    'nothing but backslashes': '\\'.repeat(size),
    'a string of escapes': `"${'\\u0000'.repeat(size / 6)}"`,
    'numbers between commas': fill(size, (index) => String(index % 90)),
    'pairs of numbers': fill(size, (index) => `${index % 360} ${index % 90}`),
    'templates in an address': fill(size, (index) => `{x${index}`, ''),
    'dates': fill(size, () => '2026-06-10T08:15:30Z', '/'),
    'WKT of a long border': `POLYGON((${fill(size, (index) => `${index % 180} ${index % 90}`)}))`,
    'WKT of nothing but brackets': `MULTIPOLYGON${'('.repeat(size)}`,
    'WKT of collections in collections': 'GEOMETRYCOLLECTION('.repeat(size / 19),
    'deep arrays': nested('[', ']'),
    'deep objects': nested('{"a":', '}', '0'),
    'deep geometry collections': nested('{"type":"GeometryCollection","geometries":[', ']}'),
    'empty features': collection(fill(size, () => '{}')),
    'features that are none': collection(fill(size, () => '0')),
    'features that are none, and in their middle a name': collection(`${fill(size / 2, () => '0')},"a",${fill(size / 2, () => '0')}`),
    'features far from each other': collection(fill(size, () => `0${' '.repeat(size / 20)}`)),
    'features with one id': collection(fill(size, () => '{"id":"a","collection":"b","properties":{"datetime":"2026-06-10T08:15:30Z"}}')),
    'a feature of many properties': collection(`{"id":"a","properties":{${fill(size, (index) => `"p${index}:status":null`)}}}`),
    'a feature of one long id': collection(`{"id":"${'%'.repeat(size)}","properties":{"platform":"${'\u0301'.repeat(9)}"}}`),
    'next links that lead nowhere': `{"type":"FeatureCollection","features":[],"links":[${fill(size, () => '{"rel":"next","href":"{x}"}')}]}`,
    'next links elsewhere': `{"type":"FeatureCollection","features":[],"links":[${fill(size, (index) => `{"rel":"next","href":"https://h${index}.example/"}`)}]}`,
    'many assets': `{"assets":{${fill(size, (index) => `"a${index}":{"href":"./a${index}","roles":["x"]}`)}}}`,
    'many links': `{"links":[${fill(size, (index) => `{"rel":"self","href":"../${index}"}`)}]}`,
    'many collections': `{"collections":[${fill(size, (index) => `{"id":"c${index}"}`)}]}`,
    'many details of a refusal': `{"detail":[${fill(size, (index) => `{"loc":["query","bbox",${index}],"msg":"m"}`)}]}`,
    'many claims': `{${fill(size, (index) => `"ns${index}/rate_limit":${index}`)}}`,
    'a ring all over the earth': geometry('Polygon', `[${fill(size, plain)}]`),
    'a ring that crosses itself everywhere': geometry('Polygon', `[${fill(size, star)}]`),
    'a spiral ring': geometry('Polygon', `[${fill(size, spiral)}]`),
    'a ring of one place': geometry('Polygon', `[${fill(size, () => '[1,1]')}]`),
    'a ring to and fro': geometry('Polygon', `[${fill(Math.min(size, 240_000), (index) => `[${(index % 2) * 80},${index / 500}]`)},[-1,40],[-1,0],[0,0]]`),
    'a ring to and fro across': geometry('Polygon', `[${fill(Math.min(size, 240_000), (index) => `[${(index % 2) * 40 - index / 500},${(index % 2) * 40 + index / 500}]`)},[-60,50],[-60,-1],[0,0]]`),
    'a polygon of holes': geometry('Polygon', `[[0,0],[100,0],[100,89],[0,89],[0,0]],${fill(size, hole)}`),
    'a polygon of holes in a long ring': geometry('Polygon', `[${fill(size / 2, spiral)}],${fill(size / 2, hole)}`),
    'very many polygons': geometry('MultiPolygon', fill(size, small)),
    'very many points': geometry('MultiPoint', fill(size, plain)),
    'a line to and fro over 180 degrees': geometry('LineString', fill(size, (index) => `[${index % 2 === 0 ? 179 : -179},${index % 89}]`)),
    'positions of words': geometry('Polygon', `[${fill(size, () => '["a",null]')}]`),
    'features of small polygons': collection(fill(size, (index) => `{"geometry":{"type":"Polygon","coordinates":${small(index)}}}`)),
    'rings that cross themselves everywhere': geometry('MultiPolygon', fill(size, (ring) => `[[${Array.from({ length: 150 }, (_, index) => `[${(index % 2) * 80},${((ring * 31 + index * 7919) % 1000) / 20}]`).join(',')}]]`)),
    'rings that cross themselves a few times': geometry('MultiPolygon', fill(size, zigzag)),
    'features that cross each other': collection(fill(size, (index) => `{"geometry":${geometry('Polygon', `[[${index % 7},0],[${(index % 11) + 0.1},60],[${(index % 11) + 0.2},60],[${index % 7}.1,0],[${index % 7},0]]`)}}`)),
    'features of small rings around a pole': collection(fill(size, (index) => `{"geometry":${geometry('Polygon', `[[0,8${index % 9}],[120,85],[-120,85],[0,8${index % 9}]]`)}}`)),
  };
}
