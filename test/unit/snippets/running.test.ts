import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import type { Environment } from '../../../src/core/environment.js';
import { parseQuery, type SearchQuery } from '../../../src/core/query/query.js';
import { Results } from '../../../src/core/results/results.js';
import { searchSnippet, type SnippetLanguage } from '../../../src/core/snippets/snippet.js';
import { startCatalogServer } from '../../support/catalogServer.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary.js';
import { collection, environmentAt, feature, serve, testPorts, WANTED } from '../catalog/support.js';
import { writePystacStandIn } from './pystacClient.js';

const NOW = Date.now();
const run = promisify(execFile);
const PROGRAMS = { curl: ['bash', '-c'], javascript: [process.execPath, '-e'] } as const;

interface Collection {
  readonly features: readonly { readonly id: unknown }[];
}

/** Runs the code as it was pasted, with nothing but the token around it. */
async function idsOf(language: keyof typeof PROGRAMS, environment: Environment, query: SearchQuery, token: string): Promise<readonly unknown[]> {
  const [program, flag] = PROGRAMS[language];
  const { stdout } = await run(program, [flag, searchSnippet(language satisfies SnippetLanguage, environment, query, NOW)], {
    env: { PATH: process.env['PATH'], CATALOG_SEARCH_TOKEN: token }, maxBuffer: 1 << 28, timeout: 25_000,
  });
  return (JSON.parse(stdout) as Collection).features.map(({ id }) => id);
}

function parsed(input: unknown): SearchQuery {
  const check = parseQuery(input, { limit: 100 });
  if (!check.ok) {
    throw new Error(check.problem);
  }
  return check.value;
}

/** Searches that the catalog answers in more than one page. */
const SEVERAL_PAGES = [
  parsed({ limit: 40, lastDays: 30, bbox: [-20, 30, 60, 70], sortby: '-datetime' }),
  parsed({ limit: 25, intersects: 'POLYGON ((5 40, 20 40, 20 55, 5 55, 5 40))' }),
];

/** What a search finds here: on its first page, and on all. */
async function ourIds(environment: Environment, query: SearchQuery, token: string): Promise<{ readonly firstIds: readonly string[]; readonly allIds: readonly string[] }> {
  const client = new CatalogClient(testPorts([token]));
  const results = new Results({ client: () => Promise.resolve(client), clock: { ...testPorts().clock, now: () => NOW } });
  const first = await results.search(environment, query, WANTED());
  const all = await results.loadAll(100_000, WANTED());
  return { firstIds: first.items.map(({ id }) => id), allIds: all.items.map(({ id }) => id) };
}

