import { execFileSync, spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, type TestContext } from 'vitest';
import { DEMO_ENVIRONMENT } from '../../../src/core/environment.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { queryParameters } from '../../../src/core/query/queryParameters.js';
import { javascriptString, pythonString, sqlString } from '../../../src/core/snippets/quote.js';
import { SNIPPET_LANGUAGES, searchSnippet, type SnippetLanguage } from '../../../src/core/snippets/snippet.js';
import { hostileQuery, hostileText } from './hostile.js';

const NOW = Date.UTC(2026, 5, 20);
const environment = { ...DEMO_ENVIRONMENT, baseUrl: 'https://api.example.com/it\'s', searchPath: '/stac/search' };
const snippet = (language: SnippetLanguage, query: SearchQuery): string => searchSnippet(language, environment, query, NOW);
const sent = (query: SearchQuery): string => queryParameters(query).toString();
/** What an address says: lone surrogates cannot be said there. */
const shown = (text: string): string => text.toWellFormed();

/** Runs a program over a text; the test is left out where there is no such program. */
function run(context: TestContext, program: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error !== undefined) {
    context.skip(`skipped: no ${program}`);
  }
  if (status !== 0) {
    throw new Error(`${program} ends with ${String(status)}: ${stderr.slice(0, 2000)}`);
  }
  return stdout;
}

/** The same values in each run: they go to a program together. Another seed than the last run's shows with CATALOG_SEARCH_SEED. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] => fc.sample(arbitrary, { numRuns: count, seed: Number(process.env['CATALOG_SEARCH_SEED'] ?? 20_260_602) });

describe('hostile text as code', () => {
  it('stays data in a shell', (context) => {
    const queries = sample(hostileQuery, 100);
    // A curl that tells what it is given; one snippet after another in the same shell.
    const fake = 'set -f\ncurl() { printf \'%s\\0\' "$@" END; cat; printf \'\\0\'; }\nCATALOG_SEARCH_TOKEN=canary\n';
    const source = fake + queries.map((query) => snippet('curl', query)).join('\n');
    run(context, 'bash', ['-n'], source);
    const told = run(context, 'bash', [], source).split('\0');
    for (const query of queries) {
      const end = told.indexOf('END');
      const args = told.splice(0, end + 2);
      expect(args.at(-1)).toBe('Authorization: Bearer canary\n');
      expect(args.slice(0, 5)).toEqual(['--silent', '--show-error', '--fail-with-body', '--get', 'https://api.example.com/it\'s/stac/search']);
      const asked = new URLSearchParams();
      args.forEach((arg, index) => {
        const value = args[index + 1] ?? '';
        if (arg === '--data-urlencode') {
          asked.set(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1));
        } else if (arg === '--data') {
          new URLSearchParams(value).forEach((one, name) => asked.set(name, one));
        }
      });
      expect(asked.toString()).toBe(sent(query));
    }
    expect(told).toEqual(['']);
  });

  it('stays data in Python', (context) => {
    const texts = sample(hostileText, 300);
    const queries = sample(hostileQuery, 100);
    const program = [
      'import ast, json, os, sys, types',
      'given = json.load(sys.stdin)',
      'literals = [ast.literal_eval(text) for text in given["literals"]]',
      'calls = []',
      'class Search:',
      '    def __init__(self, url, **options): calls.append({"url": url, **{k: v for k, v in options.items() if k != "stac_io"}, **options["stac_io"]})',
      '    def items_as_dicts(self): return []',
      'for name, value in [("item_search", {"ItemSearch": Search}), ("stac_api_io", {"StacApiIO": lambda headers, request_modifier: {"token": headers["Authorization"]}})]:',
      '    module = types.ModuleType("pystac_client." + name); module.__dict__.update(value); sys.modules["pystac_client." + name] = module',
      'sys.modules["pystac_client"] = types.ModuleType("pystac_client")',
      'os.environ["CATALOG_SEARCH_TOKEN"] = "canary"',
      'for source in given["sources"]: exec(compile(source, "snippet", "exec"), {})',
      'json.dump({"literals": literals, "calls": calls}, sys.stdout)',
    ].join('\n');
    const told = JSON.parse(run(context, 'python3', ['-c', program], JSON.stringify({
      literals: texts.map(pythonString), sources: queries.map((query) => snippet('python', query)),
    }))) as { readonly literals: readonly string[]; readonly calls: readonly Readonly<Record<string, unknown>>[] };
    expect(told.literals).toEqual(texts.map(shown));
    queries.forEach(({ limit, datetime, bbox, collections, ids, filter, sortby, parameters }, index) => {
      const url = new URL('https://api.example.com/it\'s/stac/search');
      Object.entries(parameters ?? {}).forEach(([name, value]) => url.searchParams.set(name, value));
      const wellFormed: unknown = JSON.parse(JSON.stringify({
        url: url.href, method: 'GET', token: 'Bearer canary', limit, datetime, bbox, collections: collections?.map(shown), ids: ids?.map(shown),
        filter: filter === undefined ? undefined : shown(filter), filter_lang: filter === undefined ? undefined : 'cql2-text',
        sortby: sortby?.map(({ field, direction }) => shown(`${direction === 'desc' ? '-' : ''}${field}`)).join(','),
      }));
      expect(told.calls[index]).toEqual(wellFormed);
    });
  });

  it('stays data in JavaScript', async () => {
    await fc.assert(fc.asyncProperty(hostileText, hostileQuery, async (text, query) => {
      expect(runInNewContext(javascriptString(text))).toBe(shown(text));
      const asked: string[] = [];
      const printed = await new Promise<string>((resolve) => {
        const fetch = (url: string): Promise<unknown> => {
          asked.push(url);
          return Promise.resolve({ ok: true, json: () => ({ features: [] }) });
        };
        runInNewContext(snippet('javascript', query), { fetch, URL, URLSearchParams, process: { env: { CATALOG_SEARCH_TOKEN: 'canary' } }, console: { log: resolve, error: resolve } });
      });
      expect(JSON.parse(printed)).toEqual({ type: 'FeatureCollection', features: [] });
      expect(asked).toEqual([`https://api.example.com/it's/stac/search?${sent(query)}`]);
    }), { numRuns: 60 });
  });

  it('stays data in SQL', () => {
    /** A text literal or a quoted name, whichever begins first. */
    const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/gu;
    fc.assert(fc.property(hostileText, hostileQuery, (text, query) => {
      const parts = sqlString(text).replaceAll(/' \|\| chr\((\d+)\) \|\| '/g, (_, code: string) => String.fromCodePoint(Number(code)));
      expect(parts.slice(1, -1).replaceAll('\'\'', '\'')).toBe(shown(text));
      const [, ...lines] = snippet('duckdb', query).trimEnd().split('\n');
      const bare = lines.join('\n').replaceAll(quoted, (one) => (one.startsWith('"') ? 'N' : 'T'));
      expect(bare).toMatch(/^(?:INSTALL spatial;\nLOAD spatial;\n)?SELECT N, N, N, N\nFROM \(\n {2}SELECT NULL[\w:, ]* AS N[\w:, ]* WHERE false\n {2}UNION ALL BY NAME SELECT \* FROM read_parquet\(T, union_by_name = true\)\n\)[\w\s(),.|<>=:+*-]*;$/);
      expect(bare).not.toContain('--');
    }), { numRuns: 150 });
  });

  it('leaves no character that a terminal or an eye would take for something else', () => {
    fc.assert(fc.property(hostileQuery, fc.constantFrom(...SNIPPET_LANGUAGES), (query, language) => {
      expect(snippet(language, query).replaceAll('\n', '')).toMatch(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u);
      expect(snippet(language, query)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    }), { numRuns: 150 });
  });
});

