import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { sendAway } from '../support/away.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 6, 'workbench.editor.enablePreview': false } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'items') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(async () => {
  await catalogDesk.close();
});

// The tests of this file are one sitting: each goes on where the one before it ended.
let ids: readonly string[] = [];
const first = (): string => ids[0] ?? '-';
const second = (): string => ids[1] ?? '-';

const lens = (words: string | RegExp): Locator => person.page.locator('.codelens-decoration').filter({ visible: true, hasText: words }).first();
const show = async (id: string): Promise<void> => {
  // Again where an editor that was still opening came in front of it.
  await expect.poll(async () => {
    await (await person.waitForTab(`${id}.geojson`)).click();
    return await person.visibleText(id);
  }).toContain(`"id": "${id}"`);
};

async function openAll(): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await person.rows().nth(index).click();
    await person.waitForTab(`${id}.geojson`);
  }
}

it('opens five items, each with the time it was fetched above it, and explains a field', async () => {
  await searchAsProposed(person);
  await person.rows().nth(5).waitFor();
  ids = (await person.rowNames()).slice(0, 5).map((name) => name.split(',')[0] ?? '');
  await openAll();
  await show(first());
  await lens(/^As fetched \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/).waitFor();
  await person.page.locator('.view-line').filter({ hasText: '"datetime":' }).first().getByText('"datetime"').first().hover();
  const hover = person.hover('Local time');
  await hover.waitFor();
  await person.takePicture('hover');
  expect((await hover.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Time of Data UTC\s?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC Local time/);
  await person.page.mouse.move(900, 850);
});

it('asks again: says quietly that nothing changed, and shows what did', async () => {
  const { server } = catalogDesk;
  await person.runCommand('Catalog: Refresh Item');
  await person.page.locator('.statusbar-item').filter({ hasText: 'No change since the item was fetched before' }).waitFor();
  server.fault('Q49');
  await person.runCommand('Catalog: Refresh Item');
  const diff = await person.waitForTab(new RegExp(`^${first()} \\(.* UTC ↔`));
  await person.page.locator('.diff-editor, .monaco-diff-editor').filter({ visible: true }).getByText('PONDERING').first().waitFor();
  await person.takePicture('diff');
  expect(await diff.getAttribute('aria-selected')).toBe('true');
  server.clearFaults();
});

it('marks in the document what is not as the specification has it, and what the service leaves out as information', async () => {
  await show(first());
  await lens('Changed since').waitFor();
  await person.runCommand('Catalog: Validate Item');
  await person.page.locator('.statusbar-item').filter({ hasText: 'The item is as STAC 1.0.0 has it, with' }).waitFor();
  await person.takePicture('valid');

  catalogDesk.server.fault('Q48b');
  await person.runCommand('Catalog: Refresh Item');
  // By its text: a tab of such a name is there from the test before this one.
  await person.page.locator('.monaco-diff-editor').filter({ visible: true }).getByText('2024-02-30').first().waitFor();
  catalogDesk.server.clearFaults();
  await show(first());
  await person.runCommand('Catalog: Validate Item');
  await person.runCommand('Notifications: Show Notifications');
  await person.answer('The item is not as STAC 1.0.0 has it: 1 problem', 'Show Problems');
  const problems = person.page.locator('.markers-panel');
  await problems.getByText('This is no time as RFC 3339 writes it').first().waitFor();
  await problems.getByText('The item names no version of STAC').first().waitFor();
  await person.takePicture('problems');
  await person.press('ControlOrMeta+j');
  await problems.waitFor({ state: 'hidden' });
});

it('compares two items, and copies an id and a footprint', async () => {
  await show(first());
  await person.runCommand('Catalog: Compare Item with...');
  await person.option('Its earlier copy').waitFor();
  await person.takePicture('compare-with');
  await person.pick(second());
  await person.waitForTab(`${first()} ↔ ${second()}`);
  await person.page.locator('.monaco-diff-editor').filter({ visible: true }).getByText(`"${second()}"`).first().waitFor();
  await person.takePicture('compared');

  await show(second());
  const copied = async (): Promise<unknown> => await person.page.evaluate('navigator.clipboard.readText()');
  await person.runCommand('Catalog: Copy Id');
  await expect.poll(copied).toBe(second());
  await person.runCommand('Catalog: Copy Geometry...');
  await person.pick('WKT');
  await expect.poll(copied).toMatch(/^POLYGON Z \(\(/);
  await person.runCommand('Catalog: Reveal in Results');
  await person.page.getByRole('treeitem', { name: new RegExp(`^${second()}`) }).and(person.page.locator('[aria-selected="true"]')).waitFor();
});

it('opens the collection behind its link, asked with the token when it is followed and not before', async () => {
  const { server } = catalogDesk;
  await show(second());
  const asked = () => server.requests('other').filter(({ path }) => path.startsWith('/collections/'));
  expect(asked()).toEqual([]);
  const link = person.page.locator('.view-line').getByText(/\/collections\//).first();
  await link.click({ modifiers: ['ControlOrMeta'] });
  await person.waitForTab(/^[\w-]+\.json/);
  await expect.poll(() => person.visibleText(/^[\w-]+\.json/)).toContain('"type": "Collection"');
  await person.takePicture('collection');
  expect(asked().map(({ status, headers }) => [status, headers.authorization?.slice(0, 7)])).toEqual([[200, 'Bearer ']]);
});

it('shows five items again after a reload without a server, as they were, with their times', async () => {
  const { server } = catalogDesk;
  const before: string[] = [];
  // A comparison bears the names of two items.
  await person.runCommand('View: Close All Editors');
  await openAll();
  for (const id of ids) {
    await show(id);
    before.push(await person.visibleText(id));
  }
  const time = await lens(/^As fetched/).innerText();
  using away = await sendAway(server);
  await person.reload();
  for (const [index, id] of ids.entries()) {
    await show(id);
    await lens(/^As fetched/).waitFor();
    expect(await person.visibleText(id)).toBe(before[index]);
  }
  expect(await lens(/^As fetched/).innerText()).toBe(time);
  await person.takePicture('restored');
  expect(away.knocks).toBe(0);
  expect(await person.notifications()).toEqual([]);
  expect(person.complaints).toEqual([]);
});
