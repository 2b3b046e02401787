import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import type { Item } from '../../../src/core/items/item.js';
import { itemText } from '../../../src/core/items/itemText.js';
import { findElements } from '../../../src/core/jsonText.js';
import { readPageHead } from '../../../src/core/catalog/pageHead.js';
import { collection, environmentAt, failureOf, feature, serve, testPorts, WANTED } from './support.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const namesOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);

/** Text with what is hard to find one's way in. */
const hard = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', 'é', '𐍈', '\u2028', '\n', 'features', 'a') });
const anything = fc.oneof(hard, fc.jsonValue({ stringUnit: 'grapheme' }), fc.array(hard), fc.dictionary(hard, hard));
const someFeature = fc.record({ id: fc.oneof(hard, fc.integer()), properties: fc.dictionary(hard, anything), assets: anything }, { requiredKeys: [] });
const page = fc.record({
  before: fc.dictionary(hard.filter((name) => name !== 'features' && name !== 'type'), anything),
  features: fc.array(fc.oneof({ weight: 4, arbitrary: someFeature }, anything), { maxLength: 60 }),
  after: fc.dictionary(hard.filter((name) => name !== 'features'), anything),
  space: fc.constantFrom(undefined, 1, '\t'),
});
const textOf = ({ before, features, after, space }: { before: object; features: readonly unknown[]; after: object; space: number | string | undefined }): string =>
  JSON.stringify({ ...before, type: 'FeatureCollection', features, ...after }, null, space);

describe('the head of a page', () => {
  it('is how the page begins, whatever is in it and however it is laid out', () => {
    fc.assert(fc.property(page, (parts) => {
      const text = textOf(parts);
      const body = bytesOf(text);
      const isObject = (value: unknown): value is { readonly id?: unknown } => typeof value === 'object' && value !== null && !Array.isArray(value);
      const whole = (JSON.parse(text) as { readonly features: readonly unknown[] }).features;
      const objects = whole.slice(0, 50).flatMap((value, index) => (isObject(value) ? [{ value, index }] : []));
      const head = readPageHead(body);
      expect(head.map(({ source }) => source.index)).toEqual(objects.map(({ index }) => index));
      expect(head.map((item) => JSON.parse(itemText(item.source)) as unknown)).toEqual(objects.map(({ value }) => value));
      expect(findElements(body, 'features').map(({ start, end }) => JSON.parse(new TextDecoder().decode(body.subarray(start, end))) as unknown)).toEqual(whole);
    }));
  });

  it('of a page that was cut anywhere, or is anything at all, is a beginning of it, and nothing is thrown', () => {
    fc.assert(fc.property(page, fc.nat(), (parts, cut) => {
      const body = bytesOf(textOf(parts));
      const all = namesOf(readPageHead(body));
      const some = namesOf(readPageHead(body.subarray(0, cut % (body.length + 1))));
      expect(all.slice(0, some.length)).toEqual(some);
    }));
    fc.assert(fc.property(fc.oneof(fc.uint8Array(), hard.map(bytesOf)), (body) => {
      expect(readPageHead(body)).toEqual([]);
    }));
  });

  it.each([
    ['no collection', '{"type":"Catalog","features":[{"id":"a"}]}'],
    ['not yet known to be one', '{"features":[{"id":"a"}],"type":"FeatureCollection"}'],
    ['without features', '{"type":"FeatureCollection"}'],
    ['features that are none', '{"type":"FeatureCollection","features":{"id":"a"}}'],
  ])('is empty: %s', (_, text) => {
    expect(readPageHead(bytesOf(text))).toEqual([]);
  });

  it('looks at little of large features', () => {
    const large = { id: 'large', properties: { text: 'x'.repeat(300_000) } };
    expect(readPageHead(bytesOf(JSON.stringify({ type: 'FeatureCollection', features: [large, large, large] })))).toHaveLength(1);
  });
});

describe('a search for a large page', () => {
  const large = collection(Array.from({ length: 200 }, (_, index) => ({ ...feature(`i${index}`), padding: 'x'.repeat(6000) })));

  async function heads(body: string): Promise<{ readonly head: readonly string[]; readonly ended: unknown }> {
    await using server = await serve(() => ({ body }));
    const seen: string[] = [];
    const asked = new CatalogClient(testPorts()).search(environmentAt(server.origin), { limit: 200 }, {
      signal: WANTED(),
      onHead: async (items) => {
        seen.push(...namesOf(items));
        await Promise.resolve();
      },
    });
    const ended = await asked.then(({ items }) => items.length, async () => await failureOf(asked));
    return { head: seen, ended };
  }

  it('tells how it begins before the rest is read; of a small one nothing is told', async () => {
    const { head, ended } = await heads(JSON.stringify(large));
    expect(head).toEqual(Array.from({ length: 50 }, (_, index) => `i${index}`));
    expect(ended).toBe(200);
    expect(await heads(JSON.stringify(collection([feature('a')])))).toEqual({ head: [], ended: 1 });
  });

  it('fails all the same where the rest is unsound', async () => {
    const { head, ended } = await heads(`${JSON.stringify(large).slice(0, -1)},`);
    expect(head).toHaveLength(50);
    expect(ended).toMatchObject({ kind: 'malformed', reason: 'cutOff' });
  });

  it('goes no further when it is cancelled meanwhile', async () => {
    await using server = await serve(() => ({ body: JSON.stringify(large) }));
    const controller = new AbortController();
    const asked = new CatalogClient(testPorts()).search(environmentAt(server.origin), { limit: 200 }, {
      signal: controller.signal,
      onHead: async () => {
        controller.abort();
        await Promise.resolve();
      },
    });
    expect(await failureOf(asked)).toEqual({ kind: 'cancelled' });
  });
});
