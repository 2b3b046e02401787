import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { themes, type Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { searchAsProposed } from './catalogDesk.js';
import { groundBrightness } from './mapDesk.js';
import { openTestDesk } from './testDesk.js';

let desk: Desk;
let person: Person;

const ring = (positions: readonly (readonly number[])[]): object => ({ type: 'Polygon', coordinates: [positions] });
const box = (west: number, south: number, east: number, north: number): object => ring([[west, south], [east, south], [east, north], [west, north], [west, south]]);
const feature = (id: string, geometry: unknown): object => ({ type: 'Feature', id, properties: { datetime: '2026-06-10T08:15:30Z', platform: 'Kestrel-1', 'x:status': 'DELIVERED' }, geometry });
const FILES: Readonly<Record<string, object>> = {
  'over-180.geojson': feature('<svg onload=alert(1)>', box(178, -18, 183, -15)),
  'over-pole.geojson': feature('over the pole', ring(Array.from({ length: 25 }, (_, index) => [-180 + 15 * (index % 24), 72 + 4 * (index % 2)]))),
  'many.geojson': {
    type: 'FeatureCollection',
    features: Array.from({ length: 10_000 }, (_, index) => {
      const [west, south] = [((index * 7919) % 3400) / 10 - 170, ((index * 104_729) % 1400) / 10 - 70];
      return feature(`item-${index}`, index % 100 === 50 ? null : box(west, south, west + 0.8, south + 0.6));
    }),
  },
};

beforeAll(async () => {
  desk = await openTestDesk({ settings: { 'files.associations': { '*.geojson': 'json' } } });
  await mkdir(desk.folder, { recursive: true });
  await Promise.all(Object.entries(FILES).map(async ([name, content]) => await writeFile(join(desk.folder, name), JSON.stringify(content, undefined, name === 'many.geojson' ? undefined : 1))));
  person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'map') });
});
afterAll(() => desk.close());

/** What VS Code calls the body of a webview's page in each theme. */
const pageClasses = { dark: '.vscode-dark', light: '.vscode-light', highContrast: '.vscode-high-contrast' } as const;

// The tests of this file are one sitting: each goes on where the one before it ended.

const page = () => person.webview().locator('body');
/** Opens a file and waits until its text, of which this is a part, is there to be shown on the map. */
const openFile = async (name: string, part: string): Promise<void> => {
  // Documents lie on the left, the map on the right.
  await person.openFile(name);
  await person.waitForTab(name);
  await expect.poll(() => person.visibleText(name)).toContain(part);
};

it('keeps the tree and the map of the results in step, and opens what is chosen', async () => {
  await person.runCommand('Catalog: Try the Demo Catalog');
  await person.statusItem.filter({ hasText: 'Demo' }).waitFor();
  await person.waitForDrawing();
  await person.takePicture('spotlight');
  await searchAsProposed(person);
  await person.rows().nth(2).waitFor();
  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForDrawing('results');
  const map = page().getByRole('application');
  expect(await map.getAttribute('aria-label')).toMatch(/^Map of the search results: \d+ footprints/);
  await map.press('Escape');
  await map.press('n');
  const chosen = person.page.getByRole('tree', { name: /Results$/ }).locator('.monaco-list-row.selected');
  const said = page().getByRole('status');
  const rows = await person.rowNames();
  const ids = rows.map((row) => row.split(/[,\s]/)[0] ?? '');
  await said.filter({ hasText: ids[0] ?? '' }).waitFor();
  await expect.poll(async () => (await chosen.first().getAttribute('aria-label')) ?? '').toContain(ids[0]);
  await map.press('n');
  await expect.poll(async () => (await chosen.first().getAttribute('aria-label')) ?? '').toContain(ids[1]);
  await page().getByLabel('Colours of footprints').selectOption('status');
  await page().getByRole('list', { name: 'Legend' }).getByRole('listitem').first().waitFor();
  await person.takePicture('chosen-on-the-map');
  await map.press('c');
  await page().getByText('Measures copied.').first().waitFor();
  expect(String(await person.page.evaluate('navigator.clipboard.readText()'))).toMatch(/^.+\nCentre: .*\n(?:.*\n)*bbox: -?[\d.]+, /);

  // The other way round, with the keys of the tree.
  await map.press('Enter');
  await person.waitForTab(ids[1] ?? '');
  await person.rows().nth(3).click();
  await person.waitForTab(ids[3] ?? '');
  await page().locator('.name-title').filter({ hasText: ids[3] ?? '' }).waitFor();
  await person.takePicture('chosen-in-the-tree');
});

it('shows any GeoJSON where it is, over 180 degrees and over the pole, and what is wrong while it is typed', async () => {
  await openFile('over-180.geojson', '<svg onload');
  await person.runCommand('Catalog: Show Footprint');
  expect(await person.waitForDrawing('document')).toContain('178.00° E to 177.00° W');
  await person.takePicture('over-180');
  await openFile('over-pole.geojson', 'over the pole');
  await person.runCommand('Catalog: Show Footprint');
  await page().getByRole('status').filter({ hasText: 'holds the north pole' }).waitFor();
  await person.takePicture('over-pole');

  await person.page.locator('.editor-instance .view-lines').first().click();
  await person.press('ControlOrMeta+Home');
  await person.page.keyboard.type('[');
  await page().getByText('This is not JSON yet').first().waitFor();
  await person.takePicture('unfinished');
  await person.press('ControlOrMeta+Z');
  await page().getByText('This is not JSON yet').first().waitFor({ state: 'hidden' });
});

it('shows 10,000 footprints in light, dark and high contrast, whichever the theme becomes, and says which have none', async () => {
  await openFile('many.geojson', 'FeatureCollection');
  await person.runCommand('Catalog: Show Footprint');
  await page().getByText('9,900 footprints').first().waitFor();
  await person.waitForDrawing('document');
  await person.takePicture('many-dark');
  await page().locator('summary').click();
  await page().getByText('item-50', { exact: true }).waitFor();
  await page().locator('summary').click();
  for (const [theme, darkest, brightest] of [['light', 180, 255], ['highContrast', 0, 10], ['dark', 20, 110]] as const) {
    await person.press('ControlOrMeta+K', 'ControlOrMeta+T');
    await person.quickInput.fill(themes[theme].replace(/^Default /, ''));
    await person.option(new RegExp(themes[theme].replace(/^Default /, ''))).waitFor();
    await person.quickInput.press('Enter');
    await page().and(person.webview().locator(pageClasses[theme])).waitFor();
    await person.waitForDrawing('document');
    await expect.poll(async () => {
      const brightness = await groundBrightness(person);
      return brightness >= darkest && brightness <= brightest ? 'as the theme' : brightness;
    }).toBe('as the theme');
    await person.takePicture(`many-${theme}`);
  }
  // A content policy that was violated would be among them.
  expect(person.complaints).toEqual([]);
});
