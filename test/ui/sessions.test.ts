import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startCatalogServer, type CatalogServer } from '../support/catalogServer.js';
import { themes, type Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openTestDesk } from './testDesk.js';

const credentials = { clientId: 'survey-office', clientSecret: 'correct-horse-battery' };

let desk: Desk;
let server: CatalogServer;
let person: Person;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  server = await startCatalogServer({ credentials });
});
afterEach(async () => {
  await person.leave();
  await server.close();
});

/** A window whose user has one environment, Acme, at the test's own service. */
async function sitDown(pictures: string): Promise<void> {
  await desk.server.writeSettings({
    'workbench.colorTheme': themes.dark,
    'catalogSearch.environments': [{ name: 'Acme', kind: 'production', baseUrl: server.origin, authUrl: server.origin }],
  });
  person = await desk.sitDown({ pictures: join(root, 'out', 'ui', pictures) });
  await person.statusItem.filter({ hasText: 'PROD Acme  signed out' }).waitFor();
}

async function enterCredentials({ clientId, clientSecret }: typeof credentials): Promise<void> {
  await person.runCommand('Catalog: Sign In with Client Credentials...');
  await person.waitForStep('(1/2)');
  await person.type(clientId);
  await person.press('Enter');
  await person.waitForStep('(2/2)');
  await person.type(clientSecret);
  await person.press('Enter');
}

async function signIn(): Promise<void> {
  await enterCredentials(credentials);
  await person.waitForStep('Signed In: Acme');
  await person.pick('Done');
  await person.quickInput.waitFor({ state: 'hidden' });
}

const renewal = (): Locator => person.page.getByRole('dialog').filter({ hasText: 'Renew the token for Acme now?' });

/** Asks for a new token and agrees to the cost. */
async function renew(): Promise<void> {
  const before = server.tokenRequests;
  await person.runCommand('Catalog: Renew Token Now');
  await renewal().getByRole('button', { name: 'Renew for One Exchange' }).click();
  await expect.poll(() => server.tokenRequests).toBe(before + 1);
}

/** Searches without filters and waits for the service to be asked; what comes of it is for the test. */
async function search(): Promise<void> {
  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').waitFor();
  await person.press('Enter');
  await person.quickInput.waitFor({ state: 'hidden' });
}

/** The status item's text once it holds some words. */
async function statusWith(words: string | RegExp): Promise<string> {
  await person.statusItem.filter({ hasText: words }).waitFor();
  return person.status();
}

const searches = (): readonly (number | undefined)[] => server.requests('search').map(({ status }) => status);

it('counts down to the end of a token, and renews it at the next search without a word', async () => {
  await sitDown('session-expiry');
  server.issuer.setLifetime(4);
  await signIn();
  await person.takePicture('four-seconds');
  await statusWith('renews at the next search');
  await person.takePicture('expired');
  expect(server.tokenRequests).toBe(1);
  server.issuer.setLifetime(86_400);
  await search();
  await person.rows().nth(2).waitFor();
  expect(await statusWith('23 h 59 min')).toContain('PROD Acme');
  await person.takePicture('renewed');
  expect(server.tokenRequests).toBe(2);
  expect(searches()).toEqual([200]);
  expect(await person.notifications()).toEqual([]);
});

it('stops at the limit of exchanges until its time, and keeps the old rows', async () => {
  await sitDown('session-limit');
  await signIn();
  await search();
  await person.rows().nth(2).waitFor();
  const before = await person.rowNames();
  // The next token is the last one for two hours less a second, and it is a short one.
  server.issuer.setLifetime(3);
  await renew();
  await statusWith('renews at the next search');
  server.issuer.exhaustUntil(Date.now() + 7_199_000);
  await person.runCommand('Catalog: Run Last Search Again');
  expect(await statusWith('exchanges used up, 1 h 5')).toContain('PROD Acme');
  await person.notification('token exchanges is reached').waitFor();
  await person.takePicture('limit-reached');
  const [tokens, asked] = [server.tokenRequests, server.journal.length];
  expect([tokens, searches()]).toEqual([3, [200]]);
  for (let again = 0; again < 3; again += 1) {
    await person.runCommand('Catalog: Run Last Search Again');
    await person.viewMessage.filter({ hasText: 'limit of 50 token exchanges is reached' }).waitFor();
  }
  // The words above the rows take the place of some.
  expect((await person.rowNames()).slice(0, 20)).toEqual(before.slice(0, 20));
  expect(server.journal.length).toBe(asked);
  expect((await person.notifications()).filter((message) => message.includes('token exchanges is reached'))).toHaveLength(1);
  await person.takePicture('used-up');
});

it('renews a revoked token once, and the search goes through', async () => {
  await sitDown('session-revoked');
  await signIn();
  await search();
  await person.rows().nth(2).waitFor();
  server.issuer.revokeAll();
  await person.runCommand('Catalog: Run Last Search Again');
  await expect.poll(searches).toEqual([200, 401, 200]);
  await person.viewMessage.filter({ hasText: /^100 of 3,/ }).waitFor();
  await person.takePicture('went-through');
  expect(server.tokenRequests).toBe(2);
  expect(await person.notifications()).toEqual([]);
  expect(await person.status()).toContain('23 h 59 min');
});

