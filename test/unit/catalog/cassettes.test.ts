import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import type { Environment } from '../../../src/core/environment.js';
import { appendPage } from '../../../src/core/catalog/appendPage.js';
import { emptyResultSet } from '../../../src/core/catalog/pages.js';
import { parseQuery } from '../../../src/core/query/query.js';
import { queryBody } from '../../../src/core/query/queryParameters.js';
import { listShared, readShared, sharedDataIsThere } from './shared.js';
import { environmentAt, serve, testPorts, WANTED, type Seen } from './support.js';

/** One exchange as vcrpy records it. */
interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body: string | null };
  readonly response: {
    readonly status: { readonly code: number };
    readonly headers: Readonly<Record<string, readonly string[]>>;
    readonly body: { readonly string: string | Uint8Array };
  };
}

interface Features {
  readonly features: readonly { readonly id: string }[];
}

const cassettes = (sharedDataIsThere ? listShared('cassettes') : []).filter((path) => path.endsWith('.yaml'))
  .map((path) => ({ path, interactions: (parse(readShared(path).toString('utf8'), { maxAliasCount: -1 }) as { readonly interactions: readonly Interaction[] }).interactions }));

const isSearch = ({ request }: Interaction): boolean => new URL(request.uri).pathname.endsWith('/search');

function textOf({ response }: Interaction): string {
  const { string } = response.body;
  const bytes = typeof string === 'string' ? Buffer.from(string, 'utf8') : Buffer.from(string);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Method, path, sorted query and canonical body: the same for requests that mean the same. */
function identity(method: string, url: URL, body: string | null | undefined): string {
  const query = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort().join('&');
  return `${method} ${url.pathname}?${query} ${body === null || body === undefined || body === '' ? '' : JSON.stringify(sorted(JSON.parse(body)))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)])) : value;
}

const recordedIdentity = ({ request }: Interaction): string => identity(request.method, new URL(request.uri), request.body);
const seenIdentity = ({ method, url, body }: Seen, origin: string): string => identity(method, new URL(url, origin), body);

describe.runIf(cassettes.length > 0)('recordings of real services', () => {
  it.each(cassettes.filter(({ interactions }) => interactions.some(isSearch)))('$path: the same requests, the same ids', async ({ interactions }) => {
    const searches = interactions.filter(isSearch);
    await using server = await serve((request) => {
      const found = searches.find((one) => recordedIdentity(one) === seenIdentity(request, 'http://x'));
      const recordedOrigin = new URL(searches[0]?.request.uri ?? '').origin;
      return found === undefined ? { status: 410 } : { status: found.response.status.code, body: textOf(found).replaceAll(recordedOrigin, `http://${request.headers.host ?? ''}`) };
    });
    const waiting = [...searches];
    const ids: string[] = [];
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const recorded = new URL(first.request.uri);
      const environment: Environment = { ...environmentAt(server.origin), searchPath: recorded.pathname };
      const checked = parseQuery(JSON.parse(first.request.body ?? '{}'), { limit: 100 });
      if (!checked.ok) {
        throw new Error(checked.problem);
      }
      const client = new CatalogClient(testPorts());
      let set = emptyResultSet('Recorded', checked.value, 0);
      let cursor = first.request.method === 'POST'
        ? { method: 'POST' as const, url: `${server.origin}${recorded.pathname}${recorded.search}`, body: first.request.body ?? '{}' }
        : { method: 'GET' as const, url: `${server.origin}${recorded.pathname}${recorded.search}` };
      for (;;) {
        const page = await client.next(environment, checked.value, cursor, { signal: WANTED() });
        waiting.splice(waiting.findIndex((one) => recordedIdentity(one) === identity(cursor.method, new URL(cursor.url), 'body' in cursor ? cursor.body : null)), 1);
        set = appendPage(set, page, 0);
        const { next } = set;
        // A recording may end before the service does.
        if (next === undefined || !waiting.some((one) => recordedIdentity(one) === identity(next.method, new URL(next.url), next.method === 'POST' ? next.body : null))) {
          break;
        }
        cursor = next as typeof cursor;
      }
      expect(set.unreadable + set.duplicates).toBe(0);
      expect(Object.values(set.leftOut).every((count) => count === 0)).toBe(true);
      ids.push(...set.items.map(({ id }) => id));
    }
    expect(server.seen.map((request) => seenIdentity(request, server.origin))).toEqual(searches.map(recordedIdentity));
    expect(ids).toEqual(searches.flatMap((one) => (JSON.parse(textOf(one)) as Features).features.map(({ id }) => id)));
  });

  it.each(cassettes.flatMap(({ path, interactions }) => interactions.filter((one) => isSearch(one) && one.request.body !== null && !/"(?:token|next)"/u.test(one.request.body)).map(({ request }) => [path, request.body ?? ''] as const)))(
    '%s: our body for the query %s is the recorded one', (_path, body) => {
      const recorded = JSON.parse(body) as Readonly<Record<string, unknown>>;
      const checked = parseQuery(recorded, { limit: 100 });
      const ours: unknown = checked.ok ? JSON.parse(JSON.stringify(queryBody(checked.value))) : checked.problem;
      expect(sorted(ours)).toEqual(sorted({ limit: 100, ...recorded }));
    });

  it.each(cassettes.flatMap(({ path, interactions }) => interactions.filter((one) => !isSearch(one)).map((one) => [path, one] as const)))('%s: what is no search is refused in one way', async (_path, interaction) => {
    const { pathname } = new URL(interaction.request.uri);
    await using server = await serve(() => ({ status: interaction.response.status.code, body: textOf(interaction) }));
    const client = new CatalogClient(testPorts());
    const error: unknown = await client.search({ ...environmentAt(server.origin), searchPath: pathname }, { limit: 1 }, { signal: WANTED() }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: interaction.response.status.code === 200 ? { kind: 'malformed', reason: 'wrongShape' } : { kind: 'status', status: interaction.response.status.code } });
  });
});
