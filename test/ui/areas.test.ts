import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, signIn, type CatalogDesk } from './catalogDesk.js';

/** South Sweden, as one would draw it. */
const AREA = { type: 'Feature', properties: { name: 'south' }, geometry: { type: 'Polygon', coordinates: [[[11, 55], [19, 55], [19, 60], [11, 60], [11, 55]]] } };

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 50 } } });
  const inFolder = (name: string): string => join(catalogDesk.desk.folder, name);
  await writeFile(inFolder('south.geojson'), JSON.stringify(AREA, null, 2));
  await writeFile(inFolder('cut.wkt'), 'POLYGON ((11 55, 19 55, 19 60');
  const large = await open(inFolder('large.geojson'), 'w');
  await large.truncate(50_000_000);
  await large.close();
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'areas') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(() => catalogDesk.close());

const runRow = () => person.option('Run search').and(person.page.locator('.focused'));

async function openAreas(): Promise<void> {
  await person.runCommand('Catalog: Search Items...');
  await runRow().waitFor();
  await person.pick('Area');
  await person.waitForStep('Search Items: Area');
}

/** Opens the builder with no filters set. */
async function openBlank(): Promise<void> {
  await person.runCommand('Catalog: Search Items...');
  await runRow().waitFor();
  if (await person.option('Clear all filters').isVisible()) {
    await person.pick('Clear all filters');
    await runRow().waitFor();
    await expect.poll(() => person.options().then((all) => all.join('\n'))).not.toContain('Clear all filters');
  }
}

/** Runs the search that is on screen; gives what was sent. */
async function run(): Promise<Readonly<Record<string, string>>> {
  const { server } = catalogDesk;
  await runRow().waitFor();
  server.clearJournal();
  await person.quickInput.press('Enter');
  await server.arrived('search', 1);
  await person.waitForViewMessage(/^\d+ .*items?/);
  return Object.fromEntries(server.requests('search')[0]?.query ?? []);
}

it('takes an area that is typed, selected, opened, copied or in a file, and says what is wrong with it', async () => {
  await openAreas();
  await person.takePicture('ways');
  await person.type('POLYGON ((11 55, 19 55, 19 60');
  await person.waitForInputMessage('The text ends too early: ")" is missing.');
  await person.takePicture('cut');
  await person.type('POLYGON ((11 55, 19 60, 19 55, 11 60, 11 55))');
  await person.waitForInputMessage('The ring crosses itself near 15, 57.5.');
  await person.type('polygon((11 55, 19 55, 19 60, 11 60, 11 55))');
  await person.quickInput.press('Enter');
  const typed = await run();
  expect(JSON.parse(typed['intersects'] ?? '')).toEqual(AREA.geometry);
  const found = (await person.rowNames()).length;
  expect(found).toBeGreaterThan(0);

  await openAreas();
  await person.pick('From a file...');
  await person.waitForStep('Search Items: Area from a File');
  await person.pick('large.geojson');
  await person.waitForStep(/^Search Items: Area$/);
  await person.option(/This file has 50 MB/).waitFor();
  await person.takePicture('large-file');
  await person.pick('From a file...');
  await person.pick('cut.wkt');
  await person.option(/The text ends too early/).waitFor();
  await person.pick('From a file...');
  await person.pick('south.geojson');
  expect(JSON.parse((await run())['intersects'] ?? '')).toEqual(AREA.geometry);

  await openAreas();
  await person.pick('Anywhere');
  expect(await run()).toEqual({ limit: '50' });

  await person.page.evaluate('navigator.clipboard.writeText("[[11, 55], [19, 60]]")');
  await openAreas();
  await person.pick('From the clipboard');
  expect((await run())['bbox']).toBe('11,55,19,60');

  await person.runCommand('Go to File...');
  await person.type('south.geojson');
  await person.option('south.geojson').waitFor();
  await person.quickInput.press('Enter');
  await person.waitForTab('south.geojson');
  await openAreas();
  await person.pick(/^From the active editor/);
  expect(JSON.parse((await run())['intersects'] ?? '')).toEqual(AREA.geometry);
  // Half of a document is no GeoJSON, and the list says so.
  await person.page.locator('.monaco-editor .view-line').first().click();
  await person.press('Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await openAreas();
  await person.pick(/^From the selection/);
  await person.option(/This JSON is not complete/).waitFor();
  await person.takePicture('half');
  await person.press('Escape');
  await person.option('Run search').waitFor();
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });
  expect(person.complaints).toEqual([]);
});

it('chooses several collections from the service\'s list and a status of the results, and looks for it page after page', async () => {
  const { server } = catalogDesk;
  await openBlank();
  await person.quickInput.press('Enter');
  await person.rows().first().waitFor();

  await person.runCommand('Catalog: Search Items...');
  await runRow().waitFor();
  await person.pick('Collections');
  await person.waitForStep('Search Items: Collections');
  await person.page.locator('.quick-input-list .quick-input-list-row').nth(2).waitFor();
  await person.takePicture('collections');
  await person.press('Escape');
  await person.option('Run search').waitFor();
  await person.pick('Status');
  await person.waitForStep('Search Items: Status');
  await person.type('acquired');
  await person.takePicture('status');
  await person.quickInput.press('Enter');
  await runRow().waitFor();
  const rows = (await person.options()).join('\n');
  expect(rows.toLowerCase()).toContain('acquired');
  server.clearJournal();
  await person.quickInput.press('Enter');
  await person.waitForViewMessage(/By status, \d+ of \d+ match/);
  await person.takePicture('by-status');
  expect(server.requests('search')[0]?.url).toBe('/stac/search?limit=50');
});

it('comes back with all that was typed when the service refuses a member, and ends at a loop of pages', async () => {
  const { server } = catalogDesk;
  server.fault('H15a');
  await openBlank();
  await person.pick('Filter expression');
  await person.waitForStep('Search Items: Filter expression');
  await person.type('cloudy < (20');
  await person.waitForInputMessage('There is a ( without its ).');
  await person.type('cloudy < 20');
  await person.quickInput.press('Enter');
  await runRow().waitFor();
  await person.quickInput.press('Enter');

  const refused = person.option(/^Filter expression.*Refused by the service: unknown property cloudy/);
  await refused.waitFor();
  await person.takePicture('refused');
  // The service's text is text: no link, no icon.
  expect(await refused.locator('.quick-input-list-label-meta a[href], .codicon-error').evaluateAll((found) => found.map(({ outerHTML }) => outerHTML))).toEqual([]);
  await refused.click();
  await person.waitForInputMessage('The service refused this value.');
  expect(await person.quickInput.inputValue()).toBe('cloudy < 20');
  await person.type('');
  await person.quickInput.press('Enter');
  server.clearFaults();
  server.fault('P2');
  server.clearJournal();
  await runRow().waitFor();
  await person.quickInput.press('Enter');
  await person.waitForViewMessage(/more to load/);
  // The first page has another address than the one that the second names.
  for (const pages of [2, 3]) {
    await person.runCommand('Catalog: Load More Items');
    await server.arrived('search', pages);
  }
  await person.waitForViewMessage('loading stops here');
  await person.takePicture('loop');
  expect(person.complaints).toEqual([]);
});
