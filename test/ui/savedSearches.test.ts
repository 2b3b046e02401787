import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 20 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'saved-searches') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(() => catalogDesk.close());

const inFolder = (name: string): string => join(catalogDesk.desk.folder, `${name}.catalog-search.json`);
const lens = (text: string | RegExp) => person.page.locator('.codelens-decoration a').filter({ hasText: text, visible: true }).first();

it('saves a search as a file, completes and checks it, and runs it from the line above', async () => {
  const { server } = catalogDesk;
  await person.runCommand('Catalog: Save Search...');
  await person.notification('There is no search to save yet.').waitFor();
  await person.runCommand('Notifications: Clear All Notifications');

  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').waitFor();
  await person.pick('Time');
  await person.waitForStep('Search Items: Time');
  await person.pick('last 30 days');
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  await person.quickInput.press('Enter');
  await person.rows().nth(3).waitFor();

  await person.runCommand('Catalog: Save Search...');
  await person.waitForStep('Save Search');
  await person.type('../');
  await person.waitForInputMessage('at least one letter or digit');
  await person.type('Last month');
  await person.quickInput.press('Enter');
  await person.waitForStep('Save Search "Last month"');
  await person.takePicture('place');
  await person.pick('In the workspace folder survey');
  await person.waitForTab('Last-month.catalog-search.json');
  expect(JSON.parse(await readFile(inFolder('Last-month'), 'utf8'))).toEqual({ title: 'Last month', environment: 'Production', query: { lastDays: 30 } });

  // The same name again is asked about, and refused it leaves the file.
  await person.runCommand('Catalog: Save Search...');
  await person.waitForStep('Save Search');
  await person.type('Last month');
  await person.quickInput.press('Enter');
  await person.pick('In the workspace folder survey');
  const dialog = person.page.getByRole('dialog').filter({ hasText: 'Last-month.catalog-search.json exists already. Replace it?' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await lens('Run Search').waitFor();
  server.clearJournal();
  await lens('Run Search').click();
  await lens(/^20 of [\d,]+ items as of \d\d:\d\d UTC$/).waitFor();
  expect(server.requests('search')[0]?.query.get('datetime')).toMatch(/^\d{4}-.*\/\d{4}-/);
  await person.runCommand('Catalog: Load More Items');
  await lens(/^40 of [\d,]+ items/).waitFor();
  await person.takePicture('ran');

  // In the builder it is changed and run; the file is written only when the person saves it again.
  const before = await readFile(inFolder('Last-month'), 'utf8');
  server.clearJournal();
  await lens('Edit in Builder...').click();
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  expect((await person.options()).join('\n')).toContain('last 30 days');
  expect(server.requests('search')).toEqual([]);
  await person.pick('Items per page');
  await person.waitForStep('Search Items: Items per page');
  await person.type('5');
  await person.quickInput.press('Enter');
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  await person.takePicture('edit');
  await person.quickInput.press('Enter');
  await person.waitForViewMessage(/^5 of [\d,]+ items/);
  expect(await readFile(inFolder('Last-month'), 'utf8')).toBe(before);
  await person.runCommand('Catalog: Save Search...');
  await person.waitForStep('Save Search');
  expect(await person.quickInput.inputValue()).toBe('Last month');
  await person.quickInput.press('Enter');
  await person.pick('In the workspace folder survey');
  await person.page.getByRole('dialog').filter({ hasText: 'Its query is replaced' }).getByRole('button', { name: 'Replace' }).click();
  await expect.poll(async () => JSON.parse(await readFile(inFolder('Last-month'), 'utf8')) as unknown).toEqual({ title: 'Last month', environment: 'Production', query: { limit: 5, lastDays: 30 } });

  // Completion knows the members; a value that no schema can judge is marked here, once.
  await person.page.getByText('"lastDays"').first().click();
  await person.press('End', 'ControlOrMeta+Space');
  await person.press('Escape', 'ControlOrMeta+A', 'Delete');
  await person.page.keyboard.type('{ "query": { ');
  await person.press('ControlOrMeta+Space');
  await person.page.locator('.suggest-widget').getByText('datetime').first().waitFor();
  await person.takePicture('completion');
  await person.press('Escape', 'ControlOrMeta+A', 'Delete');
  await person.page.keyboard.insertText('{ "query": { "datetime": "2026-02-30", "bbox": [1, 2] } }');
  await person.runCommand('View: Toggle Problems');
  const problems = () => person.page.locator('.markers-panel .monaco-list-row').allInnerTexts();
  await expect.poll(async () => (await problems()).join('\n')).toMatch(/February 2026 has 28 days.*too few items/s);
  expect((await problems()).slice(1)).toHaveLength(2);
  await person.takePicture('problems');
  await person.runCommand('View: Toggle Problems');
  // An editor that loses the focus soon after a change asks for its lenses when it has the focus again.
  await person.runCommand('View: Focus Active Editor Group');
  await expect.poll(() => lens(/items as of/).count()).toBe(0);
  await person.runCommand('View: Close All Editors');
});

it('asks before a shared search runs elsewhere, and shows what cannot run', async () => {
  const { server } = catalogDesk;
  // The editor in a browser saves by itself what is typed.
  await writeFile(inFolder('Last-month'), '{ "title": "Last month", "query": { "lastDays": 30 } }');
  await writeFile(inFolder('for-sandbox'), '// of a colleague\n{ "environment": "Sandbox", "query": { "limit": 3 } }');
  await writeFile(inFolder('for-nowhere'), '{ "environment": "Nowhere", "query": { "limit": 4 } }');
  await writeFile(inFolder('wrong'), '{ "query": { "[x](command:workbench.action.closeWindow)": 1 } }');
  server.clearJournal();

  await person.runCommand('Catalog: Open Saved Search...');
  await person.option('Last month').waitFor();
  await person.option('wrong').waitFor();
  await person.takePicture('open');
  expect((await person.options()).join('\n')).toMatch(/Last month.*\n.*for-nowhere|for-nowhere.*\n.*for-sandbox/);
  await person.pick('for-sandbox');
  await person.waitForStep('Run "for-sandbox"');
  await person.takePicture('other-environment');
  expect(server.requests('search')).toEqual([]);
  await person.pick('Run in PROD Production');
  await server.arrived('search', 1);
  expect(server.requests('search')[0]?.url).toBe('/stac/search?limit=3');
  await person.rows().nth(2).waitFor();

  await person.runCommand('Catalog: Open Saved Search...');
  await person.pick('for-nowhere');
  await person.waitForStep('Run "for-nowhere"');
  expect((await person.options()).join('\n')).toMatch(/Run in PROD Production.*Add Environment\.\.\..*Switch Environment\.\.\./s);
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });

  // What cannot run opens instead, and says why when it is run all the same; a name in it is no link.
  await person.runCommand('Catalog: Open Saved Search...');
  await person.pick('wrong');
  await person.waitForTab('wrong.catalog-search.json');
  await lens('Run Search').click();
  await person.notification('A query has no such member').waitFor();
  await person.takePicture('refused');
  expect(await person.notification('A query has no such member').locator('.notification-list-item-message a').count()).toBe(0);
  expect(server.requests('search')).toHaveLength(1);
  await person.runCommand('Notifications: Clear All Notifications');
});

