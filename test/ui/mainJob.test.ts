import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from '../support/desk.js';
import { doMainJob } from '../support/mainJob.js';
import { root } from '../support/setup.mjs';
import { openTestDesk } from './testDesk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());

it('does the main job on the demo catalog, from nothing', async () => {
  const person = await desk.sitDown({ own: true, pictures: join(root, 'out', 'ui', 'main-job') });
  const seen: string[] = [];
  await doMainJob(person, (line) => seen.push(line));
  expect(seen).toHaveLength(5);
});
