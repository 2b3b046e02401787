/** What is read of the settings where the editor hands over what a folder wrote (security, S1 and S2): package.json keeps that out too. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readEnvironmentName, readEnvironments, readNetworkMode, readPageSize, readProxySettings, readTileLayers, SETTING_NAMES, type SettingName,
} from '../../../src/platform/settings.js';

/** Who writes settings, from the weakest to the strongest. */
const WRITERS = ['defaultValue', 'globalValue', 'workspaceValue', 'workspaceFolderValue', 'workspaceLanguageValue', 'workspaceFolderLanguageValue'] as const;
type Written = Readonly<Partial<Record<(typeof WRITERS)[number], unknown>>>;

/** All settings of an editor that filters none of them, by their full names. */
const settings = vi.hoisted(() => new Map<string, Written>());
vi.mock('vscode', () => ({
  workspace: {
    getConfiguration: (section: string) => {
      const inspect = (name: string): Written | undefined => settings.get(`${section}.${name}`);
      const get = (name: string): unknown => WRITERS.map((writer) => inspect(name)?.[writer]).findLast((value) => value !== undefined);
      return { inspect, get, has: (name: string) => get(name) !== undefined };
    },
  },
}));
beforeEach(() => settings.clear());

/** A folder and its workspace say one thing, the user another or nothing. */
function write(name: string, evil: unknown, user?: unknown): void {
  const folder = Object.fromEntries(WRITERS.slice(2).map((writer) => [writer, evil]));
  settings.set(name, { ...folder, ...(user === undefined ? {} : { globalValue: user }) });
}

interface Setting {
  read(): unknown;
  readonly evil: unknown;
  readonly user: unknown;
  /** What is read where only the folder wrote. */
  readonly unset: unknown;
}

const tiles = (host: string): object => ({ name: host, url: `https://${host}/{z}/{x}/{y}.png`, attribution: '', host });
const OURS: Readonly<Record<Exclude<SettingName, 'environment'>, Setting>> = {
  environments: { read: readEnvironments, evil: [{ name: 'Evil' }], user: [{ name: 'Production' }], unset: undefined },
  pageSize: { read: readPageSize, evil: 7, user: 5, unset: 100 },
  network: { read: readNetworkMode, evil: 'editor', user: 'undici', unset: 'auto' },
  'map.tileLayers': { read: readTileLayers, evil: [tiles('evil.example')], user: [tiles('own.example')], unset: [] },
};
const EDITORS: Readonly<Record<string, Setting>> = {
  proxy: { read: () => readProxySettings().proxy, evil: 'http://evil.example', user: 'http://own.example', unset: undefined },
  noProxy: { read: () => readProxySettings().noProxy, evil: ['evil.example'], user: ['own.example'], unset: [] },
  proxyStrictSSL: { read: () => readProxySettings().strictSSL, evil: false, user: true, unset: true },
  proxySupport: { read: () => readProxySettings().proxySupport, evil: 'off', user: 'on', unset: 'on' },
  proxyAuthorization: { read: () => readProxySettings().authorization, evil: 'evil', user: 'own', unset: undefined },
};

describe('S1 S2: what a folder says of a setting that is the user\'s is not read', () => {
  const all = [
    ...Object.entries(OURS).map(([name, setting]) => [`catalogSearch.${name}`, setting] as const),
    ...Object.entries(EDITORS).map(([name, setting]) => [`http.${name}`, setting] as const),
  ];

  it.each(all)('%s', (name, { read, evil, user, unset }) => {
    write(name, evil, user);
    expect(read()).toEqual(user);
    write(name, evil);
    expect(read()).toEqual(unset);
  });

  it('and the environment\'s name is the only one that it may choose', () => {
    expect(SETTING_NAMES.filter((name) => !Object.hasOwn(OURS, name))).toEqual(['environment']);
    write('catalogSearch.environment', 'Sandbox', 'Production');
    expect(readEnvironmentName()).toBe('Sandbox');
  });
});
