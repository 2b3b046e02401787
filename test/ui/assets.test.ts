import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Locator } from 'playwright-core';
import { bytesAt, say, serve, sha256Of, startFileHost, type FileHost } from '../support/fileHost.js';
import type { Person } from '../support/person.js';
import { pngOf } from '../support/png.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

const SCENE = 200_000_000;
const STRIP = 10_000_000;

let catalogDesk: CatalogDesk;
let person: Person;
/** Another host than the catalog's, where most files are. */
let store: FileHost;
let target = '';
beforeAll(async () => {
  store = await startFileHost('127.0.0.2');
  store.scripts.set('/notes.txt', [say(200, { 'content-type': 'text/plain' }, 'Taken in calm weather.\n')]);
  store.scripts.set('/quicklook.png', [say(200, { 'content-type': 'image/png' }, pngOf(240, 160))]);
  store.scripts.set('/scene.tif', [serve({ size: SCENE, cutAfter: 70_000_000 }), serve({ size: SCENE, cutAfter: 70_000_000 }), serve({ size: SCENE })]);
  store.scripts.set('/strip.tif', [serve({ size: STRIP, cutAfter: STRIP * 0.99, hang: true }), serve({ size: STRIP })]);
  catalogDesk = await openCatalogDesk({ desk: { settings: { 'catalogSearch.pageSize': 3, 'files.simpleDialog.enable': true } } });
  const { server, desk } = catalogDesk;
  const checksum = `1220${sha256Of(SCENE)}`;
  server.change((feature) => ({
    ...feature,
    assets: {
      metadata: { href: `${server.origin}/assets/${String(feature['collection'])}/${String(feature['id'])}/metadata.json`, type: 'application/json', title: 'Metadata', roles: ['metadata'] },
      notes: { href: `//${new URL(store.origin).host}/notes.txt`, type: 'text/plain', title: 'Notes' },
      quicklook: { href: `${store.origin}/quicklook.png?signature=1`, type: 'image/png', title: 'Quicklook', roles: ['overview'] },
      scene: { href: `${store.origin}/scene.tif`, type: 'image/tiff', title: 'Scene', roles: ['data'], 'file:size': SCENE, 'file:checksum': checksum },
      strip: { href: `${store.origin}/strip.tif`, type: 'image/tiff', title: 'Strip', roles: ['data'] },
    },
  }));
  target = join(desk.folder, 'scenes');
  await mkdir(target);
  person = await desk.sitDown({ pictures: join(root, 'out', 'ui', 'assets') });
  await signIn(person, server);
  await person.press('Escape');
});
afterAll(async () => {
  await catalogDesk.close();
  await store[Symbol.asyncDispose]();
});

// The tests of this file are one sitting: each goes on where the one before it ended.
let id = '-';

const asset = (name: string): Locator => person.page.getByRole('treeitem', { name: new RegExp(`^Asset ${name}\\b`) });
const dialog = (): Locator => person.page.locator('.monaco-dialog-box').filter({ visible: true });
const files = async (): Promise<readonly string[]> => (await readdir(target)).sort();
const asked = (path: string) => store.requests.filter(({ url }) => url?.startsWith(path));

/** Presses "Download..." on a row, and picks the folder in the editor's own dialog. */
async function download(row: Locator): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: 'Download...' }).click();
  await person.waitForStep('Choose a Folder for the Files');
  const title = person.page.locator('.quick-input-title').filter({ visible: true, hasText: 'Choose a Folder' });
  let isTaken = false;
  await vi.waitFor(async () => {
    if (isTaken && !(await title.isVisible())) {
      return;
    }
    // The dialog may still be on its way to its own folder, and then puts that in the place of what is typed, or hears no button.
    await person.type(`${target}/`);
    // Until it has looked there, its button leads there, and no further.
    await expect.poll(() => person.options(), { timeout: 5_000 }).toEqual(['..']);
    await person.page.locator('.quick-input-widget').getByRole('button', { name: 'Download Here' }).click();
    isTaken = true;
    await title.waitFor({ state: 'hidden', timeout: 5_000 });
  }, { timeout: 40_000, interval: 500 });
}

