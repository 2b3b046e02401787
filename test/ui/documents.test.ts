import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 5 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'documents') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(async () => {
  await catalogDesk.close();
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
