/** 100,000 items in pages of 1,000 taken in as one result set: the time, and what stays in memory. */
import { Agent, request } from 'undici';
import { appendPage } from '../../src/core/catalog/appendPage.js';
import { emptyResultSet, type Page, type ResultSet } from '../../src/core/catalog/pages.js';
import { startBenchCatalog, type BenchCatalog } from './catalog.js';
import { collectGarbage } from './garbage.js';
import { compare, rowOf, type Row } from './measure.js';

const PAGES = 100;
const PER_PAGE = 1_000;
const ROUNDS = 5;
const MEGABYTE = 1_000_000;
const query = { limit: PER_PAGE };
const wanted = new AbortController().signal;

/** The time against requesting and parsing alone; then what stays in memory: the pages' bytes, and all that is not theirs. */
export async function measureIntake(): Promise<readonly Row[]> {
  const catalog = await startBenchCatalog({ pages: PAGES, perPage: PER_PAGE });
  const dispatcher = new Agent();
  let bytes = 0;
  const time = await compare('100,000 items taken in, 100 pages', 1.2, {
    floor: async () => {
      bytes = 0;
      for (let page = 0; page < PAGES; page += 1) {
        const text = await (await request(catalog.pageUrl(page), { dispatcher })).body.text();
        bytes += text.length;
        JSON.parse(text);
      }
    },
    ours: async () => void await takeIn(catalog),
  }, ROUNDS);
  await dispatcher.close();
  const before = memory();
  const set = await takeIn(catalog);
  const after = memory();
  if (set.items.length !== PAGES * PER_PAGE) {
    throw new Error(`expected ${PAGES * PER_PAGE} items, got ${set.items.length}`);
  }
  const held = heldBytes(set);
  await catalog.close();
  return [
    time,
    rowOf('the same: memory that stays beside the bytes of the pages, against 100 MB', 'MB', 100, (after - before - held) / MEGABYTE, 1),
    rowOf('the same: bytes of the pages that stay, against those that came', 'MB', bytes / MEGABYTE, held / MEGABYTE, 1),
  ];
}

/** Each page is asked for when the one before it is in the set, as "Load All" does. */
async function takeIn({ client, environment }: BenchCatalog): Promise<ResultSet> {
  let set = emptyResultSet(environment.name, query, 0);
  let page: Page | undefined = await client.search(environment, query, { signal: wanted });
  while (page !== undefined) {
    set = appendPage(set, page, 0);
    page = page.next === undefined ? undefined : await client.next(environment, query, page.next, { signal: wanted });
  }
  return set;
}

/** The memory behind the items' pages, in bytes. */
function heldBytes(set: ResultSet): number {
  return [...new Set(set.items.map(({ source }) => source.page.buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** What is reachable, in bytes, heap and buffers: the collector runs first. */
function memory(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
