import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../support/certificates.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { isPlainSvg } from '../../src/shared/plainSvg.js';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';
import { foreignHosts, mapPage, mapProblems, painted } from './mapDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
/** The person's own tiles, and a host that is named nowhere. Not on 127.0.0.1, which VS Code's webviews forward by themselves. */
let tiles: TileServer;
let foreign: TileServer;

interface TileServer {
  readonly server: Server;
  readonly host: string;
  readonly asked: string[];
}

const HOST = '127.0.0.2';
const TILE = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#2a6f5f" stroke="#fff"/></svg>';

async function startTileServer(): Promise<TileServer> {
  const certificate = makeCertificate([`IP:${HOST}`]);
  if (certificate === undefined) throw new Error('openssl is needed for a tile server.');
  const asked: string[] = [];
  const server = createServer(certificate, (request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'image/svg+xml').end(TILE);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return { server, asked, host: `${HOST}:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  [tiles, foreign] = await Promise.all([startTileServer(), startTileServer()]);
  catalogDesk = await openCatalogDesk({
    server: { catalog: { itemCount: 300 } },
    desk: {
      settings: {
        'catalogSearch.pageSize': 50, 'files.simpleDialog.enable': true,
        'catalogSearch.map.tileLayers': [{ name: 'Chart', url: `https://${tiles.host}/{z}/{x}/{y}.png`, attribution: '<b onclick=alert(1)>Us</b>' }],
      },
    },
  });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'map-tools') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(async () => {
  await catalogDesk.close();
  for (const { server } of [tiles, foreign]) {
    server.closeAllConnections();
    server.close();
  }
});

// One sitting: each test goes on where the one before it ended.

const page = () => mapPage(person);
const button = (name: string) => page().getByRole('button', { name, exact: true });
const field = () => page().getByLabel(/^Coordinates of the area/);
const said = (words: string | RegExp) => page().getByRole('status').filter({ hasText: words });

/** A place on the map, as shares of its width and height, in pixels of the window. */
async function placeOnMap(across: number, down: number): Promise<readonly [number, number]> {
  const box = await page().getByRole('application').boundingBox();
  return [(box?.x ?? 0) + across * (box?.width ?? 0), (box?.y ?? 0) + down * (box?.height ?? 0)];
}

async function clickOnMap(across: number, down: number): Promise<void> {
  await person.page.mouse.click(...await placeOnMap(across, down));
}

/** The numbers in the field; each drawing changes them. */
async function numbers(): Promise<readonly number[]> {
  return ((await field().inputValue()).match(/-?[\d.]+/g) ?? []).map(Number);
}

it('says which items have no footprint, and opens them from the list', async () => {
  const { server } = catalogDesk;
  server.fault('Q21');
  await searchAsProposed(person);
  for (const pages of [2, 3]) {
    await person.waitForViewMessage(new RegExp(`^${50 * (pages - 1)} of`));
    await person.runCommand('Catalog: Load More Items');
    await server.arrived('search', pages);
  }
  await person.waitForViewMessage(/^150 of/);
  server.clearFaults();
  await person.runCommand('Catalog: Show Results on Map');
  expect(await person.waitForDrawing('results')).toContain('147 footprints');
  await page().getByText(/3 items (?:have no|without a) usable footprint/).first().waitFor();
  await page().locator('summary').filter({ hasText: 'Not on the map: 3' }).press('Enter');
  const first = page().locator('.problems-list').getByRole('button').first();
  const id = await first.innerText();
  await person.takePicture('not-on-the-map');
  await first.press('Enter');
  await person.waitForTab(id);
  await page().locator('summary').click();
});

