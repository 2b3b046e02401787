/** What a person sees of the environment: production at a glance, no link in a text of the service, and which one a window uses and why. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 4 } } });
});
afterAll(async () => {
  await catalogDesk.close();
});
afterEach(async () => {
  catalogDesk.server.clearFaults();
  await person.leave();
});

const pictures = (name: string): { readonly pictures: string } => ({ pictures: join(root, 'out', 'ui', `environments-${name}`) });
const sidebarTitle = (): Locator => person.page.locator('[id="workbench.parts.sidebar"] .title-label').first();

/** All that a renderer of Markdown makes a link of by its looks, in every text of an item. */
const LINK = 'see https://evil.example/a www.evil.example b@evil.example <https://evil.example/c> ftp://evil.example';

function full(feature: Readonly<Record<string, unknown>>, index: number): unknown {
  return {
    ...feature, id: `${index} ${LINK}`, collection: LINK,
    properties: {
      ...(feature['properties'] as object), platform: LINK, constellation: LINK, instruments: [LINK], title: LINK, description: LINK, [LINK]: LINK, 'vendor:status': LINK, 'proj:code': 'https://evil.example',
    },
    assets: { [LINK]: { href: 'https://evil.example/a.tif', title: LINK, type: LINK, roles: [LINK] } },
  };
}

/** The hover that comes with the pointer; again where what is under it was drawn anew. */
async function hoverOver(target: Locator, says: string): Promise<Locator> {
  const hover = person.page.locator('.monaco-hover').filter({ visible: true, hasText: says });
  await expect.poll(async () => {
    await person.page.mouse.move(1200, 860);
    await target.hover();
    await hover.first().waitFor({ timeout: 5000 }).catch(() => undefined);
    return await hover.count();
  }).toBeGreaterThan(0);
  return hover.first();
}

it('tells production at a glance wherever its data are, and makes no link of a text of the service', async () => {
  const { desk, server } = catalogDesk;
  person = await desk.sitDown(pictures('production'));
  await signIn(person, server);
  await person.press('Escape');
  server.change(full);
  await searchAsProposed(person);
  await person.rows().nth(3).waitFor();

  await expect.poll(() => sidebarTitle().innerText()).toMatch(/prod production/i);
  await expect.poll(() => person.statusItem.getAttribute('class')).toContain('warning-kind');

  for (const index of [0, 1, 2]) {
    const tooltip = await hoverOver(person.rows().nth(index), 'Local time');
    expect(await tooltip.innerText()).toContain('https://evil.example/a');
    expect(await tooltip.locator('a').count()).toBe(0);
  }
  await person.takePicture('tooltip');
  await hoverOver(person.statusItem, 'client credentials').then(async (tooltip) => expect(await tooltip.locator('a').count()).toBe(0));
  await person.page.mouse.move(1200, 860);

  await person.rows().first().click();
  const tab = await person.waitForTab(/\.geojson/);
  await expect.poll(() => tab.locator('[class*="monaco-decoration-itemColor"]').count()).toBeGreaterThan(0);
  const mark = person.page.locator('.view-lines .view-line').first().locator('span[class*="ced-"]').first();
  await expect.poll(async () => await mark.evaluate((element) => (globalThis as unknown as { getComputedStyle(of: unknown, part: string): { content: string } }).getComputedStyle(element, '::before').content)).toContain('PROD Production');
  // What the test's server changed is on one line.
  await person.runCommand('View: Toggle Word Wrap');
  for (const [key, title] of [['platform', 'Platform'], ['constellation', 'Constellation'], ['instruments', 'Instruments']] as const) {
    const word = person.page.locator('.view-line').getByText(`"${key}"`).filter({ visible: true }).first();
    const hover = await hoverOver(word, title);
    expect(await hover.innerText()).toContain('evil.example');
    expect(await hover.locator('a').count()).toBe(0);
  }
  await person.takePicture('document');

  await person.runCommand('Catalog: Show Results on Map');
  await person.waitForDrawing('results');
  const heading = person.webview().locator('.environment.production');
  expect(await heading.innerText()).toBe('PROD Production');
  await person.takePicture('map');
});

it('says the name of an environment that the settings do not have, in the view and in the status bar', async () => {
  const folder = join(catalogDesk.desk.folder, 'elsewhere');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'catalogSearch.environment': 'Nowhere' }));
  person = await catalogDesk.desk.sitDown({ folder, ...pictures('unknown') });
  await person.statusItem.filter({ hasText: '"Nowhere" is not in your settings' }).waitFor();
  await person.openCatalogView();
  await expect.poll(() => sidebarTitle().innerText()).toMatch(/"nowhere" is not in your settings/i);
  await person.takePicture('unknown');
  await person.statusItem.click();
  await person.waitForStep('Switch Environment');
  await person.pick('Production');
  await person.statusItem.filter({ hasText: /PROD Production/ }).waitFor();
});

it('lets a person choose where the folders of a workspace disagree', async () => {
  const { folder } = catalogDesk.desk;
  for (const [name, environment] of [['one', 'Production'], ['two', 'Sandbox']] as const) {
    await mkdir(join(folder, name, '.vscode'), { recursive: true });
    await writeFile(join(folder, name, '.vscode', 'settings.json'), JSON.stringify({ 'catalogSearch.environment': environment }));
  }
  const file = join(folder, 'both.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }] }));
  person = await catalogDesk.desk.sitDown({ folder: file, ...pictures('folders') });
  await person.statusItem.filter({ hasText: 'Which environment?' }).waitFor();
  await person.openCatalogView();
  await person.welcome.getByText('name different environments', { exact: false }).waitFor();
  await person.takePicture('disagree');
  await person.statusItem.click();
  await person.waitForStep('Switch Environment');
  expect((await person.options()).join('\n')).toMatch(/Production.*named by one[\s\S]*Sandbox.*named by two/);
  await person.pick('Sandbox');
  await person.statusItem.filter({ hasText: /SANDBOX Sandbox/ }).waitFor();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ settings: { 'catalogSearch.environment': 'Sandbox' } });
});

it('keeps a switch in a window without a folder for that window', async () => {
  const { desk } = catalogDesk;
  const settings = join(desk.server.dataFolder, 'data', 'User', 'settings.json');
  const before = await readFile(settings, 'utf8');
  person = await desk.sitDown({ empty: true });
  await person.runCommand('Catalog: Switch Environment...');
  await person.waitForStep('Switch Environment');
  await person.pick('Sandbox');
  await person.statusItem.filter({ hasText: /SANDBOX Sandbox/ }).waitFor();
  expect(await readFile(settings, 'utf8')).toBe(before);
});

it('says that a settings file cannot be written', async () => {
  const folder = join(catalogDesk.desk.folder, 'broken');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), '{ "catalogSearch.environment": "Production", "broken": [ }');
  person = await catalogDesk.desk.sitDown({ folder, ...pictures('broken') });
  await person.runCommand('Catalog: Switch Environment...');
  await person.waitForStep('Switch Environment');
  await person.pick('Sandbox');
  await person.notification('settings file cannot be written').first().waitFor();
  await person.takePicture('broken');
  expect(await person.statusItem.innerText()).not.toContain('SANDBOX');
});