describe('pasted code against a catalog', () => {
  it('gives the ids of the search: curl its first page, JavaScript all', async () => {
    await using server = await startCatalogServer();
    const token = await server.issuer.temporaryToken({ audience: server.production.audience });
    for (const query of SEVERAL_PAGES) {
      const { firstIds, allIds } = await ourIds(server.production, query, token);
      expect(allIds.length).toBeGreaterThan(firstIds.length);
      expect(await idsOf('curl', server.production, query, token)).toEqual(firstIds);
      expect(await idsOf('javascript', server.production, query, token)).toEqual(allIds);
    }
  });

  it('checks in JavaScript what no service is asked for', async () => {
    await using server = await serve(() => ({ body: collection([
      feature('a'), feature('b', { properties: { platform: 'other', 'vendor:status': 'COMMANDED' } }), feature('c', { properties: { platform: 'SAT-1' } }),
    ]) }));
    const query = parsed({ platforms: ['sat-1'], statuses: 'commanded', instrumentModes: ['Spotlight'] });
    expect(await idsOf('javascript', environmentAt(server.origin), query, 'canary')).toEqual(['a']);
  });

  it('follows a next page by POST, each once, with the token in the header only', async () => {
    await using server = await serve(({ method, body }) => {
      const next = (token: string, more: object = {}): object => ({ links: [{ rel: 'next', href: '/stac/search', method: 'POST', body: { token }, merge: true, ...more }] });
      return { body: method === 'GET' ? collection([feature('a')], next('2')) : body.includes('"2"') ? collection([feature('b')], next('3')) : collection([feature('c')], next('3')) };
    });
    expect(await idsOf('javascript', environmentAt(server.origin), parsed({ limit: 1, ids: ['x'] }), 'canary')).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''], ['POST', '{"limit":1,"ids":["x"],"token":"2"}'], ['POST', '{"limit":1,"ids":["x"],"token":"3"}'],
    ]);
    for (const { url, body, headers } of server.seen) {
      expect(headers.authorization).toBe('Bearer canary');
      expect(url + body).not.toContain('canary');
    }
  });

  it('takes the token nowhere else', async () => {
    await using foreign = await serve(() => ({ body: collection([]) }));
    await using server = await serve(({ url }) => (url.includes('limit=1&') || url.endsWith('limit=1')
      ? { body: collection([feature('a')], { links: [{ rel: 'next', href: `${foreign.origin}/stac/search` }] }) }
      : { status: 302, headers: { location: foreign.origin } }));
    await expect(idsOf('javascript', environmentAt(server.origin), parsed({ limit: 1 }), 'canary')).rejects.toThrow(/The next page is on another host/);
    await expect(idsOf('javascript', environmentAt(server.origin), parsed({ limit: 2 }), 'canary')).rejects.toThrow(/fetch failed/);
    await idsOf('curl', environmentAt(server.origin), parsed({ limit: 2 }), 'canary').catch(() => undefined);
    expect(foreign.seen).toEqual([]);
  });
});

describe('Python code with a stand-in for pystac-client', () => {
  const noPython = spawnSync('python3', ['--version']).error !== undefined;

  /** The ids that the code prints. */
  async function printed(environment: Environment, query: SearchQuery, token: string): Promise<readonly string[]> {
    const folder = await makeTemporaryFolder('pystac');
    try {
      await writePystacStandIn(folder);
      const { stdout } = await run('python3', ['-B', '-c', searchSnippet('python', environment, query, NOW)], {
        env: { PATH: process.env['PATH'], PYTHONPATH: folder, CATALOG_SEARCH_TOKEN: token }, timeout: 25_000,
      });
      return stdout.split('\n').filter((line) => line !== '');
    } finally {
      await removeTemporaryFolder(folder);
    }
  }

  it('gives the ids of all pages', async (context) => {
    if (noPython) context.skip('skipped: no python3');
    await using server = await startCatalogServer();
    const token = await server.issuer.temporaryToken({ audience: server.production.audience });
    for (const query of SEVERAL_PAGES) {
      const { allIds } = await ourIds(server.production, query, token);
      expect(allIds.length).toBeGreaterThan(query.limit);
      expect(await printed(server.production, query, token)).toEqual(allIds);
    }
  });

  it('checks what no service is asked for, and sends nothing to another host', async (context) => {
    if (noPython) context.skip('skipped: no python3');
    await using foreign = await serve(() => ({ body: collection([feature('stolen')]) }));
    await using server = await serve(() => ({ body: collection([
      feature('a'), feature('b', { properties: { platform: 'other', 'vendor:status': 'COMMANDED' } }), feature('c', { properties: { platform: 'SAT-1' } }),
    ], { links: [{ rel: 'next', href: `${foreign.origin}/stac/search` }] }) }));
    const query = parsed({ platforms: ['sat-1'], statuses: 'commanded', instrumentModes: ['Spotlight'] });
    await expect(printed(environmentAt(server.origin), query, 'canary')).rejects.toMatchObject({ stdout: 'a\n', stderr: expect.stringContaining('The next page is on another host') as string });
    expect(foreign.seen).toEqual([]);
    expect(server.seen.map(({ headers, url }) => [headers.authorization, url.includes('canary')])).toEqual([['Bearer canary', false]]);
  });
});
