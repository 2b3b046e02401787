import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ environment: 'Sandbox', desk: { settings: { 'catalogSearch.pageSize': 20 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'paste-token') });
});
afterAll(() => catalogDesk.close());

it('judges a token while it is pasted and keeps a good one without an exchange', async () => {
  const { server } = catalogDesk;
  const { issuer, sandbox } = server;
  await person.statusItem.filter({ hasText: /Sandbox\s+signed out/ }).waitFor();
  await person.runCommand('Catalog: Paste Temporary Token...');
  await person.waitForMaskedField();
  await person.type('one two');
  await person.waitForInputMessage('A token holds no spaces or line breaks.');
  await person.type(await issuer.temporaryToken({ audience: sandbox.audience, lifetimeSeconds: -60 }));
  await person.waitForInputMessage('This token has expired.');
  await person.takePicture('expired');
  await person.quickInput.press('Enter');
  await person.waitForInputMessage('This token has expired.');
  await person.type(`Bearer ${await issuer.temporaryToken({ audience: sandbox.audience, lifetimeSeconds: 7_230 })}`);
  await person.quickInput.press('Enter');
  await person.waitForStep(/^Signed In: Sandbox/);
  await person.statusItem.filter({ hasText: /Sandbox\s+2 h/ }).waitFor();
  await person.takePicture('kept');
  expect(server.journal).toEqual([]);
  await person.press('Escape');

  await searchAsProposed(person);
  await person.rows().nth(3).waitFor();
  expect(server.requests('search').map(({ path, status }) => [path, status])).toEqual([['/sandbox/stac/search', 200]]);
  expect(server.tokenRequests).toBe(0);
});

it('shows how long an opaque token can live at most', async () => {
  const { server } = catalogDesk;
  await person.runCommand('Catalog: Paste Temporary Token...');
  await person.waitForMaskedField();
  await person.type(await server.issuer.temporaryToken({ audience: server.sandbox.audience, opaque: true }));
  await person.quickInput.press('Enter');
  await person.waitForStep(/^Signed In: Sandbox/);
  await person.statusItem.filter({ hasText: /Sandbox\s+≤ 23 h 59 min/ }).waitFor();
  await person.press('Escape');
});

it('offers the environment that a token was made for', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Paste Temporary Token...');
  await person.waitForMaskedField();
  await person.type(await server.issuer.temporaryToken({ audience: server.production.audience }));
  await person.quickInput.press('Enter');
  await person.option('Switch to Production and keep it there').and(person.page.locator('.focused')).waitFor();
  await person.takePicture('other-environment');
  await person.quickInput.press('Enter');
  await person.waitForStep(/^Signed In: Production/);
  expect(await catalogDesk.workspaceSettings()).toEqual({ 'catalogSearch.environment': 'Production' });
  await person.statusItem.filter({ hasText: /Production\s+23 h 59 min/ }).waitFor();
  await person.press('Escape');

  await searchAsProposed(person);
  await person.rows().nth(3).waitFor();
  expect(server.journal.map(({ kind, path, status }) => [kind, path, status])).toEqual([['search', '/stac/search', 200]]);
});

it('asks for a new token when the pasted one is no longer accepted, and keeps the rows', async () => {
  const { server } = catalogDesk;
  const before = await person.rowNames();
  server.issuer.revokeAll();
  server.clearJournal();
  await searchAsProposed(person);
  await person.notification('Production: the pasted token is no longer accepted. Paste a new one.').waitFor();
  expect(await person.rowNames()).toEqual(before);
  await person.takePicture('refused');
  expect(server.tokenRequests).toBe(0);
  await person.answer('the pasted token is no longer accepted', 'Paste Token...');
  await person.waitForStep(/^Paste Temporary Token: Production/);
  await person.press('Escape');
});
