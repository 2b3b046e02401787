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

/** The numbers in a text, in order. */
function numbersOf(text: string | null | undefined): readonly number[] {
  return (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
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

/** The results of a search that has just come may take the focus meanwhile: done again until the editor says that something is selected. */
async function selectTwoLines(): Promise<void> {
  const selected = person.page.locator('.statusbar-item').filter({ hasText: /\(\d+ selected\)/u });
  await expect.poll(async () => {
    await person.page.locator('.monaco-editor .view-line').first().click();
    await person.press('Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
    return await selected.waitFor({ timeout: 2000 }).then(() => true, () => false);
  }, { timeout: 30_000 }).toBe(true);
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
  await person.rows().first().waitFor();
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

  await person.openFile('south.geojson');
  await person.waitForTab('south.geojson');
  await openAreas();
  await person.pick(/^From the active editor/);
  expect(JSON.parse((await run())['intersects'] ?? '')).toEqual(AREA.geometry);
  // Half of a document is no GeoJSON, and the list says so.
  await selectTwoLines();
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

it('takes the view of the map, and what is drawn there as a box and as a polygon', async () => {
  await openBlank();
  await run();
  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForDrawing('results');
  const page = person.webview().locator('body');
  const map = page.getByRole('application');
  // Nearer, so that the view is not the whole world.
  await map.press('+');
  await map.press('+');
  await map.press('ArrowLeft');

  await openAreas();
  const view = person.option(/^The map's view/);
  await view.waitFor();
  await person.takePicture('ways-with-map');
  const seen = numbersOf(await view.getAttribute('aria-label'));
  expect(seen).toHaveLength(4);
  await view.click();
  await runRow().waitFor();
  await person.takePicture('view');
  // What the list said is what is asked for.
  expect(numbersOf((await run())['bbox'])).toEqual(seen);
  await page.getByText(`in ${seen.join(', ')}`).first().waitFor();
  await person.takePicture('view-searched');

  const field = page.getByLabel('Coordinates of the area');
  const drawOnMap = async (): Promise<void> => {
    await openAreas();
    await person.pick('Draw on the map...');
    await page.getByRole('button', { name: 'Use Area' }).waitFor();
  };
  const click = async (x: number, y: number, count = 1): Promise<void> => {
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
    await map.click({ position: { x: width * x, y: height * y }, clickCount: count });
  };
  /** What is under a place of the map, as the map itself says it. */
  const under = async (x: number, y: number): Promise<string> => {
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
    await map.hover({ position: { x: width * x, y: height * y } });
    return await page.locator('.pointer').innerText();
  };
  await drawOnMap();
  // It begins with the area that is set; another takes its place.
  expect(numbersOf(await field.inputValue())).toHaveLength(4);
  await page.getByRole('button', { name: 'Box', exact: true }).click();
  const corner = await under(0.3, 0.3);
  await click(0.3, 0.3);
  await click(0.7, 0.6);
  await person.takePicture('box-drawn');
  // Clicks of a drawing leave the map where it is.
  expect(await under(0.3, 0.3)).toBe(corner);
  const box = numbersOf(await field.inputValue());
  await page.getByRole('button', { name: 'Use Area' }).click();
  expect(numbersOf((await run())['bbox'])).toEqual(box);
  const [west = 0, south = 0, east = 0, north = 0] = box;
  expect(west).toBeLessThan(east);
  expect(south).toBeLessThan(north);
  await page.getByText(`in ${box.join(', ')}`).first().waitFor();
  await person.takePicture('box-searched');

  await drawOnMap();
  await page.getByRole('button', { name: 'Polygon', exact: true }).click();
  const first = await under(0.3, 0.3);
  await click(0.3, 0.3);
  await click(0.7, 0.35);
  await click(0.5, 0.7, 2);
  await person.takePicture('polygon-drawn');
  expect(await under(0.3, 0.3)).toBe(first);
  await page.getByRole('button', { name: 'Use Area' }).click();
  const { type, coordinates } = JSON.parse((await run())['intersects'] ?? '{}') as { readonly type: string; readonly coordinates: readonly (readonly unknown[])[] };
  expect(type).toBe('Polygon');
  expect(coordinates.map((ring) => ring.length)).toEqual([4]);
  await page.getByText('in polygon within').first().waitFor();
  await person.takePicture('polygon-searched');

  // A newer builder takes the place of the one that waits for the map; given up, its list comes back with what was set.
  await drawOnMap();
  await drawOnMap();
  await under(0.5, 0.5);
  expect(await person.quickInput.count()).toBe(0);
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  await person.waitForStep('Search Items: Area');
  await person.takePicture('given-up');
  await person.press('Escape');
  await person.option('Run search').waitFor();
  expect((await person.options()).join('\n')).toMatch(/Area, .*polygon/i);
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });
  await person.runCommand('View: Close All Editors');
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
  await person.type('processed');
  await person.takePicture('status');
  await person.quickInput.press('Enter');
  await runRow().waitFor();
  const rows = (await person.options()).join('\n');
  expect(rows.toLowerCase()).toContain('processed');
  server.clearJournal();
  await person.quickInput.press('Enter');
  await person.waitForViewMessage(/^\d+ items, more to load, .* By status, \d+ of 500 match; Load More Items looks at up to 10 more pages\.$/);
  await person.takePicture('by-status');
  expect(server.requests('search')[0]?.url).toBe('/stac/search?limit=50');
  expect(server.requests('search')).toHaveLength(10);
  const found = await person.rowNames();
  expect(found.slice(0, -1).every((name) => name.endsWith('status PROCESSED'))).toBe(true);
  expect(found.at(-1)).toMatch(/^Load more items, 500 of [\d,]+ looked at$/);
  await person.rows().last().click();
  await person.waitForViewMessage(/By status, \d+ of 1,000 match/);
  expect(server.requests('search')).toHaveLength(20);
  await person.takePicture('by-status-more');
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