it('opens JSON of the catalog with the token, and text and an image of another host after one question', async () => {
  const { server } = catalogDesk;
  const elsewhere = new URL(store.origin).host;
  await searchAsProposed(person);
  await person.rows().nth(2).waitFor();
  id = (await person.rowNames())[0]?.split(',')[0] ?? '-';
  await person.rows().first().locator('.monaco-tl-twistie').click();
  await asset('strip').waitFor();
  expect((await person.rowNames()).filter((name) => name.startsWith('Asset'))).toEqual([
    `Asset metadata, ${new URL(server.origin).host} · application/json · metadata`, `Asset notes, ${elsewhere} · text/plain`,
    `Asset quicklook, ${elsewhere} · image/png · overview`, `Asset scene, ${elsewhere} · image/tiff · 200 MB · data`, `Asset strip, ${elsewhere} · image/tiff · data`,
  ]);
  await asset('metadata').click();
  await person.waitForTab(`${id}_metadata.json`);
  await expect.poll(() => person.visibleText(`${id}_metadata.json`)).toContain(`"item":"${id}"`);
  expect(server.requests('other').map(({ path, headers }) => [path.endsWith('/metadata.json'), headers.authorization?.slice(0, 7)])).toEqual([[true, 'Bearer ']]);

  await asset('notes').click();
  await dialog().getByText(`Fetch files from ${elsewhere}?`).waitFor();
  await person.takePicture('host');
  expect(store.requests).toEqual([]);
  await dialog().getByRole('button', { name: 'Allow' }).click();
  await person.waitForTab(`${id}_notes.txt`);
  await expect.poll(() => person.visibleText(`${id}_notes.txt`)).toContain('Taken in calm weather.');
  await person.takePicture('text');

  await asset('quicklook').click();
  await person.waitForTab(`${id}_quicklook.png`);
  await person.page.locator('.statusbar-item').filter({ hasText: '240x160' }).waitFor();
  await person.takePicture('image');
  expect(store.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/notes.txt', undefined], ['/quicklook.png?signature=1', undefined]]);
});

it('downloads 200 MB that are cut twice into a chosen folder, and says how far it is', async () => {
  await download(asset('scene'));
  const progress = person.notification('Downloading');
  await progress.filter({ hasText: /\d MB of 200 MB/ }).waitFor();
  await person.takePicture('progress');
  await person.notification(`Downloaded ${id}_scene.tif (200 MB). Its checksum matches.`).first().waitFor();
  await person.takePicture('downloaded');
  expect(await files()).toEqual([`${id}_scene.tif`]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(target, `${id}_scene.tif`)), hash);
  expect(hash.digest('hex')).toBe(sha256Of(SCENE));
  expect(asked('/scene.tif').map(({ headers }) => headers.range)).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/), expect.stringMatching(/^bytes=\d+-$/)]);
  expect(asked('/scene.tif').every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

it('keeps nothing under the final name when it is cancelled at 99 %, and goes on from there', async () => {
  await person.runCommand('Notifications: Clear All Notifications');
  await download(asset('strip'));
  const progress = person.notification('Downloading').filter({ hasText: '9.9 MB of 10.0 MB' });
  await progress.waitFor();
  await person.takePicture('nearly');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await progress.waitFor({ state: 'hidden' });
  const left = (await files()).filter((name) => name.includes('strip'));
  expect(left).toEqual([expect.stringMatching(/_strip\.tif\.[\da-f]{8}\.part$/), expect.stringMatching(/_strip\.tif\.[\da-f]{8}\.part\.json$/)]);
  await download(asset('strip'));
  await person.notification(`Downloaded ${id}_strip.tif (10.0 MB).`).first().waitFor();
  expect(asked('/strip.tif').map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${STRIP * 0.99}-`]);
  expect((await files()).filter((name) => name.includes('strip'))).toEqual([`${id}_strip.tif`]);
  expect(Buffer.compare(await readFile(join(target, `${id}_strip.tif`)), bytesAt(0, STRIP))).toBe(0);
});

it('downloads all selected assets, and asks what becomes of a file that is there', async () => {
  await person.runCommand('Notifications: Clear All Notifications');
  // The item's summary: a row without a file, which is passed over.
  await person.rows().nth(1).click();
  await asset('metadata').click({ modifiers: ['ControlOrMeta'] });
  await asset('notes').click({ modifiers: ['ControlOrMeta'] });
  await asset('quicklook').click({ modifiers: ['ControlOrMeta'] });
  for (const count of [1, 2]) {
    await download(asset('notes'));
    if (count === 2) {
      await person.option('Keep both').waitFor();
      await person.takePicture('existing');
      await person.pick('Keep both');
    }
    await person.notification(/Downloaded 3 files \([\d.]+ kB\) into scenes\./).first().waitFor();
    await person.runCommand('Notifications: Clear All Notifications');
  }
  expect(await files()).toEqual([
    `${id}_metadata (2).json`, `${id}_metadata.json`, `${id}_notes (2).txt`, `${id}_notes.txt`, `${id}_quicklook (2).png`, `${id}_quicklook.png`, `${id}_scene.tif`, `${id}_strip.tif`,
  ]);
  expect(await readFile(join(target, `${id}_notes (2).txt`), 'utf8')).toBe('Taken in calm weather.\n');
  expect(person.complaints).toEqual([]);
});