it('asks once with wrong credentials, however often it is tried', async () => {
  await sitDown('session-refused');
  await signIn();
  await search();
  await person.rows().nth(2).waitFor();
  // Somebody made a new secret: the stored one is wrong from now on.
  server.issuer.setCredentials({ ...credentials, clientSecret: 'a-newer-secret' });
  server.issuer.revokeAll();
  server.clearJournal();
  const again = person.page.getByRole('button', { name: 'Run Last Search Again' });
  for (let tries = 0; tries < 4; tries += 1) {
    await again.click();
    await person.viewMessage.filter({ hasText: 'client secret was not accepted' }).waitFor();
  }
  expect(await statusWith('sign-in refused')).toContain('PROD Acme');
  await person.takePicture('refused');
  // The catalog refused the token once, and was not asked with it again.
  expect(searches()).toHaveLength(1);
  expect(server.tokenRequests).toBe(1);
  // The same words typed again are as wrong as they were, and it is said again where the first message is out of sight.
  for (let tries = 0; tries < 3; tries += 1) {
    await enterCredentials(credentials);
    await person.quickInput.waitFor({ state: 'hidden' });
    await person.notification('client secret was not accepted').waitFor();
  }
  await person.takePicture('refused-again');
  expect((await person.notifications()).filter((message) => message.includes('client secret'))).toHaveLength(1);
  expect(server.tokenRequests).toBe(1);
  // Other ones are worth a request.
  await enterCredentials({ ...credentials, clientSecret: 'a-newer-secret' });
  await person.waitForStep('Signed In: Acme');
  await person.takePicture('signed-in-anew');
  expect(server.tokenRequests).toBe(2);
});

it('shows the session, and renews it only when the person agrees to the cost', async () => {
  await sitDown('session-show');
  await signIn();
  await person.runCommand('Catalog: Show Session...');
  await person.option('Valid until').waitFor();
  const lines = await person.options();
  await person.takePicture('session');
  // Enter takes the best thing to do, and no line that only informs looks chosen.
  const focused = await person.page.locator('.quick-input-list [role="option"].focused').all();
  expect(await Promise.all(focused.map(async (row) => await row.getAttribute('aria-label')))).toEqual([expect.stringMatching(/^Search Items/)]);
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });
  const about = (label: string): string => lines.find((line) => line.startsWith(label)) ?? '';
  expect(about('Environment')).toContain('Acme (production)');
  expect(about('State')).toMatch(/signed in, 23 h 59 min left/);
  expect(about('Source')).toContain('client credentials');
  expect(about('Valid until')).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  expect(about('Local time')).toMatch(/\d{4}.*\d\d:\d\d/);
  expect(about('Exchanges left')).toContain('49 of 50');
  expect(about('Exchanges made here')).toContain('1 in the last 24 hours');

  const dialog = renewal();
  await person.runCommand('Catalog: Renew Token Now');
  await dialog.waitFor();
  await person.takePicture('what-it-costs');
  expect(await dialog.innerText()).toMatch(/one token exchange .*49 of 50 were left/s);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(server.tokenRequests).toBe(1);

  await renew();
  await person.notification('48 of 50 token exchanges left').waitFor();
  await person.takePicture('renewed');
  expect(server.tokenRequests).toBe(2);
});

it('is in the Accounts menu while it is signed in, and sign-out works from both places', async () => {
  await sitDown('session-accounts');
  const accounts = person.page.locator('.activitybar').getByRole('button', { name: /^Accounts/ });
  const entry = person.page.locator('.monaco-menu').getByRole('menuitem', { name: 'Acme (Catalog Search)' });
  const listed = async (): Promise<boolean> => {
    await accounts.click();
    await person.page.locator('.monaco-menu').first().waitFor();
    const there = await entry.isVisible();
    await person.press('Escape');
    await person.page.locator('.monaco-menu').first().waitFor({ state: 'hidden' });
    return there;
  };
  expect(await listed()).toBe(false);

  await signIn();
  await expect.poll(listed).toBe(true);
  await accounts.click();
  await entry.waitFor();
  await person.takePicture('listed');
  await person.press('Escape');
  await person.runCommand('Catalog: Sign Out');
  await statusWith('signed out');
  await expect.poll(listed).toBe(false);
  await accounts.click();
  await person.page.locator('.monaco-menu').first().waitFor();
  await person.takePicture('signed-out-here');
  await person.press('Escape');

  await signIn();
  await expect.poll(listed).toBe(true);
  await accounts.click();
  await entry.hover();
  const leave = person.page.locator('.monaco-menu').getByRole('menuitem', { name: 'Sign Out' });
  await leave.waitFor();
  const sure = person.page.getByRole('dialog').getByRole('button', { name: 'Sign Out' });
  const status = person.statusItem.filter({ hasText: 'signed out' });
  // The editor takes no click on a menu that has only just opened.
  await expect.poll(async () => {
    if (await leave.isVisible()) await leave.click({ timeout: 2_000 }).catch(() => undefined);
    return await sure.or(status).first().isVisible();
  }).toBe(true);
  if (await sure.isVisible()) await sure.click();
  await status.waitFor();
  await person.takePicture('signed-out-there');
  expect(server.tokenRequests).toBe(2);
});
