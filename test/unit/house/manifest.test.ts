import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, commandId } from '../../../src/platform/commandNames.js';
import { root } from '../../support/setup.mjs';

interface Contribution { readonly command: string; readonly title: string; readonly category: string; readonly icon?: string; readonly enablement?: string }
interface Manifest {
  readonly contributes: {
    readonly commands: readonly Contribution[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string; readonly default: unknown; readonly description?: string; readonly markdownDescription?: string }>> };
  };
}

const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
const manifest = JSON.parse(text) as Manifest & Readonly<Record<string, unknown>>;
const sources = (name: string): string => readFileSync(new URL(`../../../src/platform/${name}`, import.meta.url), 'utf8');

describe('package.json', () => {
  it('has the identity of the public contract', () => {
    expect(manifest).toMatchObject({
      name: 'catalog-search', publisher: 'catalog-search', displayName: 'Catalog Search: Satellite Items',
      engines: { vscode: '^1.110.0' }, extensionKind: ['ui', 'workspace'],
    });
  });

  it('and the table of commands name the same commands', () => {
    expect(manifest.contributes.commands.map(({ command }) => command).sort()).toEqual(COMMAND_NAMES.map(commandId).sort());
  });

  it('gives each command the title of the contract, the category and an icon', () => {
    expect(Object.fromEntries(manifest.contributes.commands.map(({ command, title }) => [command.replace('catalogSearch.', ''), title]))).toEqual({
      signIn: 'Sign In with Client Credentials...', pasteToken: 'Paste Temporary Token...', signOut: 'Sign Out', renewToken: 'Renew Token Now',
      switchEnvironment: 'Switch Environment...', addEnvironment: 'Add Environment...', tryDemo: 'Try the Demo Catalog', search: 'Search Items...',
      searchAgain: 'Run Last Search Again', loadMore: 'Load More Items', findItem: 'Find in Results...', openItem: 'Open Item',
      showFootprint: 'Show Footprint', showResultsOnMap: 'Show Results on Map', showSession: 'Show Session...', showLog: 'Show Log',
      saveSearch: 'Save Search...', openSavedSearch: 'Open Saved Search...', runSavedSearch: 'Run Saved Search', editSavedSearch: 'Edit Saved Search in Builder...', clearRecentSearches: 'Clear Recent Searches', copySearchAs: 'Copy Search as...',
      refreshItem: 'Refresh Item', compareItem: 'Compare Item with...', copyItemId: 'Copy Id', copyItemLink: 'Copy Link', copyItemGeometry: 'Copy Geometry...', revealItem: 'Reveal in Results',
      exportItems: 'Export Items...', openAsset: 'Open Asset...', downloadAsset: 'Download...', copyAssetLink: 'Copy Address', manageDownloadHosts: 'Manage Download Hosts...',
      openLinkedDocument: 'Open Linked Document', validateItem: 'Validate Item',
      loadAll: 'Load All Items', groupResults: 'Group Results By...', sortResults: 'Sort Results By...', showAllTimes: 'Show All Times', showHistory: 'Previous Result Sets...',
      watchSearch: 'Watch Search...', checkWatch: 'Check Watched Search Now', markAllSeen: 'Mark All as Seen', stopWatching: 'Stop Watching Search',
    });
    for (const { category, icon } of manifest.contributes.commands) {
      expect(category).toBe('Catalog');
      expect(icon).toMatch(/^\$\([a-z-]+\)$/);
    }
  });

  it('names only commands that exist in menus, keys and welcome views', () => {
    const known = new Set(COMMAND_NAMES.map(commandId));
    const used = [
      ...Object.values(manifest.contributes.menus).flat().map(({ command }) => command),
      ...manifest.contributes.keybindings.map(({ command }) => command),
      ...manifest.contributes.viewsWelcome.flatMap(({ contents }) => [...contents.matchAll(/\(command:([^)]+)\)/g)].map((match) => match[1] ?? '')),
    ];
    expect(used.filter((command) => !known.has(command))).toEqual([]);
  });

  it('reads only context keys that are set, with values they can have', () => {
    const table = sources('contributions.ts');
    const block = table.slice(table.indexOf('export interface ContextKeys'), table.indexOf('export const VIEW_CONTAINER'));
    const keys = new Set([...block.matchAll(/readonly (\w+):/g)].map((match) => match[1]));
    const clauses = [
      ...manifest.contributes.commands.map(({ enablement }) => enablement),
      ...Object.values(manifest.contributes.menus).flat().map(({ when }) => when),
      ...manifest.contributes.keybindings.map(({ when }) => when),
      ...manifest.contributes.viewsWelcome.map(({ when }) => when),
    ].join(' && ');
    const read = [...clauses.matchAll(/(?<!== )catalogSearch\.(\w+)/g)].map((match) => match[1]);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((key) => !keys.has(key))).toEqual([]);
    const views = [...clauses.matchAll(/catalogSearch\.view == (\w+)/g)].map((match) => match[1] ?? '');
    expect(views.filter((view) => !table.includes(`'${view}'`))).toEqual([]);
  });

  it('S1: and the settings that are read are the same', () => {
    const names = [...(/SETTING_NAMES = \[([^\]]+)\]/.exec(sources('settings.ts'))?.[1] ?? '').matchAll(/'([\w.]+)'/g)].map((match) => `catalogSearch.${match[1]}`);
    const { properties } = manifest.contributes.configuration;
    expect(Object.keys(properties).sort()).toEqual(names.sort());
    for (const [name, property] of Object.entries(properties)) {
      expect(property.description ?? property.markdownDescription).toMatch(/\.$/);
      // A folder may choose an environment by name, and nothing else.
      expect(property.scope).toBe(name === 'catalogSearch.environment' ? 'window' : 'application');
    }
    expect(properties['catalogSearch.pageSize']?.default).toBe(100);
  });

  it('S21: opens no door for other programs', () => {
    expect(text).not.toContain('onUri');
    // An extension that runs already needs no event for it.
    const all = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
    expect(all.filter((source) => source.includes('vscode.')).length).toBeGreaterThan(10);
    expect(all.filter((source) => /UriHandler|asExternalUri|createServer|\.listen\(/u.test(source))).toEqual([]);
  });

  it('pins every package', () => {
    const { devDependencies, dependencies } = manifest as { readonly devDependencies?: Readonly<Record<string, string>>; readonly dependencies?: unknown };
    expect(dependencies).toBeUndefined();
    for (const version of Object.values(devDependencies ?? {})) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    }
  });
});
