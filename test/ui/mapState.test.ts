import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { themes, type Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { searchAsProposed } from './catalogDesk.js';
import { foreignHosts, mapPage, mapProblems, painted } from './mapDesk.js';
import { openTestDesk } from './testDesk.js';

let desk: Desk;
let person: Person;

const HOSTILE = [`"><svg onload="top.stolen=1">`, `</script><script>top.stolen=1</script>`, `<img src=x onerror=top.stolen=1>\u2028`, `\u202Etext${'x'.repeat(300)}`];
const hostile = {
  type: 'FeatureCollection',
  features: HOSTILE.map((words, index) => ({
    type: 'Feature', id: words, properties: { datetime: `2026-06-1${index}T08:15:30Z`, platform: words, 'x:status': words },
    geometry: { type: 'Polygon', coordinates: [[[index, 0], [index + 0.8, 0], [index + 0.8, 3], [index, 3], [index, 0]]] },
  })),
};

beforeAll(async () => {
  desk = await openTestDesk({ settings: { 'workbench.reduceMotion': 'on', 'editor.unusualLineTerminators': 'off', 'files.associations': { '*.geojson': 'json' } } });
  await writeFile(join(desk.folder, 'hostile.geojson'), JSON.stringify(hostile, undefined, 1));
  person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'map-state') });
});
afterAll(() => desk.close());

// One sitting: each test goes on where the one before it ended.

const page = () => mapPage(person);
const map = () => page().getByRole('application');
const button = (name: string) => page().getByRole('button', { name, exact: true });
const title = () => page().getByRole('heading');
const idOf = (row: string | undefined): string => row?.split(/[,\s]/)[0] ?? '';
const field = () => page().getByLabel(/^Coordinates of the area/);

/** The box that the map shows: west, south, east, north. */
async function view(): Promise<readonly number[]> {
  await button('View').click();
  return ((await field().inputValue()).match(/-?[\d.]+/g) ?? []).map(Number);
}

/** The map shows this box, give or take such a part of its size and less than a degree. A window that was started again may give the map some pixels less. */
async function expectView(box: readonly number[], within: number): Promise<void> {
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const now = await view();
  expect(now).toHaveLength(4);
  const differences = now.map((value, side) => Math.abs(value - (box[side] ?? 0)));
  const shares = differences.map((difference, side) => difference / Math.abs(side % 2 === 0 ? east - west : north - south));
  expect(Math.max(...differences), `${now.join()} for ${box.join()}`).toBeLessThan(1);
  expect(Math.max(...shares), `${now.join()} for ${box.join()}`).toBeLessThan(within);
}

it('follows the item that is open, unless it is pinned, and follows again', async () => {
  await person.runCommand('Catalog: Try the Demo Catalog');
  await person.statusItem.filter({ hasText: 'Demo' }).waitFor();
  await person.waitForDrawing();
  await searchAsProposed(person);
  await person.rows().nth(4).waitFor();
  const ids = (await person.rowNames()).map(idOf);
  const open = async (row: number): Promise<void> => {
    await person.rows().nth(row).click();
    await person.waitForTab(ids[row] ?? '');
  };
  await open(2);
  await title().filter({ hasText: ids[2] ?? '' }).waitFor();
  await button('Keep this on the map').press('Enter');
  await page().locator('[aria-pressed="true"]').waitFor();
  await open(3);
  await page().getByRole('status').filter({ hasText: 'This stays on the map.' }).waitFor();
  expect(await title().innerText()).toBe(ids[2]);
  await person.takePicture('pinned');
  // Kept over a reload of the view.
  await person.runCommand('Developer: Reload Webviews');
  await page().locator('[aria-pressed="true"]').waitFor();
  expect(await title().innerText()).toBe(ids[2]);
  await button('Keep this on the map').click();
  await title().filter({ hasText: ids[3] ?? '' }).waitFor();
  await open(4);
  await title().filter({ hasText: ids[4] ?? '' }).waitFor();
});

it('has its state back after it was hidden, killed, and after a restart', async () => {
  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForDrawing('results');
  await page().getByLabel('Colours of footprints').selectOption('platform');
  await map().press('Escape');
  await map().press('n');
  await page().locator('.name-title').filter({ hasText: /./ }).waitFor();
  const chosen = await page().locator('.name-title').innerText();
  const histogram = page().getByRole('slider');
  await histogram.press('Home');
  await histogram.press('Shift+End');
  await person.waitForViewMessage(/ brushed on the map: \d+ of \d+ shown/);
  const words = await page().locator('.time-words').innerText();
  await button('Area').click();
  for (const key of ['+', '+', 'ArrowRight', 'ArrowUp']) await map().press(key);
  const seen = await view();

  const isBack = async (): Promise<void> => {
    await person.waitForDrawing('results');
    await expect.poll(() => page().getByLabel('Colours of footprints').inputValue()).toBe('platform');
    await expect.poll(() => page().locator('.time-words').innerText()).toBe(words);
    await expect.poll(async () => (await field().inputValue()).length).toBeGreaterThan(5);
    await expectView(seen, 0.01);
    // What is chosen may lie out of view, where it has no label: its measures are what is copied.
    await person.page.evaluate('navigator.clipboard.writeText("")');
    await map().press('c');
    await expect.poll(async () => String(await person.page.evaluate('navigator.clipboard.readText()'))).toMatch(new RegExp(`^${chosen}\\n`, 'u'));
  };
  // Another tab in its place, and back.
  await map().focus();
  await person.press('ControlOrMeta+N');
  await person.waitForTab(/Untitled/);
  await page().waitFor({ state: 'detached' });
  await (await person.waitForTab('Results on Map')).click();
  await isBack();
  await person.runCommand('Developer: Reload Webviews');
  await isBack();
  await person.takePicture('back');
  await histogram.press('Escape');

  // A new window knows of the item only what was kept.
  await person.rows().first().click();
  const id = idOf((await person.rowNames())[0]);
  await person.waitForTab(id);
  await person.runCommand('Catalog: Show Footprint');
  await title().filter({ hasText: id }).waitFor();
  await person.waitForDrawing('item');
  for (const key of ['-', '-', 'ArrowLeft']) await map().press(key);
  const item = await view();
  await person.reload();
  await title().filter({ hasText: id }).waitFor();
  await person.waitForDrawing('item');
  await expectView(item, 0.1);
  await person.takePicture('restarted');
});

