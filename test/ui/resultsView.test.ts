import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/person.js';
import { root } from '../support/setup.mjs';
import { openCatalogDesk, searchAsProposed, signIn, type CatalogDesk } from './catalogDesk.js';

let catalogDesk: CatalogDesk;
let person: Person;
/** The service's clock is ahead by this, milliseconds. */
let ahead = 0;
beforeAll(async () => {
  catalogDesk = await openCatalogDesk({ server: { catalog: { itemCount: 10_000 }, clock: { now: () => Date.now() + ahead } } });
  person = await catalogDesk.desk.sitDown({ pictures: join(root, 'out', 'ui', 'results-view') });
  await signIn(person, catalogDesk.server);
  await person.press('Escape');
});
afterAll(() => catalogDesk.close());

it('shows the rows of a page while it arrives slowly, and opens them', async () => {
  const { server } = catalogDesk;
  server.fault('N17a');
  await searchAsProposed(person);
  await person.waitForViewMessage(/^Searching: .+ \d+ so far/);
  const [first = ''] = await person.rowNames();
  await person.takePicture('arriving');
  await person.rows().first().click();
  await person.waitForTab(first.split(',')[0] ?? '');
  expect(await person.viewMessage.innerText()).toMatch(/so far/);
  await person.waitForViewMessage(/^100 of 10,\d{3} items, more to load/);
  expect((await person.rowNames())[0]).toBe(first);
  expect(server.requests('search')).toHaveLength(1);
  server.clearFaults();
  server.clearJournal();
});

it('loads all of 10,000 items: cancelled in the middle, continued, and to the end', async () => {
  const { server } = catalogDesk;
  await searchAsProposed(person);
  await person.waitForViewMessage(/^100 of 10,\d{3} items, more to load/);
  await person.runCommand('Catalog: Load All Items');
  await server.arrived('search', 31);
  const release = server.hold('search');
  const progress = person.notification(/Loading all items.*of 10,/);
  await progress.waitFor();
  await person.takePicture('loading-all');
  await progress.hover();
  await progress.getByRole('button', { name: 'Cancel', exact: true }).click();
  await person.waitForViewMessage(/^[1-9],\d00 of 10,\d{3} items, more to load/);
  release();
  await person.takePicture('cancelled');
  const sent = server.requests('search').length;
  const kept = Number((await person.viewMessage.innerText()).split(' ')[0]?.replace(',', ''));
  expect(kept).toBeLessThanOrEqual(sent * 100);
  // The request that was cancelled may have been on its way.
  expect(kept).toBeGreaterThanOrEqual((sent - 2) * 100);

  await person.runCommand('Catalog: Load All Items');
  await person.waitForViewMessage(/^10,\d{3} items, as of/);
  const urls = server.requests('search').map(({ url }) => url);
  expect(new Set(urls).size).toBeGreaterThanOrEqual(urls.length - 1);
  const names = await person.rowNames();
  expect(names[0]).toBe('Items 1 to 1,000');
  await person.takePicture('all-loaded');
});

it('groups, sorts, finds and opens, keeps its place when run again, and goes back to earlier sets without a request', async () => {
  const { server } = catalogDesk;
  // A menu of the view hands over the row that has the focus, which is not what the command is about.
  await person.rows().first().click();
  await person.page.getByRole('button', { name: 'Views and More Actions...' }).first().click();
  await person.page.getByRole('menuitem', { name: 'Group Results By...' }).click();
  await person.pick('Day (UTC)');
  await person.rows().filter({ hasText: /\d{4}-\d\d-\d\d/ }).first().waitFor();
  await person.runCommand('Catalog: Sort Results By...');
  await person.pick('Oldest first');
  // From the top downwards, each day after the one before.
  await expect.poll(async () => {
    const names = await person.rowNames();
    return names.length > 10 && names.every((name, row) => /^day \d{4}-\d\d-\d\d UTC, [\d,]+ items?$/.test(name) && name >= (names[row - 1] ?? ''));
  }).toBe(true);
  await person.takePicture('by-day');

  await person.runCommand('Catalog: Find in Results...');
  await person.waitForStep('Find in Results');
  await person.type('delivered vesp');
  // The first of the list before, by itself, may well be one of them.
  await expect.poll(async () => (await person.options()).slice(0, 8).filter((option) => /Vesperline.*DELIVERED/.test(option)).length).toBe(8);
  await person.takePicture('find');
  // The list may still be that of fewer letters: what is opened is what the last ones find.
  const id = ((await person.options())[0] ?? '').split(',')[0] ?? '';
  await person.press('ControlOrMeta+a');
  await person.type(id);
  await expect.poll(async () => (await person.options())[0]).toMatch(new RegExp(`^${id}`));
  await person.press('Enter');
  await person.waitForTab(id);
  const selected = person.rows().and(person.page.locator('[aria-selected="true"]'));
  await expect.poll(() => selected.getAttribute('aria-label')).toMatch(new RegExp(`^${id}`));
  await person.takePicture('found');

  const sent = server.requests('search').length;
  await person.page.getByRole('button', { name: /^Search Items\.\.\./ }).first().click();
  await person.pick('Ids');
  await person.waitForStep('Search Items: Ids');
  await person.type(id);
  await person.press('Enter');
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  await person.press('Enter');
  await person.waitForViewMessage(/^1 item, as of/);
  expect(server.requests('search')).toHaveLength(sent + 1);
  await person.runCommand('Catalog: Previous Result Sets...');
  await person.waitForStep('Previous Result Sets');
  await person.takePicture('history');
  await person.press('Enter');
  await person.waitForViewMessage(/^10,\d{3} items, as of/);
  expect(server.requests('search')).toHaveLength(sent + 1);
  await expect.poll(async () => (await person.rowNames())[0]).toMatch(/^day /);
  await person.takePicture('back');
});