it('brushes the time: tree and map show the same, what is chosen stays, and all come back', async () => {
  await person.rows().nth(2).click();
  const id = ((await person.rowNames())[2] ?? '').split(/[,\s]/)[0] ?? '';
  await person.waitForTab(id);
  await page().locator('.name-title').filter({ hasText: id }).waitFor();
  const all = await painted(person, 'footprints');
  const histogram = page().getByRole('slider', { name: /^Time of the footprints/ });
  const words = page().locator('.time-words');
  const shown = async (): Promise<number> => Number(/(\d+) of 147$/.exec(await words.innerText())?.[1] ?? Number.NaN);

  // With the mouse: a part in the middle.
  const box = await histogram.boundingBox();
  const [left, top, width] = [box?.x ?? 0, (box?.y ?? 0) + 20, box?.width ?? 0];
  await person.page.mouse.move(left + width * 0.4, top);
  await person.page.mouse.down();
  await person.page.mouse.move(left + width * 0.5, top, { steps: 4 });
  await person.page.mouse.up();
  await person.waitForViewMessage(/ brushed on the map: (\d+) of 150 shown\. Escape on the map's histogram, or Show All Times, shows all\. 150 of/);
  const brushed = await shown();
  expect(brushed).toBeGreaterThan(0);
  expect(brushed).toBeLessThan(75);
  const [from = '', to = ''] = (await words.innerText()).match(/\d{4}-\d\d-\d\d/g) ?? [];
  await person.waitForViewMessage(new RegExp(`^${from}.* brushed on the map: ${brushed} of 150 shown`));
  const inTree = async (): Promise<readonly string[]> => (await person.rowNames()).filter((name) => !name.startsWith('Load more'));
  await expect.poll(async () => (await inTree()).length).toBeLessThanOrEqual(brushed);
  const days = (await inTree()).map((name) => /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? '');
  expect(days.filter((day) => !(day >= from && day <= to))).toEqual([]);
  await expect.poll(() => painted(person, 'footprints')).toBeLessThan(all);
  expect(await page().getByRole('button', { name: 'Show all times' }).isVisible()).toBe(true);
  await person.takePicture('brushed');

  // What was chosen is chosen again when its time is.
  await histogram.press('Escape');
  await person.waitForViewMessage(/^150 of/);
  const chosen = person.page.getByRole('tree', { name: /Results$/ }).locator('.monaco-list-row.selected');
  await expect.poll(async () => (await chosen.first().getAttribute('aria-label')) ?? '').toContain(id);
  await page().locator('.name-title').filter({ hasText: id }).waitFor();
  await expect.poll(() => painted(person, 'footprints')).toBe(all);

  // With the keys, and cleared from the tree.
  await histogram.press('End');
  await histogram.press('Shift+ArrowLeft');
  await person.waitForViewMessage(/ brushed on the map: \d+ of 150 shown/);
  await person.runCommand('Catalog: Show All Times');
  await person.waitForViewMessage(/^150 of/);
  await words.filter({ hasText: '147 with a time' }).waitFor();
});

it('draws an area with the mouse, changes a corner, takes one that is typed or in view, searches in it and keeps it', async () => {
  const { server } = catalogDesk;
  await button('Area').click();
  expect(await button('Search Here').isDisabled()).toBe(true);
  await button('Box').click();
  await said(/^Click two corners/).waitFor();
  await clickOnMap(0.45, 0.2);
  await clickOnMap(0.6, 0.45);
  await expect.poll(async () => (await numbers()).length).toBe(4);
  const [west = 0, south = 0, east = 0, north = 0] = await numbers();
  expect([west < east, south < north]).toEqual([true, true]);
  await person.takePicture('box');

  await button('Polygon').click();
  await said(/^Click the corners/).waitFor();
  await clickOnMap(0.4, 0.3);
  await clickOnMap(0.55, 0.3);
  await person.page.mouse.dblclick(...await placeOnMap(0.5, 0.5));
  await expect.poll(async () => (await numbers()).length).toBe(8);
  const before = await numbers();
  await person.takePicture('polygon');
  await person.page.mouse.move(...await placeOnMap(0.55, 0.3));
  await person.page.mouse.down();
  await person.page.mouse.move(...await placeOnMap(0.62, 0.25), { steps: 4 });
  await person.page.mouse.up();
  await expect.poll(numbers).not.toEqual(before);
  const after = await numbers();
  // One corner is another; the rest is where it was.
  expect(after).toHaveLength(before.length);
  expect(before.filter((value, index) => Math.abs(value - (after[index] ?? 0)) > 0.01)).toHaveLength(2);
  await person.takePicture('corner-moved');

  await field().fill('5, 45, 25');
  await field().press('Enter');
  await said(/./).filter({ hasNotText: 'Click' }).waitFor();
  expect(await said('This is the area.').count()).toBe(0);
  await field().fill('5 45 25 60');
  await field().press('Enter');
  await said('This is the area.').waitFor();
  expect(await field().inputValue()).toBe('5, 45, 25, 60');
  await person.takePicture('typed');
  server.clearJournal();
  await button('Search Here').press('Enter');
  await server.arrived('search', 1);
  expect(server.requests('search')[0]?.query.get('bbox')).toBe('5,45,25,60');
  await person.waitForViewMessage(/^\d+/);
  // The area of the search is outlined under the footprints.
  await expect.poll(() => painted(person, 'area')).toBeGreaterThan(200);
  await person.takePicture('search-area');

  await button('View').click();
  const view = await numbers();
  expect(view).toHaveLength(4);
  // The map fits the area that was searched.
  expect([(view[0] ?? 0) < 5, (view[1] ?? 0) < 45, (view[2] ?? 0) > 25, (view[3] ?? 0) > 60]).toEqual([true, true, true, true]);
  await button('Keep').click();
  await person.waitForTab(/Untitled/);
  await person.page.locator('.monaco-editor .view-lines').filter({ hasText: 'Area of interest' }).first().click();
  const kept = JSON.parse(await person.copyText()) as { readonly type: string; readonly bbox: readonly number[]; readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly (readonly [number, number])[])[] } };
  expect([kept.type, kept.geometry.type, kept.bbox.map((value) => Number(value.toFixed(4)))]).toEqual(['Feature', 'Polygon', view]);
  const corners = kept.geometry.coordinates[0] ?? [];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  expect([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]).toEqual(kept.bbox);
  await button('Clear').click();
  expect(await field().inputValue()).toBe('');
});

