import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openTestDesk } from './testDesk.js';

let desk: Desk;
let person: Person;
beforeAll(async () => {
  desk = await openTestDesk({ settings: { 'files.simpleDialog.enable': true } });
  person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'files') });
});
afterAll(async () => {
  await desk.close();
});

// One sitting: each test goes on where the one before it ended.
it('exports what is shown as lines of GeoJSON, through the dialogs', async () => {
  await person.runCommand('Catalog: Try the Demo Catalog');
  await person.waitForDrawing();
  await person.page.locator('.editor-group-container .tab').first().click();
  await person.runCommand('Catalog: Export Items...');
  await person.pick(/^The \d+ items shown/);
  await person.pick('Newline-Delimited GeoJSON');
  await person.takePicture('how-many-files');
  await person.pick('One file');
  const target = join(desk.folder, 'items.ndjson');
  await person.choosePath(target);
  await expect.poll(async () => (await stat(target).catch(() => undefined))?.size ?? 0).toBeGreaterThan(1_000);
  const lines = (await readFile(target, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(100);
  expect(lines.every((line) => (JSON.parse(line) as { readonly type: string }).type === 'Feature')).toBe(true);
  await person.notification('Exported 100 items into one file.').first().waitFor();
  await person.takePicture('exported');
  expect((await readdir(desk.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('exports GeoParquet', async () => {
  await person.runCommand('Catalog: Export Items...');
  await person.pick(/^The \d+ items shown/);
  await person.pick('GeoParquet');
  await person.pick('One file');
  const target = join(desk.folder, 'items.parquet');
  await person.choosePath(target);
  await expect.poll(async () => (await readFile(target).catch(() => Buffer.alloc(0))).subarray(-4).toString()).toBe('PAR1');
});