it('marks what a watched search finds, tells it once, and keeps quiet when all is seen', async () => {
  await person.runCommand('Catalog: Group Results By...');
  await person.pick('No groups');
  await person.runCommand('Catalog: Sort Results By...');
  await person.pick("Service's order");
  const { server } = catalogDesk;
  server.clearJournal();
  await person.runCommand('Catalog: Run Last Search Again');
  await person.waitForViewMessage(/^100 of 10,\d{3} items, more to load/);
  const second = person.rows().and(person.page.locator('[data-index="1"]'));
  await second.click();
  await person.waitForTab(((await second.getAttribute('aria-label')) ?? '').split(',')[0] ?? '');
  // The document has the focus now, and keys would go there.
  await second.locator('.monaco-tl-twistie').click();
  const open = person.rows().and(person.page.locator('[aria-expanded="true"][aria-selected="true"]'));
  const name = await open.getAttribute('aria-label') ?? '';
  await person.runCommand('Catalog: Run Last Search Again');
  await server.arrived('search', 2);
  await person.page.locator('.monaco-progress-container.active').first().waitFor({ state: 'hidden' });
  await expect.poll(() => open.getAttribute('aria-label')).toBe(name);
  await person.takePicture('run-again');

  await person.runCommand('Catalog: Watch Search...');
  await person.waitForStep('Watch Search');
  await person.takePicture('watch-interval');
  await person.pick('1 minute');
  await person.waitForViewMessage(/Watched every 1 min\./);
  ahead = 6 * 3_600_000;
  await person.runCommand('Catalog: Check Watched Search Now');
  await person.notification(/The watched search found .*(?:new|changed)/).waitFor();
  await person.rows().filter({ has: person.page.locator('.monaco-icon-label-container') }).and(person.page.getByLabel(/, (?:new|was [A-Z]+)$/)).first().waitFor();
  await person.waitForViewMessage(/last at \d\d:\d\d UTC, \d+ (?:new|changed)/);
  await person.takePicture('found-by-watch');
  await person.runCommand('Catalog: Check Watched Search Now');
  await person.runCommand('Catalog: Mark All as Seen');
  await expect.poll(() => person.viewMessage.innerText()).not.toMatch(/new|changed/);
  expect((await person.notifications()).filter((text) => text.startsWith('The watched search found'))).toHaveLength(1);
});

it('goes on watching after a reload: nothing is asked before it is due, and what comes first is not called new', async () => {
  const { server } = catalogDesk;
  server.clearJournal();
  await person.reload();
  await person.openCatalogView();
  // Secrets live in the page here, and go with it.
  await person.waitForViewMessage('A search is still watched, paused until you are signed in.');
  await signIn(person, server);
  await person.press('Escape');
  await person.waitForViewMessage('A search is still watched every 1 min; its rows come with the next look.');
  await person.takePicture('still-watched');
  expect(server.requests('search')).toEqual([]);
  await person.runCommand('Catalog: Check Watched Search Now');
  await person.waitForViewMessage(/^100 of 10,\d{3} items, more to load, as of .* Watched every 1 min, last at \d\d:\d\d UTC\.$/);
  await person.rows().nth(20).waitFor();
  await person.takePicture('rows-again');
  expect((await person.rowNames()).filter((name) => /, (?:new|was [A-Z]+)$/.test(name))).toEqual([]);
  expect(server.requests('search')).toHaveLength(1);

  await person.runCommand('Catalog: Stop Watching Search');
  await expect.poll(() => person.viewMessage.innerText()).not.toContain('Watched');
  await person.reload();
  await person.openCatalogView();
  await person.welcome.waitFor();
  expect(await person.viewMessage.count()).toBe(0);

  // A search that wants a sign-in says so with buttons, which a message would hide, and no longer once there is one.
  await searchAsProposed(person);
  await person.notification('You are not signed in to Production.').waitFor();
  await person.welcome.getByRole('button', { name: 'Sign In with Client Credentials...' }).waitFor();
  await person.takePicture('wants-sign-in');
  await signIn(person, server);
  await person.press('Escape');
  await person.welcome.filter({ hasText: 'Nothing searched yet.' }).waitFor();
  expect(await person.viewMessage.count()).toBe(0);
  expect(person.complaints).toEqual([]);
});