it('gives an area that is drawn to the search that asks for one', async () => {
  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').waitFor();
  await person.pick('Area');
  await person.waitForStep('Search Items: Area');
  await person.pick('Draw on the map...');
  await button('Use Area').waitFor();
  await field().fill('POLYGON ((10 54, 20 54, 15 60, 10 54))');
  await field().press('Enter');
  await button('Use Area').press('Enter');
  await person.option(/^Area.*polygon|^Area.*10/i).waitFor();
  await person.takePicture('area-in-the-builder');
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });
});

it('asks a host for tiles when it is switched on, that host and no other', async () => {
  const choice = page().getByLabel('Map tiles');
  expect(tiles.asked).toEqual([]);
  expect(foreignHosts(person.webviewRequests, catalogDesk.desk.server.url)).toEqual([]);
  const policy = await person.webview().locator('meta[http-equiv="Content-Security-Policy"]').first().getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; /);
  const named = policy?.split('; ').flatMap((directive) => (directive.match(/https:\/\/127[^ ;]*/g) ?? []).map((host) => `${directive.split(' ')[0]} ${host}`));
  expect(named).toEqual([`img-src https://${tiles.host}`]);

  await choice.selectOption({ label: `Chart (${tiles.host})` });
  await expect.poll(() => tiles.asked.length).toBeGreaterThan(3);
  expect(tiles.asked.every((url) => /^\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true);
  await page().locator('.ol-attribution').filter({ hasText: tiles.host }).waitFor({ state: 'attached' });
  expect(await page().locator('.ol-attribution b').count()).toBe(0);
  await person.takePicture('tiles');
  expect(foreignHosts(person.webviewRequests, catalogDesk.desk.server.url)).toEqual([tiles.host]);
  // Nothing so far was against the policy; this is, and is told.
  expect(await mapProblems(catalogDesk.desk)).toEqual([]);
  await page().evaluate(`new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = 'https://${foreign.host}/0/0/0.png'; })`);
  await expect.poll(() => mapProblems(catalogDesk.desk)).toEqual([expect.stringContaining('contentPolicy')]);
  expect(foreign.asked).toEqual([]);

  // Loaded again, as after a crash of the view.
  const asked = tiles.asked.length;
  await person.runCommand('Developer: Reload Webviews');
  await person.waitForDrawing('results');
  await expect.poll(() => choice.inputValue()).toBe('0');
  await person.takePicture('tiles-again');
  await choice.selectOption({ label: 'No tiles' });
  await page().locator('.ol-attribution').filter({ hasText: tiles.host }).waitFor({ state: 'detached' });
  expect(tiles.asked.length).toBeGreaterThanOrEqual(asked);
});

it('saves the view as a picture of pixels or of shapes', async () => {
  await page().getByLabel('Colours of footprints').selectOption('status');
  await page().getByRole('list', { name: 'Legend' }).getByRole('listitem').first().waitFor();
  for (const name of ['map.png', 'map.svg']) {
    await button('Save the map as a picture').press('Enter');
    await expect.poll(() => person.quickInput.inputValue()).toMatch(/\.png$/);
    const path = join(catalogDesk.desk.folder, name);
    await person.choosePath(path);
    await expect.poll(async () => (await stat(path).catch(() => undefined))?.size ?? 0).toBeGreaterThan(1_000);
    await said(`Saved as ${name}.`).waitFor();
    await person.takePicture('saved');
  }
  const png = await readFile(join(catalogDesk.desk.folder, 'map.png'));
  const svg = await readFile(join(catalogDesk.desk.folder, 'map.svg'), 'utf8');
  const size = await person.webview().locator('canvas.footprints').evaluate((element) => {
    const { width, height } = element as unknown as { readonly width: number; readonly height: number };
    return [width, height];
  });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Pixels of the screen are those of the page here.
  expect([[png.readUInt32BE(16), png.readUInt32BE(20)], (/ width="(\d+)" height="(\d+)" /.exec(svg) ?? []).slice(1).map(Number)]).toEqual([size, size]);
  expect(isPlainSvg(svg)).toBe(true);
  const legend = (await page().getByRole('list', { name: 'Legend' }).getByRole('listitem').allInnerTexts()).map((row) => row.split('\n')[0] ?? '');
  expect(legend.filter((label) => !svg.includes(`>${label} (`))).toEqual([]);
  expect((svg.match(/fill-opacity="0.26"/g) ?? []).length).toBeGreaterThan(3);
  // What was saved, looked at.
  const context = person.page.context();
  const picture = await context.newPage();
  await picture.setContent(svg);
  await picture.screenshot({ path: join(root, 'out', 'ui', 'map-tools', 'saved-svg.png') });
  await picture.setContent(`<img src="data:image/png;base64,${png.toString('base64')}">`);
  await picture.screenshot({ path: join(root, 'out', 'ui', 'map-tools', 'saved-png.png') });
  await picture.close();
});
