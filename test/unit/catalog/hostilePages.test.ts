import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exportItem } from '../../../src/core/export/exportItem.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { itemTextSteps, itemValue } from '../../../src/core/items/itemText.js';
import { searchOutcomeSteps } from '../../../src/core/results/searchOutcome.js';
import { runInTurns } from '../../../src/core/runInTurns.js';
import { readCollectionsSteps } from '../../../src/core/wire/collections.js';
import { GOOD_PAGE, HOSTILE_PAGES } from '../../support/hostilePages.js';
import { searchStranger } from '../../support/strangerSearch.js';
import { Turns } from '../../support/turns.js';
import { WANTED } from './support.js';

const MIB = 1024 * 1024;
/** `STRANGER_MIB=64` tries pages as long as an answer may be, which takes a minute. */
const SIZE = Number(process.env['STRANGER_MIB'] ?? 3) * MIB;
/** Milliseconds of the processor's time that one turn may take. */
const BOUND = 200;
/** Only what is slow each time is slow: a first time counts compiling, and any time may count the collector. */
const TRIES = 3;

const pages = [GOOD_PAGE, ...HOSTILE_PAGES];

/** The longest turn of the quickest try. */
async function longestTurn(work: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best > BOUND; tries += 1) {
    await turn();
    best = Math.min(best, await work());
  }
  return best;
}

describe('an answer of a stranger', () => {
  it.each(pages)('keeps nobody waiting: $name', { timeout: 120_000 }, async ({ make }) => {
    const body = make(SIZE);
    expect(await longestTurn(async () => {
      const { turns, set, failure } = await searchStranger(body, WANTED());
      expect(failure?.kind ?? 'malformed').toBe('malformed');
      // What is done with an item of it next.
      const items = [set?.items[0], set?.items.at(-1)].filter((item) => item !== undefined);
      for (const { source } of items) {
        await turns.next();
        await runInTurns(itemTextSteps(source), turns.clock, WANTED());
        await turns.next();
        itemValue(source);
      }
      await turns.next();
      items.slice(0, 1).map(exportItem);
      await turns.next();
      if (set !== undefined) {
        await runInTurns(searchOutcomeSteps(set), turns.clock, WANTED());
      }
      turns.end();
      return turns.longest;
    })).toBeLessThan(BOUND);
  });

  it.each(pages.filter(({ name }) => /^features|^links/u.test(name)))('keeps nobody waiting in place of the list of collections: $name', { timeout: 120_000 }, async ({ make }) => {
    const text = new TextDecoder().decode(make(SIZE)).replace('"features"', '"collections"');
    const body = new TextEncoder().encode(text);
    expect(await longestTurn(async () => {
      const turns = new Turns();
      turns.begin();
      await runInTurns(readCollectionsSteps(body), turns.clock, WANTED());
      turns.end();
      return turns.longest;
    })).toBeLessThan(BOUND);
  });

  it('is given up in the middle of it', async () => {
    const [page] = HOSTILE_PAGES.filter(({ name }) => name === 'features of very many empty arrays, each long');
    const cancel = new AbortController();
    const search = searchStranger(page?.make(16 * MIB) ?? new Uint8Array(), cancel.signal, () => cancel.abort());
    const { failure, turns } = await search;
    expect(failure).toEqual({ kind: 'cancelled' });
    expect(turns.afterBody).toBeLessThan(3);
  });
});

describe('a feature too large to be parsed at once', () => {
  const head = '{"type":"FeatureCollection","features":[{"id":"small"},';
  const geometry = '{"type":"Point","coordinates":[1,2]}';
  const many = Array.from({ length: 110_000 }, (_, index) => `"k${index}":1`).join(',');
  const search = async (feature: string): ReturnType<typeof searchStranger> => await searchStranger(new TextEncoder().encode(`${head}${feature}]}`), WANTED());

  it('is a row that can be opened, with its names, its time and its footprint', async () => {
    const feature = `{${many},"id":"a","collection":"c","bbox":[1,2,1,2],"geometry":${geometry},"properties":{"datetime":"2026-06-10T08:15:30Z","x:status":"DONE","platform":"P"}}`;
    const { set } = await search(feature.replace('[1,2]}', '[30,30]}').replace('[1,2,1,2]', '[30,30,30,30]'));
    const item = set?.items.at(-1);
    expect([item?.id, item?.collection, item?.datetime, item?.status, item?.platform, item?.geometry, item?.bbox])
      .toEqual(['a', 'c', '2026-06-10T08:15:30Z', 'DONE', 'P', { type: 'Point', coordinates: [30, 30] }, [30, 30, 30, 30]]);
    const text = await runInTurns(itemTextSteps(item?.source ?? { page: new Uint8Array(), index: 0 }), new Turns().clock, WANTED());
    expect(JSON.parse(text)).toMatchObject({ id: 'a', k109999: 1 });
  });

  it('has a footprint that cannot be read where that is too large itself', async () => {
    const { set } = await search(`{"id":"a","geometry":{"type":"MultiPoint","coordinates":[${'[1,2],'.repeat(250_000)}[1,2]]}}`);
    expect(set?.items.at(-1)?.id).toBe('a');
    expect(readGeometry(set?.items.at(-1)?.geometry)).toEqual({ kind: 'unusable', reason: { kind: 'tooLarge' } });
  });

  it('makes its page unsound where it is no JSON itself', async () => {
    const { failure } = await search(`{${many},"a":01}`);
    expect(failure).toMatchObject({ kind: 'malformed', reason: 'notJson' });
  });
});

it('geometries that are not kept are read again, the same', async () => {
  const geometry = (index: number): unknown => ({ type: 'MultiPoint', coordinates: Array.from({ length: 300 }, (_, at) => [30 + index / 1000, 30 + at / 1000]) });
  const features = Array.from({ length: 800 }, (_, index) => ({ id: `a${index}`, geometry: geometry(index) }));
  for (const first of [[], [{ x: 1 }]]) {
    const { set } = await searchStranger(new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features: [...first, ...features] })), WANTED());
    expect(set?.items.slice(first.length).map((item) => item.geometry)).toEqual(features.map((feature) => feature.geometry));
  }
});
