import { afterEach, describe, expect, test } from 'vitest';
import { searchUrl, tokenUrl } from '../../../src/core/environment.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { FAULTS } from '../../support/faults.js';

let server: CatalogServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(): Promise<CatalogServer> {
  server = await startCatalogServer({ catalog: { itemCount: 60 } });
  return server;
}

function exchange(to: CatalogServer, audience = to.production.audience): Promise<Response> {
  const { clientId, clientSecret } = to.credentials;
  return fetch(tokenUrl(to.production), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, audience, grant_type: 'client_credentials' }),
    redirect: 'manual',
  });
}

describe('the catalog server', () => {
  test('does the whole exchange and search over HTTP and keeps a journal', async () => {
    const catalog = await start();
    const { access_token: token } = (await (await exchange(catalog)).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, accept: 'application/geo+json' };
    const first = await fetch(`${searchUrl(catalog.production)}?limit=5`, { headers });
    const page = (await first.json()) as { features: unknown[]; links: { rel: string; href: string }[] };
    expect(page.features).toHaveLength(5);
    const next = page.links.find((link) => link.rel === 'next')?.href ?? '';
    expect(next.startsWith(searchUrl(catalog.production))).toBe(true);
    expect((await fetch(next, { headers })).status).toBe(200);
    expect((await fetch(searchUrl(catalog.sandbox), { headers })).status).toBe(401);
    expect([catalog.tokenRequests, catalog.issuer.exchanges, catalog.requests('search').length]).toEqual([1, 1, 3]);
    expect(catalog.journal.map((entry) => entry.status)).toEqual([200, 200, 200, 401]);
    expect(catalog.requests('search')[0]?.headers.accept).toBe('application/geo+json');
    expect(Object.keys(JSON.parse(catalog.requests('token')[0]?.body ?? '{}') as object)).toHaveLength(4);
  });

  test('holds a request until it is let go', async () => {
    const catalog = await start();
    const release = catalog.hold('token');
    const pending = exchange(catalog);
    await catalog.arrived('token', 1);
    expect(catalog.issuer.exchanges).toBe(0);
    release();
    expect((await pending).status).toBe(200);
  });

  test('does wrong as often as it is told', async () => {
    const catalog = await start();
    catalog.fault('T21', { times: 1 });
    expect((await exchange(catalog)).status).toBe(500);
    expect((await exchange(catalog)).status).toBe(200);
    catalog.fault('N6', { on: 'token' });
    await expect(exchange(catalog)).rejects.toThrow();
    catalog.clearFaults();
    catalog.issuer.exhaustUntil(Date.now() + 60_000);
    expect(await (await exchange(catalog)).json()).toMatchObject({ error_description: { code: 429 } });
    expect(() => catalog.fault('X1')).toThrow(/no fault X1/u);
  });

  test('pages as it is told', async () => {
    const catalog = await start();
    catalog.fault('Q83');
    const headers = { authorization: `Bearer ${await catalog.issuer.temporaryToken()}` };
    const ids = new Set<string>();
    let link: string | undefined = searchUrl(catalog.production);
    while (link !== undefined) {
      const page = (await (await fetch(link, { headers })).json()) as { features: { id: string }[]; links: { rel: string; href: string }[] };
      page.features.forEach((feature) => ids.add(feature.id));
      link = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect([ids.size, catalog.requests('search').length]).toEqual([1_000, 100]);
  });

  // The slow and the endless are tried one by one where a client's bounds are tested.
  const quick = [...FAULTS.keys()].filter((name) => !/^(?:N1[3-7]|T22|H5[67])$/u.test(name));
  test.each(quick)('%s ends, one way or another', async (name) => {
    const catalog = await start();
    catalog.fault(name);
    const headers = { authorization: `Bearer ${await catalog.issuer.temporaryToken()}` };
    const send = (): Promise<Response> => (FAULTS.get(name)?.on === 'token' ? exchange(catalog) : fetch(`${searchUrl(catalog.production)}?limit=20`, { headers, redirect: 'manual' }));
    const outcome = await send().then(async (response) => `${response.status} ${(await response.text()).length}`, () => 'failed').catch(() => 'cut');
    expect(outcome).toMatch(/^\d{3} \d+$|failed|cut/u);
    expect(catalog.journal[0]?.fault).toBe(name);
  });
});
