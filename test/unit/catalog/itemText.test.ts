import fc from 'fast-check';
import { createScanner, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { itemText, itemValue } from '../../../src/core/items/itemText.js';
import { formatJson } from '../../../src/core/jsonLayout.js';
import { documentSteps, JsonFault } from '../../../src/core/jsonScan.js';
import { findElement } from '../../../src/core/jsonText.js';
import { atOnce } from '../../../src/core/steps.js';
import { listShared, readShared, sharedDataIsThere } from './shared.js';

/** `SyntaxKind.EOF`, which is a const enum. */
const END: number = 17;

/** Every token of a JSON text, without the space between them. */
function tokens(text: string): readonly string[] {
  const scanner = createScanner(text, true);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    found.push(text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()));
  }
  return found;
}

function page(...features: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`{"type":"FeatureCollection","links":[{"a":"}]{\\"features\\":["}],"features" : [ ${features.join(' , ')} ] , "context":{}}`);
}

describe('the text of an item', () => {
  it('keeps literals, order, duplicates and unknown members, and lays them out', () => {
    const text = '{"id":"a","n":9007199254740993,"f":1.50e+01,"n":1,"z":{"$schema":"x"},"e":{},"l":[ ],"p":[7.10, 46,\n400.0],"s":"\\u0041\\/é","q":[["x"],null]}';
    expect(itemText({ page: page('{"id":"b"}', text, '"x"'), index: 1 })).toBe(`{
  "id": "a",
  "n": 9007199254740993,
  "f": 1.50e+01,
  "n": 1,
  "z": {
    "$schema": "x"
  },
  "e": {},
  "l": [],
  "p": [7.10, 46, 400.0],
  "s": "\\u0041\\/é",
  "q": [
    [
      "x"
    ],
    null
  ]
}
`);
  });

  it('is found behind a byte order mark, escaped keys and earlier duplicates', () => {
    const bytes = new TextEncoder().encode('\ufeff\n{"features":[1,2],"a":"\\\\\\"","\\u0066eatures":[{"id":"ü"},3]}');
    expect(itemText({ page: bytes, index: 0 })).toBe('{\n  "id": "ü"\n}\n');
    expect(itemText({ page: bytes, index: 1 })).toBe('3\n');
    expect(itemText({ page: bytes, index: 2 })).toBe('');
    expect(itemValue({ page: bytes, index: 2 })).toBeUndefined();
  });

  it('is empty where there is none', () => {
    for (const text of ['', '[]', '{}', '{"features":{}}', '{"features":[]}', '{"features"', '{"features":["']) {
      expect(itemText({ page: new TextEncoder().encode(text), index: 1 })).toBe('');
    }
  });

  it('nested 100,000 deep is given back as it came', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(itemText({ page: page(deep), index: 0 })).toBe(`${deep}\n`);
    expect(itemText({ page: page(deep, '{"id":"b"}'), index: 1 })).toBe('{\n  "id": "b"\n}\n');
  });

  it('of 5 MB is laid out in one pass', () => {
    const big = `{"p":[${Array.from({ length: 250_000 }, (_, index) => `[${index}.10,1.0,"a"]`).join(',')}],"n":[${'1,'.repeat(500_000)}1]}`;
    expect(tokens(itemText({ page: page(big), index: 0 })).length).toBe(tokens(big).length);
  });

  it('is token by token what came, for any JSON', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1 }), fc.nat(), fc.constantFrom('', ' ', '\t\n'), (values, at, space) => {
      const texts = values.map((value) => JSON.stringify(value, null, space));
      const index = at % values.length;
      const laidOut = itemText({ page: page(...texts), index });
      expect(tokens(laidOut)).toEqual(tokens(texts[index] ?? ''));
      expect(formatJson(laidOut)).toBe(laidOut.trimEnd());
    }), { numRuns: 500 });
  });

  it.runIf(sharedDataIsThere)('of every real item equals its source up to white space, token by token', () => {
    let compared = 0;
    for (const path of listShared('real-items')) {
      const bytes = readShared(path);
      const text = bytes.toString('utf8');
      const document = parse(text) as { readonly features?: readonly unknown[] };
      const features = document.features;
      if (features === undefined) {
        const wrapped = page(text);
        expect(tokens(itemText({ page: wrapped, index: 0 })), path).toEqual(tokens(text));
        expect(itemValue({ page: wrapped, index: 0 })).toEqual(document);
        compared += 1;
      } else {
        features.forEach((value, index) => {
          const range = findElement(bytes, 'features', index);
          const source = range === undefined ? '' : bytes.subarray(range.start, range.end).toString('utf8');
          expect(JSON.parse(source), path).toEqual(value);
          expect(tokens(itemText({ page: bytes, index })), path).toEqual(tokens(source));
          compared += 1;
        });
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});

function faultOf(scan: () => unknown): JsonFault['kind'] | undefined {
  try {
    scan();
    return undefined;
  } catch (error) {
    return error instanceof JsonFault ? error.kind : undefined;
  }
}

describe('a text that is no JSON', () => {
  it.each([
    ['{"a":[1,2', true], ['{"a":"b', true], ['[', true], ['{"a":"\\"', true], [' {"a":1},', false],
    ["{'a':1}", false], ['{"a":1} x', false], ['{"a":NaN}', false], ['', false], [')]}\'', false], ['callback({', false], ['{"a":1}\n{"b":2}', false],
  ])('%j is cut off: %s', (text, cut) => {
    const scan = (): unknown => atOnce(documentSteps(Buffer.from(text)));
    expect(scan).toThrow(JsonFault);
    expect(faultOf(scan) === 'cutOff').toBe(cut);
  });
});
