import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 20 } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'sign-in') });
});
afterAll(() => catalogDesk.close());

// The tests of this file are one sitting: each goes on where the one before it ended.

it('asks for the client id, then the masked secret, checks both, and sends nothing before', async () => {
  const { server } = catalogDesk;
  const { clientId, clientSecret } = server.credentials;
  await person.statusItem.filter({ hasText: 'signed out' }).waitFor();
  await person.openCatalogView();
  await person.welcome.getByRole('button', { name: 'Sign In with Client Credentials...' }).waitFor();
  await person.takePicture('signed-out');

  await person.runCommand('Catalog: Sign In with Client Credentials...');
  await person.waitForStep(/^Sign In: Production/);
  await person.press('Enter');
  await person.waitForInputMessage('The client id is needed.');
  await person.type('two words');
  await person.waitForInputMessage('A client id holds no spaces or line breaks.');
  await person.type(` ${clientId} `);
  await person.press('Enter');

  await person.waitForMaskedField();
  await person.type(clientId);
  await person.waitForInputMessage('This is the client id once more');
  await person.takePicture('secret');
  // Looking something up elsewhere loses nothing.
  await person.statusItem.focus();
  expect(await person.quickInput.inputValue()).toBe(clientId);
  await person.type(`${clientSecret} `);
  expect(server.journal).toEqual([]);
  await person.quickInput.press('Enter');
  await person.waitForStep(/^Signed In: Production/);
  await person.takePicture('signed-in');

  expect(server.journal).toHaveLength(1);
  const [request] = server.requests('token');
  expect(request).toMatchObject({ method: 'POST', path: '/oauth/token', status: 200 });
  expect(request?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    client_id: clientId, client_secret: clientSecret, audience: server.production.audience, grant_type: 'client_credentials',
  });
});

it('offers the search with one Enter, which costs no second exchange', async () => {
  const { server } = catalogDesk;
  await person.option('Search Items...').and(person.page.locator('.focused')).waitFor();
  await person.quickInput.press('Enter');
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  await person.quickInput.press('Enter');
  await person.rows().nth(3).waitFor();
  await person.takePicture('results');

  expect(server.requests('search')).toHaveLength(1);
  const [search] = server.requests('search');
  expect(search).toMatchObject({ method: 'GET', path: '/stac/search', url: '/stac/search?limit=20', body: '', status: 200 });
  expect(search?.headers.accept).toBe('application/geo+json');
  expect(search?.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  await person.statusItem.filter({ hasText: /Production\s+23 h 59 min/ }).waitFor();
});

it('makes several searches and Load More with the one token', async () => {
  const { server } = catalogDesk;
  await searchAsProposed(person);
  await server.arrived('search', 2);
  await person.waitForViewMessage(/^20 of/);
  await person.runCommand('Catalog: Load More Items');
  await person.waitForViewMessage(/^40 of/);
  await person.runCommand('Catalog: Run Last Search Again');
  await person.waitForViewMessage(/^20 of/);

  const searches = server.requests('search');
  expect(searches.map(({ query, status }) => [query.get('limit'), query.has('token'), status]))
    .toEqual([['20', false, 200], ['20', false, 200], ['20', true, 200], ['20', false, 200]]);
  expect(new Set(searches.map(({ headers }) => headers.authorization)).size).toBe(1);
  expect(server.tokenRequests).toBe(1);
});

it('switches to the sandbox of the same issuer without a second sign-in', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Switch Environment...');
  await person.waitForStep('Switch Environment');
  await person.pick('Sandbox');
  await person.quickInput.waitFor({ state: 'hidden' });
  await person.statusItem.filter({ hasText: 'Sandbox' }).waitFor();
  expect(await catalogDesk.workspaceSettings()).toEqual({ 'catalogSearch.environment': 'Sandbox' });
  expect(server.journal).toEqual([]);

  await searchAsProposed(person);
  await person.rows().nth(3).waitFor();
  await person.takePicture('sandbox');
  expect(server.requests('token').map(({ body }) => JSON.parse(body) as unknown)).toEqual([{
    client_id: server.credentials.clientId, client_secret: server.credentials.clientSecret,
    audience: server.sandbox.audience, grant_type: 'client_credentials',
  }]);
  expect(server.requests('search').map(({ path, status }) => [path, status])).toEqual([['/sandbox/stac/search', 200]]);
  await person.statusItem.filter({ hasText: /Sandbox\s+23 h 59 min/ }).waitFor();
});

it('signs out, says so, and offers the sign-in again', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Sign Out');
  await person.statusItem.filter({ hasText: /Sandbox\s+signed out/ }).waitFor();
  await person.notification('Signed out of Sandbox').waitFor();

  // Production's own token outlived nothing: the credentials served both.
  await person.runCommand('Catalog: Switch Environment...');
  await person.waitForStep('Switch Environment');
  await person.pick('Production');
  await person.statusItem.filter({ hasText: /Production\s+signed out/ }).waitFor();
  await person.welcome.waitFor();
  await person.takePicture('signed-out-again');
  expect(server.journal).toEqual([]);
  expect(person.complaints).toEqual([]);
});
