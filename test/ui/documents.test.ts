import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendAway } from '../support/away.js';
import { startCatalogServer, type CatalogServer } from '../support/catalogServer.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
/** Where documents of this file point to; nothing may ever be asked there. */
let foreign: CatalogServer;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 5 } } });
  foreign = await startCatalogServer({ host: '127.0.0.2', port: Number(new URL(catalogDesk.server.origin).port) });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'documents') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(async () => {
  await catalogDesk.close();
  await foreign.close();
});

// The tests of this file are one sitting: each goes on where the one before it ended.
let opened = '';

it('keeps the literals that the service sent, read-only', async () => {
  catalogDesk.server.fault('Q62');
  await searchAsProposed(person);
  await person.rows().nth(3).waitFor();
  opened = (await person.rowNames())[0]?.split(/[,\s]/)[0] ?? '';
  await person.rows().first().click();
  await person.waitForTab(opened);
  await expect.poll(() => person.visibleText(opened)).toContain('"big": 9007199254740993,');
  expect(await person.visibleText(opened)).toContain('"price": 1.10,');

  await person.page.locator('.editor-instance .view-lines').first().click();
  await person.press('x');
  await person.page.getByText('This is what the catalog sent. Use "Save As" to edit a copy.').filter({ visible: true }).first().waitFor();
  await person.takePicture('read-only');
  expect((await person.tabs()).map(({ name }) => name)).toEqual([`${opened}.geojson`]);
  expect(await person.visibleText(opened)).not.toContain('x{');
  catalogDesk.server.clearFaults();
});

it('says of a row what it is, by eye, by ear and on the keyboard', async () => {
  catalogDesk.server.fault('Q68');
  await person.runCommand('Catalog: Run Last Search Again');
  await expect.poll(async () => (await person.rows().first().getAttribute('aria-label')) ?? '').toMatch(
    /^[\w-]+, [\w-]+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, status [A-Z]+$/,
  );
  const row = (await person.rowNames())[0] ?? '';
  const tooltip = person.hover('Local time');
  // Rows that come while the mouse rests on one take its tooltip away.
  await vi.waitFor(async () => {
    await person.page.mouse.move(900, 500);
    await person.rows().first().hover();
    await tooltip.waitFor({ timeout: 5_000 });
  }, { timeout: 30_000 });
  await person.takePicture('tooltip');
  const said = (await tooltip.innerText()).replaceAll(/\s+/g, ' ');
  const [id = '-', platform = '-', time = '-'] = row.split(', ');
  for (const part of [id, 'Collection', `Platform ${platform}`, `Time of Data ${time}`, 'Instrument Mode ']) expect(said).toContain(part);
  expect((await person.rowNames()).at(-1)).toMatch(/^Load more items, 5 of [\d,]+ loaded$/);
  await person.page.mouse.move(900, 500);

  await person.rows().first().click();
  await person.waitForTab(id);
  await expect.poll(() => person.visibleText(id)).toContain(`"id": "${id}"`);
  // The document takes the focus when it is there: keys that are pressed before are lost to it.
  await person.page.getByRole('textbox', { name: new RegExp(`^${id}`) }).and(person.page.locator(':focus')).waitFor({ state: 'attached' });
  await person.page.getByRole('tree', { name: /Results$/ }).focus();
  await person.press('Home', 'ArrowRight');
  await expect.poll(() => person.rowNames()).toEqual(expect.arrayContaining([expect.stringMatching(/^Asset d, /)]));
  const children = (await person.rowNames()).filter((name) => /^(?:Asset|Link)/.test(name));
  await person.takePicture('children');
  expect(children.map((name) => name.split(',')[0])).toEqual(['Asset a', 'Asset b', 'Asset c', 'Asset d', expect.stringMatching(/^Link /)]);
  await person.press('ArrowLeft');
  await expect.poll(() => person.rowNames().then((names) => names.join())).not.toContain('Asset a');
  // Enter opens the item as a click does.
  await person.press('ArrowDown', 'Enter');
  await person.waitForTab((await person.rowNames())[1]?.split(',')[0] ?? '-');
  catalogDesk.server.clearFaults();
});

it('draws the footprints of the results on one map', async () => {
  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForTab('Results on Map');
  expect(await person.waitForDrawing('results')).toMatch(/^Map of the search results: 5 footprints\b/);
  await person.takePicture('results-on-map');
  await person.runCommand('Catalog: Show Footprint');
  await person.waitForDrawing();
});

it('shows a tab and its footprint again after a reload while the catalog is away, without asking for either', async () => {
  const { server } = catalogDesk;
  server.fault('Q64');
  await person.runCommand('Catalog: Run Last Search Again');
  await server.arrived('search', 3);
  await person.waitForViewMessage(/^5 of/);
  await person.rows().first().click();
  opened = (await person.rowNames())[0]?.split(',')[0] ?? '-';
  await person.waitForTab(opened);
  await expect.poll(() => person.visibleText(opened)).toContain(`"$schema": "http://127.0.0.2:`);
  const before = await person.visibleText(opened);
  await expect.poll(() => person.webview().getByRole('heading').innerText()).toBe(opened);
  const drawn = await person.waitForDrawing();
  await person.takePicture('before-reload');

  using away = await sendAway(server);
  await person.reload();
  await person.waitForTab(opened);
  await expect.poll(() => person.visibleText(opened)).toBe(before);
  await expect.poll(() => person.waitForDrawing()).toBe(drawn);
  await person.takePicture('after-reload');
  expect(await person.notifications()).toEqual([]);
  expect(away.knocks).toBe(0);
});

it('has asked nobody for what a document points to', () => {
  // The document with the foreign schema has been open, and restored, since the test before this one.
  expect(foreign.journal).toEqual([]);
  expect(person.complaints).toEqual([]);
});
