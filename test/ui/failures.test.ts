import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startCatalogServer, type CatalogServer } from '../support/catalogServer.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let server: CatalogServer;
let person: Person;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 20 } } });
  ({ server } = catalogDesk);
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'failures') });
});
afterAll(async () => {
  await catalogDesk.close();
  await server.close();
});

// The tests of this file are one sitting: each begins with a clean server, no messages, and the rows of the one before it.
beforeEach(async () => {
  server.clearFaults();
  server.clearJournal();
  await person.runCommand('Notifications: Clear All Notifications');
  await expect.poll(() => person.notification(/./).count()).toBe(0);
});

const again = (): Promise<void> => person.runCommand('Catalog: Run Last Search Again');
const token = /^PROD Production\s+23 h \d+ min$/;

/** What a failed search leaves: one message with our words and at most one button, the rows as they were, the status as it was. */
async function expectOneMessage(message: string, button: string, rows: readonly string[]): Promise<void> {
  await person.notification(message).waitFor();
  // The progress of what failed may still be on its way out.
  await expect.poll(() => person.notification(/./).count()).toBe(1);
  expect(await person.notification(message).locator('a.monaco-button:visible, .monaco-button:visible').allInnerTexts()).toEqual([button]);
  await person.waitForViewMessage(`${message} Below: 20 of`);
  expect(await person.rowNames()).toEqual(rows);
}

async function typeCredentials(clientSecret: string): Promise<void> {
  await person.runCommand('Catalog: Sign In with Client Credentials...');
  await person.waitForStep(/^Sign In/);
  await person.type(server.credentials.clientId);
  await person.quickInput.press('Enter');
  await person.waitForMaskedField();
  await person.type(clientSecret);
  await person.quickInput.press('Enter');
}

it('says that the credentials are wrong, sends them once, and takes the right ones', async () => {
  await typeCredentials('not-the-secret');
  await person.notification('Production: the client id or client secret was not accepted.').waitFor();
  await person.takePicture('wrong-credentials');
  expect(server.tokenRequests).toBe(1);
  expect(await person.notification(/./).count()).toBe(1);

  await person.answer('was not accepted', 'Sign In...');
  await person.waitForStep(/^Sign In/);
  await person.press('Escape');
  await signIn(person, server);
  expect(server.requests('token').map(({ status }) => status)).toEqual([401, 200]);
  await person.press('Escape');
  await searchAsProposed(person);
  await person.rows().nth(20).waitFor();
});

it.each([
  { what: 'a web page instead of JSON', fault: 'N40', button: 'Try Again', words: () => `${hostOf(server)} answered with a web page instead of data. Does the network want a sign-in, or is the address wrong?` },
  { what: 'a body that was cut off', fault: 'N9', button: 'Try Again', words: () => `The answer of ${hostOf(server)} was cut off.` },
  { what: 'a refusal with a link of the service in it', fault: 'H59', button: 'Show Log', words: () => 'The catalog refused this search (HTTP 400). Details are in the log.' },
  { what: 'JSON that is something else', fault: 'H54', button: 'Open Settings', words: () => `${hostOf(server)} answered with JSON that is not what the catalog sends. Is the address right?` },
])('keeps the rows and says one sentence after $what', async ({ fault, button, words }) => {
  const rows = await person.rowNames();
  server.fault(fault, { on: 'search' });
  await again();
  await expectOneMessage(words(), button, rows);
  await person.takePicture(`failure-${fault}`);
  expect(await person.status()).toMatch(token);
  expect(server.tokenRequests).toBe(0);
  // Nothing of what the service wrote is on screen, as a link or otherwise.
  expect(await person.page.getByText('Open](command', { exact: false }).count()).toBe(0);
  expect(await person.page.locator('a[href^="command:test"], a[data-href^="command:test"]').count()).toBe(0);
});

