/**
 * One side of a row in a process of its own, so that each pays for what it leaves to the collector, and only for that. Arguments: the
 * side, the origin of the pages, how many items each has. Told how often to search, it says how many milliseconds one search took; told
 * to name the largest parts, it names them. Ends with the process that forked it.
 */
import { Agent, request } from 'undici';
import { appendPage } from '../../src/core/catalog/appendPage.js';
import { emptyResultSet, type ResultSet } from '../../src/core/catalog/pages.js';
import { benchClient } from './catalog.js';
import { largestParts } from './profile.js';
import type { SideName, ToSide } from './sides.js';

const [side, origin = '', perPage = 0] = [process.argv[2] as SideName, process.argv[3], Number(process.argv[4])];
const { environment, client, pageUrl } = benchClient(origin, perPage);
const dispatcher = new Agent();
const query = { limit: perPage };
const wanted = new AbortController().signal;
// As in a window: what was found last is on view until the next search has its items.
let shown: ResultSet = emptyResultSet(environment.name, query, 0);

const works: Readonly<Record<SideName, () => Promise<void>>> = {
  floor: async () => void JSON.parse(await (await request(pageUrl(0), { dispatcher })).body.text()),
  ours: async () => {
    const page = await client.search(environment, query, { signal: wanted });
    shown = appendPage(emptyResultSet(environment.name, query, 0), page, 0);
    if (shown.items.length !== perPage) {
      throw new Error(`expected ${perPage} items, got ${shown.items.length}`);
    }
  },
};
const work = works[side];

async function answer(message: ToSide): Promise<number | string> {
  if (message === 'parts') {
    return await largestParts(work);
  }
  const start = performance.now();
  for (let time = 0; time < message; time += 1) {
    await work();
  }
  return (performance.now() - start) / message;
}

process.once('disconnect', () => process.exit());
process.on('message', (message: ToSide) => {
  // What fails ends the process, and the bench with it.
  void answer(message).then((said) => process.send?.(said));
});
