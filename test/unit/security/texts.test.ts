/** What a service writes, and what it can do with that (security, S11 to S13, S17, S18, S22 to S25). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assetUrl } from '../../../src/core/assets/address.js';
import { readAssets } from '../../../src/core/assets/asset.js';
import { safeFileName } from '../../../src/core/assets/fileName.js';
import { readMultihash } from '../../../src/core/assets/multihash.js';
import { intervalOf } from '../../../src/core/datetime.js';
import { display } from '../../../src/core/display.js';
import { checkAddress } from '../../../src/core/environment.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { formatUtc } from '../../../src/core/items/itemTime.js';
import { PageContent, readItem, type FeatureShape } from '../../../src/core/items/item.js';
import { itemLinks } from '../../../src/core/catalog/itemLinks.js';
import { isOwnAddress, ownHref } from '../../../src/core/catalog/itemRequest.js';
import { itemPath, parseItemPath } from '../../../src/core/items/itemUri.js';
import { formatJson } from '../../../src/core/jsonLayout.js';
import { readNextLink } from '../../../src/core/catalog/nextLink.js';
import { httpDate, retryAfter } from '../../../src/core/retryAfter.js';
import { mayNameSchema } from '../../../src/core/items/schemaBeacon.js';
import { parseIsoTime } from '../../../src/core/auth/sessionRules.js';
import { readClaims } from '../../../src/core/auth/token.js';
import { holdsToken } from '../../../src/core/catalog/tokenEcho.js';
import { readRefusal } from '../../../src/core/wire/refusal.js';
import { readSearchAnswer } from '../../../src/core/wire/search.js';
import { readTokenError } from '../../../src/core/wire/token.js';
import { parseJson } from '../../../src/core/parseJson.js';
import { withoutLinks } from '../../../src/platform/plainWords.js';
import { redact, visible } from '../../../src/platform/redact.js';
import { root } from '../../support/setup.mjs';
import { environmentAt } from '../catalog/support.js';
import { expectNothingLost, openFaultWindow } from '../faults/faultWindow.js';

const sources = globSync('{src,media}/**/*.ts', { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Items that came otherwise than in a page. */
const NO_PAGE = new PageContent();