it('remembers what was searched, keeps searches for oneself, and forgets both when told', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Open Saved Search...');
  const recent = person.option(/^20 items, last 30 days/);
  await recent.waitFor();
  await recent.hover();
  await recent.getByRole('button', { name: 'Save Search...' }).click();
  await person.waitForStep('Save Search');
  await person.type('mine');
  await person.quickInput.press('Enter');
  await person.pick('Only for me');
  await person.waitForTab('mine.catalog-search.json');
  await lens('Run Search').click();
  await server.arrived('search', 1);
  await lens(/items as of/).waitFor();

  await person.runCommand('Catalog: Open Saved Search...');
  await person.option('mine').hover();
  await person.takePicture('kept');
  await person.option('mine').getByRole('button', { name: 'Delete' }).click();
  await person.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await person.option('Last month').waitFor();
  await expect.poll(async () => (await person.options()).join('\n')).not.toContain('mine');
  await person.press('Escape');

  await person.runCommand('Catalog: Clear Recent Searches');
  await person.page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await person.runCommand('Catalog: Open Saved Search...');
  await person.option('Last month').waitFor();
  await expect.poll(async () => (await person.options()).join('\n')).not.toContain('last 30 days, Production');
  await person.press('Escape');
  expect(person.complaints).toEqual([]);
});
