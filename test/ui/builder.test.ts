import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ server: { catalog: { honourFilters: false } }, desk: { settings: { 'catalogSearch.pageSize': 50 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'builder') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(() => catalogDesk.close());

const runRow = () => person.option('Run search').and(person.page.locator('.focused'));

it('checks each filter while it is typed, keeps what was set, and sends all of it', async () => {
  await person.runCommand('Catalog: Search Items...');
  await runRow().waitFor();

  await person.pick('Time');
  await person.waitForStep('Search Items: Time');
  await person.pick('Custom...');
  await person.waitForStep('Search Items: Custom Time');
  await person.type('2026-13');
  await person.waitForInputMessage('A month is 01 to 12.');
  await person.type('2026-06-10/2026-06-01');
  await person.waitForInputMessage('The interval ends before it begins.');
  await person.type('2026-06');
  await person.quickInput.press('Enter');
  await runRow().waitFor();

  await person.pick('Area');
  await person.waitForStep('Search Items: Area');
  await person.type('1, 2, 3');
  await person.waitForInputMessage(/here are 3\./);
  await person.type('45.8, 100, 10, 101');
  await person.waitForInputMessage(/a latitude is -90 to 90/);
  await person.takePicture('area');
  await person.type('5.9, 45.8, 10.5, 47.8');
  await person.quickInput.press('Enter');
  await runRow().waitFor();

  await person.pick('Ids');
  await person.waitForStep('Search Items: Ids');
  await person.type('one, two , one');
  await person.quickInput.press('Enter');
  await runRow().waitFor();

  await person.pick('Items per page');
  await person.waitForStep('Search Items: Items per page');
  await person.type('0');
  await person.waitForInputMessage('A whole number from 1 to 10,000.');
  await person.type('7');
  await person.quickInput.press('Enter');
  await runRow().waitFor();

  await person.pick('Collections');
  await person.waitForStep('Search Items: Collections');
  await person.type('acme');
  await person.quickInput.press('Enter');
  await runRow().waitFor();
  await person.takePicture('all-set');
  const rows = (await person.options()).join('\n');
  for (const value of ['5.9, 45.8, 10.5, 47.8', 'one, two', 'acme', '7']) expect(rows).toContain(value);

  await person.quickInput.press('Enter');
  await catalogDesk.server.arrived('search', 1);
  const { query } = catalogDesk.server.requests('search')[0] ?? {};
  expect(Object.fromEntries(query ?? [])).toEqual({
    limit: '7', datetime: '2026-06-01T00:00:00Z/2026-06-30T23:59:59Z', bbox: '5.9,45.8,10.5,47.8', collections: 'acme', ids: 'one,two',
  });
  await person.waitForViewMessage(/^0 .*The service ignored .*: 0 of 7 match\./);
  await person.takePicture('ignored');
});

it('comes back from a field with Escape, clears one filter, and clears all', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Search Items...');
  await runRow().waitFor();
  await person.pick('Area');
  await person.waitForStep('Search Items: Area');
  await person.type('1, 2, 3, 4');
  // A field takes over from the list.
  await person.waitForInputMessage(/^West, south, east, north/);
  await person.press('Escape');
  await person.option('Run search').waitFor();
  const kept = (await person.options()).join('\n');
  expect(kept).toContain('5.9, 45.8, 10.5, 47.8');
  expect(kept).not.toContain('1, 2, 3, 4');

  await person.option('Area').hover();
  await person.option('Area').getByRole('button', { name: 'Clear this filter' }).click();
  await expect.poll(() => person.options().then((all) => all.join('\n'))).not.toContain('5.9, 45.8');
  const left = (await person.options()).join('\n');
  for (const value of ['one, two', 'acme']) expect(left).toContain(value);
  await person.takePicture('one-cleared');
  expect(server.journal).toEqual([]);

  // What is typed finds rows; what finds none is no search.
  await person.type('nothing here');
  await person.page.locator('.quick-input-list').getByRole('option').filter({ hasText: 'Run search' }).waitFor({ state: 'hidden' });
  await person.press('Enter');
  expect(await person.quickInput.inputValue()).toBe('nothing here');
  expect(server.journal).toEqual([]);
  await person.type('');
  await person.option('Run search').waitFor();

  await person.pick('Clear all filters');
  await runRow().waitFor();
  await expect.poll(() => person.options().then((all) => all.join('\n'))).not.toContain('Clear all filters');
  await person.takePicture('cleared');
  await person.quickInput.press('Enter');
  await server.arrived('search', 1);
  expect(server.requests('search')[0]?.url).toBe('/stac/search?limit=50');
  await person.rows().nth(10).waitFor();
  expect(person.complaints).toEqual([]);
});