it('shows hostile names as text, and runs nothing of them', async () => {
  await person.openFile('hostile.geojson');
  await person.waitForTab('hostile.geojson');
  await person.runCommand('Catalog: Show Footprint');
  await person.waitForDrawing('document');
  await page().getByLabel('Colours of footprints').selectOption('status');
  expect(await page().getByRole('list', { name: 'Legend' }).innerText()).toContain('</script><script>top.stolen=1</script>');
  for (const words of HOSTILE.slice(0, 3)) {
    await map().press('n');
    await page().locator('.name-title').filter({ hasText: words.replace('\u2028', '') }).waitFor();
  }
  await person.takePicture('hostile');
  expect(await page().evaluate('[typeof top.stolen, typeof window.stolen]').catch(() => 'another origin')).not.toContain('number');
  expect(await person.page.evaluate('typeof window.stolen')).toBe('undefined');
  expect(await page().locator('script, img, svg[onload]').evaluateAll((found) => found.map((one) => one.outerHTML.slice(0, 40)).filter((html) => !html.startsWith('<script type="module"')))).toEqual([]);
});

it('is used with the keys alone, from the tree to the last control', async () => {
  await button('Area').click();
  await button('Search Here').waitFor({ state: 'hidden' });
  // The demo lasts as long as its window.
  await person.runCommand('Catalog: Try the Demo Catalog');
  await person.waitForDrawing();
  await searchAsProposed(person);
  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForDrawing('results');
  // The map has the focus without a click.
  await expect.poll(() => page().evaluate('document.activeElement.getAttribute("role")')).toBe('application');
  await person.press('Escape', 'n');
  await page().getByRole('status').filter({ hasText: /^1 of \d+, / }).waitFor();
  const reached: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    reached.push(String(await page().evaluate('(document.activeElement.getAttribute("aria-label") || document.activeElement.textContent || "").slice(0, 30)')));
    await person.press('Tab');
    if (await page().evaluate('document.activeElement === document.body')) break;
  }
  expect(reached.map((name) => name.split(/[.:,]/)[0])).toEqual(expect.arrayContaining(['Zoom in', 'Zoom out', 'Show everything', 'Time of the footprints']));
  await page().getByRole('slider').focus();
  await person.press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  const before: string[] = [];
  for (let step = 0; step < 4; step += 1) {
    before.push(String(await page().evaluate('document.activeElement.getAttribute("aria-label") || document.activeElement.textContent')));
    await person.press('Shift+Tab');
  }
  expect(before).toEqual(['Save the map as a picture', 'Colours of footprints', 'Area', expect.anything()]);
  await map().focus();
  await person.press('Enter');
  await person.waitForTab(/\.geojson/);
});

it('keeps still where motion is reduced, is clear in high contrast, and asks nobody', async () => {
  await person.press('ControlOrMeta+K', 'ControlOrMeta+T');
  const name = themes.highContrast.replace(/^Default /, '');
  await person.quickInput.fill(name);
  await person.option(new RegExp(name)).waitFor();
  await person.quickInput.press('Enter');
  await page().and(person.webview().locator('.vscode-high-contrast.vscode-reduce-motion')).waitFor();
  await person.waitForDrawing('results');
  await page().getByRole('slider').press('Home');
  await button('Area').click();
  await person.takePicture('high-contrast');
  // A turn of the wheel is one step, not a journey.
  const sizes = await page().evaluate(`(${TURN_THE_WHEEL})(document.querySelector('.ol-viewport'))`) as readonly string[];
  expect(sizes[0]).not.toBe(sizes.at(-1));
  expect(new Set(sizes).size).toBe(2);
  await expect.poll(() => painted(person, 'footprints')).toBeGreaterThan(0);

  expect(foreignHosts(person.webviewRequests, desk.server.url)).toEqual([]);
  expect(await mapProblems(desk)).toEqual([]);
  expect(person.complaints).toEqual([]);
});

/** Runs in the view: what the scale says in each of the frames after a turn of the wheel. */
const TURN_THE_WHEEL = `async (target) => {
  const scale = () => target.ownerDocument.querySelector('.ol-scale-line-inner').textContent + target.ownerDocument.querySelector('.ol-scale-line-inner').style.width;
  const seen = [scale()];
  const box = target.getBoundingClientRect();
  target.dispatchEvent(new WheelEvent('wheel', { deltaY: -240, clientX: box.x + 60, clientY: box.y + 60, bubbles: true, cancelable: true }));
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise(requestAnimationFrame);
    seen.push(scale());
  }
  return seen;
}`;