/** As the editor reads a message (vs/base/common/linkedText.ts). */
const EDITOR_LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (["']).+?\1)?\)/u;

it('S11: no words of a message, a progress or a question become a link', () => {
  for (const text of ['[Open](command:test.canary)', '\\[Open\\](command:test.canary)', '[a](https://evil.example "x")', '[[a](command:x)](command:y)', '[a](file:///x)', '[a](command:x \'y\')']) {
    expect(EDITOR_LINK.test(text) || text.startsWith('\\')).toBe(true);
    expect(withoutLinks(text)).not.toMatch(EDITOR_LINK);
  }
  // Whoever shows words goes through it: lint forbids the calls elsewhere.
  for (const file of ['notify', 'progress', 'inputs']) expect(readFileSync(join(root, 'src', 'platform', `${file}.ts`), 'utf8')).toContain('withoutLinks(');
});

describe('S12 S13: Markdown runs nothing, loads nothing', () => {
  it('is never trusted, holds no HTML, and takes only words of ours as Markdown', () => {
    for (const { file, text } of sources) {
      expect(text, file).not.toMatch(/isTrusted|supportHtml|supportThemeIcons|enabledCommands/u);
      for (const [, argument = ''] of text.matchAll(/(?:appendMarkdown|new (?:vscode\.)?MarkdownString)\(([^)]*)/gu)) expect(argument, file).toMatch(file.endsWith('plainMarkdown.ts') ? /^(?:'[^'$]*'?|plainMarkdown\(text|value: string)$/u : /^(?:'[^'$]*'?)?$/u);
      // Its backslashes do not stop what is a link by its looks.
      expect(text, file).not.toMatch(/\.appendText\(/u);
      expect(text, file).not.toMatch(/\.(?:innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write|appendCodeblock/u);
    }
    expect(sources.some(({ text }) => text.includes('appendPlain('))).toBe(true);
  });
});

describe('S14: a webview gets words as words', () => {
  it('under a policy that allows nothing but its own script', () => {
    const page = readFileSync(join(root, 'src', 'features', 'footprint', 'footprintPage.ts'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/unsafe-|connect-src|form-action|frame-src|-src[^`]* \*/u);
    const panel = sources.filter(({ text }) => text.includes('createWebviewPanel') || text.includes('enableScripts')).map(({ text }) => text).join('\n');
    expect(panel).not.toMatch(/(?:enableCommandUris|enableForms): true|portMapping/u);
    expect(panel).toContain('localResourceRoots: [viewRoot(');
  });
});

it('S17 S18: neither log nor words hold a secret, whatever the service echoes', async () => {
  for (const fault of ['H24', 'H15', 'H59', 'T18', 'T35', 'P25', 'H56']) {
    await using window = await openFaultWindow();
    window.server.fault(fault);
    window.advance(fault.startsWith('T') ? 86_401_000 : 0);
    const outcome = await window.search();
    await expectNothingLost(window, outcome.set, { ...outcome, failure: undefined });
    await window.loadMore().catch(() => undefined);
    expect(window.lines.length).toBeGreaterThan(0);
  }
});

it('S22: names that objects have anyway are names', () => {
  const text = '{"id":"__proto__","collection":"constructor","links":[],"assets":{"__proto__":{"href":"https://a.example/x"},"toString":{"href":"https://a.example/y"}},"properties":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}';
  expect(readItem(JSON.parse(text) as FeatureShape, NO_PAGE, 0).id).toBe('__proto__');
  expect(readAssets(text).map(({ key }) => key)).toEqual(['__proto__', 'toString']);
  expect(parseItemPath(itemPath({ environment: '__proto__', collection: 'constructor', id: 'toString' }))).toEqual({ environment: '__proto__', collection: 'constructor', id: 'toString' });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  for (const { file, text: source } of sources) expect(source, file).not.toMatch(/\bmerge\(.*deep|structuredMerge|__proto__\s*[:=]|Object\.assign\((?!\{|new )/u);
});

describe('S23: a value of a megabyte is looked at in less than 50 ms', () => {
  const MEGABYTE = 1 << 20;
  /** Milliseconds. 50 on a machine that does nothing else, a tenth of a second more on one that does; what grows with the square takes minutes. */
  const BOUND = 150;
  const PIECES = ['a', ' ', '\t', '\n', '0', '-', '+', '.', ':', '/', '\\', '%', '%41', '@', '"', '\\"', '\\u0024', '{', '[', '(', '[a](', 'T', 'Z', '2026-06-10T08:15:30', 'Bearer ', 'eyJ', 'eyJ.', 'https://', 'a@', '://', '\u0301', '\u202e', '\ud800', '日', '🛰', ',', ';', '=', '$(', 'é'];
  const environment = environmentAt('https://api.example.com');
  const request = { method: 'GET', url: 'https://api.example.com/stac/search' } as const;
  const looks: Readonly<Record<string, (text: string) => unknown>> = {
    display, redact, withoutLinks, mayNameSchema, checkAddress, formatUtc, intervalOf, parseIsoTime, httpDate, parseJson, readMultihash, readClaims, ownHref,
    // The log cuts what a service wrote before it looks at it.
    visible: (text) => visible(text.slice(0, 2_000)),
    retryAfter: (text) => retryAfter(text, 0), holdsToken: (text) => holdsToken(text, 'canary-token-1'), isOwnAddress: (text) => isOwnAddress(text, environment),
    assetUrl: (text) => { try { return assetUrl(text, environment); } catch { return undefined; } },
    itemPath: (text) => itemPath({ environment: 'a', collection: 'b', id: text.isWellFormed() ? text : 'x' }), parseItemPath: (text) => parseItemPath(text),
    nextLink: (text) => readNextLink([{ rel: 'next', href: text }, { rel: text, href: text, type: text, method: text }], environment, request, {}),
    feature: (text) => readItem({ id: text, links: [{ rel: text, href: text }], assets: {}, properties: { datetime: text, platform: text, 'a:status': text }, geometry: { type: text }, collection: text } as FeatureShape, NO_PAGE, 0),
    answer: (text) => readSearchAnswer({ type: 'FeatureCollection', features: [], links: [], context: { limit: text, returned: text, matched: text } }),
    refusal: (text) => readRefusal(text, new Set(), []), tokenError: (text) => readTokenError({ error: text, error_description: text }),
    geometry: (text) => readGeometry({ type: 'Polygon', coordinates: [[text]] }),
    itemLinks: (text) => itemLinks(JSON.stringify({ links: [{ rel: 'a', href: text }], assets: {} }), environment),
  };

  it.each(Object.entries(looks))('%s', (name, look) => {
    const slow: string[] = [];
    for (const piece of PIECES) {
      for (const text of [piece.repeat(MEGABYTE / piece.length), `x${piece.repeat(MEGABYTE / piece.length)}!`]) {
        // Processor time, since others use the machine, too; only what is slow each time is slow.
        let best = Infinity;
        for (let tries = 0; tries < 4 && best > BOUND; tries += 1) {
          const started = process.cpuUsage();
          look(text);
          const { user, system } = process.cpuUsage(started);
          best = Math.min(best, (user + system) / 1_000);
        }
        if (best > BOUND) slow.push(`${name} of ${JSON.stringify(piece)}: ${Math.round(best)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });

  it('names of files are cut before they are looked at', async () => {
    for (const piece of PIECES) expect((await safeFileName(piece.repeat(MEGABYTE / piece.length), 'asset')).length).toBeLessThanOrEqual(200);
  });
});

describe('S24 S25: bombs and deep nesting', () => {
  it.each([['N13', 'tooLarge'], ['N12', 'network badEncoding'], ['Q54', 'rows']])('%s is %s, and costs little memory', async (fault, kind) => {
    await using window = await openFaultWindow();
    const before = process.memoryUsage().rss;
    window.server.fault(fault);
    expect((await window.search()).kind).toBe(kind);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
  });

  it('what is nested 64 deep is rebuilt, and not one more', () => {
    const nested = (depth: number): string => `${'['.repeat(depth - 1)}{"a":1}${']'.repeat(depth - 1)}`;
    expect(formatJson(nested(64)).replaceAll(/\s/gu, '')).toBe(nested(64));
    expect(formatJson(nested(64))).toContain('[\n');
    expect(formatJson(nested(65))).toBe(nested(65));
  });

  it('what is nested 100,000 deep is shown as it is', () => {
    const deep = `{"id":"a","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(formatJson(deep)).toContain('['.repeat(1_000));
    expect(itemLinks(deep, undefined)).toEqual([]);
    expect(readGeometry({ type: 'Polygon', coordinates: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown }).kind).toBe('unusable');
  });
});
