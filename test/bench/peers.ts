/** The same work by others that run here, beside the table: nothing is promised of these. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import stac from 'stac-js';
import { Agent, request } from 'undici';
import { startBenchCatalog } from './catalog.js';
import { compareTimed, type Row } from './measure.js';

const ITEMS = 10_000;
const ROUNDS = 3;

/** The seconds that matter are taken inside: starting an interpreter is not the work. */
const PYTHON = `
import json, sys, time, urllib.request
start = time.perf_counter()
with urllib.request.urlopen(sys.argv[1]) as answer:
    items = json.loads(answer.read())["features"]
print((time.perf_counter() - start) * 1000)
`;

/** One page of 10,000 items, against undici and JSON.parse. */
export async function measurePeers(): Promise<readonly Row[]> {
  const { pageUrl, close } = await startBenchCatalog({ pages: 1, perPage: ITEMS });
  const dispatcher = new Agent();
  const url = pageUrl(0);
  const timed = async (run: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  const floor = async (): Promise<number> => await timed(async () => void JSON.parse(await (await request(url, { dispatcher })).body.text()));
  const python = async (): Promise<number> => Number((await promisify(execFile)('python3', ['-c', PYTHON, url])).stdout);
  const peers: readonly (readonly [string, () => Promise<number>])[] = [
    ['global fetch and its json()', async () => await timed(async () => await (await fetch(url)).json())],
    ['the same, as objects of stac-js', async () => await timed(async () => stac(await (await fetch(url)).json(), false))],
    ['the same, as objects of stac-js that are migrated, as it does by itself', async () => await timed(async () => stac(await (await fetch(url)).json()))],
    ['Python: urllib and json.loads', python],
  ];
  const rows: Row[] = [];
  for (const [name, ours] of peers) {
    const works = await ours().then(() => true, () => false);
    if (works) {
      rows.push(await compareTimed(`beside: ${name}, 10,000 items`, undefined, { floor, ours }, ROUNDS));
    }
  }
  await dispatcher.close();
  await close();
  return rows;
}
