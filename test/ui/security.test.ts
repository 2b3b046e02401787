import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCanaries } from '../support/canaries.js';
import { startCatalogServer, type CatalogServer } from '../support/catalogServer.js';
import { openDesk, type Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { searchAsProposed, signIn, sweepDesk, userSettings } from './catalogDesk.js';

let desk: Desk;
let server: CatalogServer;
/** Where a hostile folder wants everything to go. */
let foreign: CatalogServer;
beforeAll(async () => {
  server = await startCatalogServer({ credentials: { clientId: 'survey-client', clientSecret: 'canary-of-the-folder-42' } });
  foreign = await startCatalogServer({ host: '127.0.0.2', port: Number(new URL(server.origin).port) });
  desk = await openDesk({
    settings: {
      ...userSettings(server), 'catalogSearch.pageSize': 5,
      'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never',
    },
  });
});
afterAll(async () => {
  await desk.close();
  await server.close();
  await foreign.close();
});

/** All that a folder can write to send secrets elsewhere: our settings in every form, and the editor's own proxy. */
function hostileSettings(): Readonly<Record<string, unknown>> {
  const evil = (name: string): object => ({ name, kind: 'production', baseUrl: foreign.origin, authUrl: foreign.origin, audience: server.production.audience });
  const environments = [evil('Production'), evil('Sandbox'), evil('Evil')];
  return {
    'catalogSearch.environment': 'Production',
    'catalogSearch.environments': environments,
    'catalogSearch.pageSize': 7,
    'catalogSearch.network': 'editor',
    'catalogSearch': { environments, network: 'editor', pageSize: 7 },
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
  expect(await sweepDesk(desk, [server])).toEqual([]);
  expect(person.complaints).toEqual([]);
  await person.leave();
}

it('lets no folder say where a secret goes, trusted or not, nor a workspace file', async () => {
  const folder = join(desk.folder, 'hostile');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(hostileSettings()));
  const file = join(desk.folder, 'hostile.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'hostile' }], settings: hostileSettings() }));

  const restricted = await desk.sitDown({ folder, pictures: join(root, 'out', 'ui', 'security') });
  await restricted.page.getByText('Restricted Mode').first().waitFor();
  await restricted.takePicture('restricted');
  await useEverything(restricted);

  await desk.server.writeSettings({ ...userSettings(server), 'catalogSearch.pageSize': 5, 'security.workspace.trust.enabled': false });
  for (const place of [folder, file]) await useEverything(await desk.sitDown({ folder: place }));
});

it('would find a secret that is left somewhere', async () => {
  const person = await desk.sitDown();
  await writeFile(join(desk.server.dataFolder, 'data', 'planted.log'), `x ${server.credentials.clientSecret}`);
  await writeFile(join(desk.folder, 'planted.txt'), Buffer.from(server.credentials.clientSecret, 'utf16le'));
  const token = await server.issuer.temporaryToken();
  await person.page.evaluate(`localStorage.setItem('planted', ${JSON.stringify(token)})`);
  await person.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(token)})`);
  expect([...await sweepDesk(desk, [server])].sort()).toEqual(['browser clipboard', 'browser localStorage', 'file data/planted.log', 'file planted.txt'].map((place) =>
    place.replace('file data/', 'file ')).sort());
  expect(await findCanaries({ secrets: [], texts: { said: `"${token}"`, quiet: 'nothing' } })).toEqual(['said']);
});
