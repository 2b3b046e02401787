import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';
import { mapPage, mapProblems } from './mapDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 3 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'odd-items') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
  await searchAsProposed(person);
  await person.rows().nth(2).waitFor();
});
afterAll(async () => {
  await catalogDesk.close();
});
afterEach(() => {
  catalogDesk.server.clearFaults();
});

// The tests of this file are one sitting: each goes on where the one before it ended.

/** Searches again; the name of the first row. */
async function again(): Promise<string> {
  const { server } = catalogDesk;
  const before = server.requests('search').length;
  await person.runCommand('View: Close All Editors');
  await person.runCommand('Catalog: Run Last Search Again');
  await server.arrived('search', before + 1);
  await person.page.locator('[id="workbench.parts.sidebar"] .monaco-progress-container.active').waitFor({ state: 'hidden' });
  return (await person.rowNames())[0]?.split(',')[0] ?? '-';
}

it('shows an item that is nested 100,000 deep, and says that it cannot be checked', async () => {
  catalogDesk.server.fault('Q54');
  const id = await again();
  await person.rows().first().click();
  await person.waitForTab(`${id}.geojson`);
  await expect.poll(async () => (await person.visibleText(id)).includes('"deep":[[[[')).toBe(true);
  await person.runCommand('Catalog: Show Footprint');
  await person.waitForDrawing();
  await person.page.locator('.editor-group-container .tab').first().click();
  await person.runCommand('Catalog: Validate Item');
  await person.notification('This item is nested too deeply to be checked here.').first().waitFor();
  await person.takePicture('deep');
  await person.runCommand('Notifications: Clear All Notifications');
});

it('lists an item without an id, which has no document', async () => {
  catalogDesk.server.fault('Q11');
  await again();
  await expect.poll(async () => (await person.rowNames())[0]).toContain('(no id)');
  await person.rows().first().click();
  await person.rows().first().and(person.page.locator('[aria-selected="true"]')).waitFor();
  await person.takePicture('no-id');
  expect(await person.tabs()).toEqual([]);
});

it('opens an item whose geometry is nonsense, and says beside it and on copying what is wrong', async () => {
  catalogDesk.server.fault('Q32');
  await again();
  // The row of the test before this one may stay a moment longer.
  await expect.poll(async () => (await person.rowNames())[0]).not.toContain('(no id)');
  const [id = ''] = (await person.rowNames())[0]?.split(',') ?? [];
  await person.rows().first().click();
  await person.waitForTab(`${id}.geojson`);
  await expect.poll(() => person.visibleText(id)).toContain('"coordinates": []');
  await person.runCommand('Catalog: Show Footprint');
  await person.webview().getByText('its geometry has no positions', { exact: false }).first().waitFor();
  await person.takePicture('no-geometry');
  await person.page.locator('.editor-group-container .tab').first().click();
  await person.runCommand('Catalog: Copy Geometry...');
  await person.pick('WKT');
  await person.notification('This item has no geometry that can be copied so.').first().waitFor();
  await person.runCommand('Notifications: Clear All Notifications');
});

it('S14: shows an item whose name is markup as words, in the heading of the map too, and makes nothing of it', async () => {
  const words = '</h1><img src=x onerror=top.stolen=1><svg onload=top.stolen=1><script>top.stolen=1</script>';
  catalogDesk.server.change((feature, index) => (index === 0
    ? { ...feature, id: words, collection: words, properties: { ...feature['properties'] as object, platform: words, 'x:status': words } } : feature));
  await again();
  await person.rows().nth(2).click();
  await person.waitForTab(/\.geojson/);
  await person.runCommand('Catalog: Show Footprint');
  await person.waitForDrawing();
  const page = mapPage(person);
  // What is made for a moment only, while the item loads, counts as well.
  await page.evaluate(`new MutationObserver((records) => {
    const made = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element).flatMap((node) => [node, ...node.querySelectorAll('*')]);
    document.body.dataset.made = (document.body.dataset.made ?? '') + made.filter((node) => node.matches('img, script, [onload], [onerror]')).map(({ localName }) => localName + ' ').join('');
  }).observe(document.body, { childList: true, subtree: true })`);
  await person.rows().first().click();
  await page.filter({ has: person.page.getByRole('heading').filter({ hasText: 'onerror' }) }).or(person.webview().locator('body[data-made]:not([data-made=""])')).waitFor();
  expect(await page.getAttribute('data-made') ?? '').toBe('');
  await page.locator('.subtitle').filter({ hasText: 'onerror' }).waitFor();
  await person.takePicture('markup');
  expect(await page.getByRole('heading').textContent()).toBe(words);
  expect(await page.locator('img, script:not([nonce]), [onload], [onerror]').count()).toBe(0);
  expect(await page.getAttribute('data-made') ?? '').toBe('');
  expect(await mapProblems(catalogDesk.desk)).toEqual([]);
  expect(await person.page.evaluate('typeof window.stolen')).toBe('undefined');
});

it('opens an item of more than 50 MB, which the editor hands to no extension, and says that it cannot be checked', async () => {
  const text = 'x'.repeat(100_000);
  // One that nothing has opened before: the editor goes on handing over what it handed over once.
  catalogDesk.server.change((feature, index) => (index === 1 ? { ...feature, large: Array.from({ length: 530 }, () => text) } : feature));
  await again();
  const id = (await person.rowNames())[1]?.split(',')[0] ?? '-';
  await person.rows().nth(1).click();
  await person.waitForTab(`${id}.geojson`);
  // The editor asks before it shows anything of this size.
  await person.page.getByRole('button', { name: 'Open Anyway' }).click();
  // Of this size it is shown as it was sent, on one line.
  await expect.poll(async () => (await person.visibleText(id)).startsWith(`{"id":"${id}",`)).toBe(true);
  await person.takePicture('large');
  await person.runCommand('Catalog: Validate Item');
  await person.notification('This item is too large to be checked here').first().waitFor();
  expect(await person.notifications()).toContain('Validate Item: This item is too large to be checked here (more than 10 MiB, or 150,000 values).');
  expect(person.complaints).toEqual([]);
});
