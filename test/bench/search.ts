/** The way of one answer from the request to a result set, and of a search of many pages to its first rows. */
import { Agent, request } from 'undici';
import { Results } from '../../src/core/results/results.js';
import { rowsSet } from '../../src/core/results/resultsState.js';
import { systemClock } from '../../src/platform/clock.js';
import { startBenchCatalog } from './catalog.js';
import { compareTimed, type Row } from './measure.js';
import { startSide } from './sides.js';

/** What takes milliseconds is tried more often: its times differ more. */
const ROUNDS = 41;
const ROUNDS_OF_LARGE = 21;
/** Searches of milliseconds that are timed together. */
const IN_A_ROW = 10;
/** Items of a page that takes some tenths of a second. */
const LARGE = 10_000;
const wanted = new AbortController().signal;

/** One page of so many items against the same bytes requested with undici and parsed. */
export async function measureOnePage(count: number, atMost: number | undefined): Promise<Row> {
  const catalog = await startBenchCatalog({ pages: 1, perPage: count });
  const [floor, ours] = [startSide('floor', catalog, count), startSide('ours', catalog, count)];
  const [rounds, inARow] = count < LARGE ? [ROUNDS, IN_A_ROW] : [ROUNDS_OF_LARGE, 1];
  const row = await compareTimed(`search of ${count.toLocaleString('en')} items in one page`, atMost, {
    floor: async () => await floor.run(inARow),
    ours: async () => await ours.run(inARow),
    parts: async () => await ours.largestParts(),
  }, rounds);
  await Promise.all([floor.close(), ours.close(), catalog.close()]);
  return row;
}

/**
 * The first rows of a search of 10,000 items in pages of 1,000, against the first page's bytes arriving: from the request until the
 * window's results have rows.
 */
export async function measureFirstRow(): Promise<Row> {
  const { environment, client, pageUrl, close } = await startBenchCatalog({ pages: 10, perPage: 1_000 });
  const dispatcher = new Agent();
  const row = await compareTimed('first row of a 10,000-item search in pages of 1,000', 1.5, {
    floor: async () => {
      const start = performance.now();
      await (await request(pageUrl(0), { dispatcher })).body.bytes();
      return performance.now() - start;
    },
    ours: async () => {
      const results = new Results({ client: () => Promise.resolve(client), clock: systemClock });
      const start = performance.now();
      let first: number | undefined;
      results.onDidChange(() => {
        if ((rowsSet(results.state)?.items.length ?? 0) > 0) {
          first ??= performance.now() - start;
        }
      });
      await results.search(environment, { limit: 1_000 }, wanted);
      results.dispose();
      return first ?? Number.NaN;
    },
  }, ROUNDS);
  await dispatcher.close();
  await close();
  return row;
}