it.each([
  { what: 'geometry', fault: 'Q22' },
  { what: 'an id', fault: 'Q11' },
  { what: 'properties', fault: 'Q47a' },
])('shows a feature without $what among the others', async ({ fault }) => {
  server.fault(fault);
  await again();
  await server.arrived('search', 1);
  await person.waitForViewMessage(/^20 of 3,\d+ items, more to load, as of/);
  await expect.poll(() => person.rows().count()).toBe(21);
  await person.takePicture(`feature-${fault}`);
  expect(await person.notification(/./).count()).toBe(0);
  if (fault === 'Q11') expect((await person.rowNames())[0]).toContain('(no id)');
});

it('counts features that cannot be read', async () => {
  server.fault('Q9');
  await again();
  await person.waitForViewMessage(/3 of 23 unreadable\./);
  await expect.poll(() => person.rows().count()).toBe(21);
  expect(await person.notification(/./).count()).toBe(0);
});

it('shows a text of the service as text, never as a link', async () => {
  server.fault('Q56');
  await again();
  const hover = person.page.locator('.monaco-hover').filter({ visible: true, hasText: 'test.canary' });
  // Again where the row was drawn anew under the pointer.
  await expect.poll(async () => {
    await person.page.mouse.move(900, 500);
    await person.rows().filter({ hasText: 'command:test.canary' }).first().hover();
    await hover.waitFor({ timeout: 3000 });
    return await hover.count();
  }).toBe(1);
  await person.takePicture('service-text');
  expect(await hover.locator('a[href*="canary"], a[data-href*="canary"], img').count()).toBe(0);
  await person.page.mouse.move(900, 500);
});

it('keeps the rows while the server is away, and Try Again works when it is back', async () => {
  await again();
  await server.arrived('search', 1);
  // The rows of the test before this one say something else.
  await expect.poll(async () => (await person.rowNames()).join()).not.toContain('canary');
  const rows = await person.rowNames();
  const { port } = new URL(server.origin);
  await server.close();
  await again();
  await expectOneMessage(`Cannot reach ${hostOf(server)}: nothing answers there.`, 'Try Again', rows);
  await person.takePicture('away');
  server = await startCatalogServer({ port: Number(port), credentials: server.credentials });
  await person.answer('Cannot reach', 'Try Again');
  await person.waitForViewMessage(/^20 of/);
  expect(server.journal.map(({ kind, status }) => [kind, status])).toEqual([['search', 200]]);
});

it('tries one new token after a 401, then stops and says so', async () => {
  const rows = await person.rowNames();
  server.fault('H18');
  await again();
  await person.statusItem.filter({ hasText: 'sign-in refused' }).waitFor();
  await person.notification(/Production: the catalog does not accept the token/).waitFor();
  await person.takePicture('unauthorized');
  expect(await person.rowNames()).toEqual(rows);
  expect(server.requests('search').map(({ status }) => status)).toEqual([401, 401]);
  expect(server.tokenRequests).toBe(1);
  await again();
  await person.waitForViewMessage(/does not accept the token/);
  expect(server.tokenRequests).toBe(1);
});

it('says until when the exchanges of the organization are used up', async () => {
  await person.runCommand('Catalog: Sign Out');
  await person.statusItem.filter({ hasText: 'signed out' }).waitFor();
  await person.runCommand('Notifications: Clear All Notifications');
  server.fault('T2');
  await typeCredentials(server.credentials.clientSecret);
  await person.notification(/Production: the organization's limit of 50 token exchanges is reached\. The next is possible at .*UTC \(in (?:1 h 59 min|2 h)\)/).waitFor();
  // They are kept for when it is possible again: nobody has to type them twice.
  await person.statusItem.filter({ hasText: /exchanges used up, (?:1 h 59 min|2 h)/ }).waitFor();
  await person.takePicture('exhausted');
  expect(server.tokenRequests).toBe(1);
  expect(person.complaints).toEqual([]);
});

function hostOf({ origin }: CatalogServer): string {
  return new URL(origin).host;
}