describe('a search as code', () => {
  const query: SearchQuery = { limit: 5, lastDays: 7, bbox: [170, -10, -170, 10], platforms: ['Sat-1'], sortby: [{ field: 'properties.datetime', direction: 'desc' }] };

  it('asks for the days as they are now', () => {
    for (const language of SNIPPET_LANGUAGES) {
      expect(snippet(language, query)).toContain('2026-06-13T00:00:00Z');
    }
  });

  it('takes the token from the environment variable, and only from there', () => {
    for (const language of SNIPPET_LANGUAGES.filter((one) => one !== 'duckdb')) {
      expect(snippet(language, query)).toContain('CATALOG_SEARCH_TOKEN');
    }
  });

  it('in SQL knows boxes over the antimeridian, and the order', () => {
    const boxes = [[170, 180], [-180, -170]].map(([west = 0, east = 0]) =>
      `("bbox"."ymin" <= 10 AND "bbox"."ymax" >= -10 AND ("bbox"."xmin" <= ${east})::INT + ("bbox"."xmax" >= ${west})::INT + ("bbox"."xmin" > "bbox"."xmax")::INT >= 2)`);
    expect(snippet('duckdb', query)).toContain([
      'WHERE (coalesce("datetime", "end_datetime", \'infinity\') >= TIMESTAMPTZ \'2026-06-13T00:00:00Z\')',
      '  AND (coalesce("datetime", "start_datetime", \'-infinity\') <= TIMESTAMPTZ \'2026-06-20T00:00:00Z\')',
      '  AND (lower(trim("platform")) IN (\'sat-1\'))',
      '  AND (CASE WHEN "geometry" IS NULL OR "bbox"."xmin" > "bbox"."xmax"',
      `    THEN coalesce(${boxes.join(' OR ')}, true)`,
      '    ELSE ST_Intersects("geometry", ST_MakeEnvelope(170, -10, 180, 10)) OR ST_Intersects("geometry", ST_MakeEnvelope(-180, -10, -170, 10)) END)',
      'ORDER BY "datetime" DESC;',
    ].join('\n'));
  });

  it('is refused by curl and by JavaScript without a token', (context) => {
    const code = `${snippet('curl', query)}\n`;
    expect(() => run(context, 'bash', [], code)).toThrow(/CATALOG_SEARCH_TOKEN: set it to an access token first/);
    expect(() => execFileSync(process.execPath, ['-e', snippet('javascript', query)], { stdio: 'pipe', env: {} })).toThrow(/Set CATALOG_SEARCH_TOKEN to an access token first/);
  });
});
