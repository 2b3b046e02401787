/**
 * Reads and writes our settings. Everything but the environment's name is read from the user's own settings only, never from what a
 * folder brings along (security: a workspace can never say where a secret is sent).
 */
import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import { CatalogError } from '../core/failure.js';
import { readTileLayerList, type TileLayer } from '../core/tileLayers.js';

const SECTION = 'catalogSearch';

export type NetworkMode = 'auto' | 'undici' | 'editor';

export const SETTING_NAMES = ['environments', 'environment', 'pageSize', 'network', 'map.tileLayers'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** The setting as the user wrote it; unchecked. */
export function readEnvironments(): unknown {
  return userValue('environments');
}

/** The name that this window's workspace uses; undefined where none is set. */
export function readEnvironmentName(): string | undefined {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).get('environment');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Whether the workspace itself names an environment: its folder where there is one, its file where there are several. */
export function isNamedByWorkspace(): boolean {
  const value = vscode.workspace.getConfiguration(SECTION).inspect('environment')?.workspaceValue;
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether there are settings that are this workspace's own: a folder or a workspace file is open. */
export function hasWorkspace(): boolean {
  return vscode.workspace.workspaceFolders !== undefined || vscode.workspace.workspaceFile !== undefined;
}

/** Items per page, 1 to 10,000. */
export function readPageSize(): number {
  const value = userValue('pageSize');
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000 ? value : 100;
}

export function readNetworkMode(): NetworkMode {
  const value = userValue('network');
  return value === 'undici' || value === 'editor' ? value : 'auto';
}

/** The layers of map tiles that the user named; a folder cannot make the map ask a host. */
export function readTileLayers(): readonly TileLayer[] {
  return readTileLayerList(userValue('map.tileLayers'));
}

/** The editor's own proxy settings, which the built-in network stack follows. */
export interface EditorProxySettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[];
  readonly strictSSL: boolean;
  readonly authorization: string | undefined;
  /** `off`: no proxy at all, whatever else is set. The editor's other values differ only in ways that do not matter here. */
  readonly proxySupport: 'off' | 'on';
}

export function readProxySettings(): EditorProxySettings {
  // The user's values only: a folder must not be able to route requests that carry secrets through a proxy of its own.
  const http = vscode.workspace.getConfiguration('http');
  const user = (key: string): unknown => {
    const found = http.inspect(key);
    return found?.globalValue ?? found?.defaultValue;
  };
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const noProxy = user('noProxy');
  return {
    proxy: text(user('proxy')),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry): entry is string => typeof entry === 'string') : [],
    strictSSL: user('proxyStrictSSL') !== false,
    authorization: text(user('proxyAuthorization')),
    proxySupport: user('proxySupport') === 'off' ? 'off' : 'on',
  };
}

/**
 * Adds an environment to the user's settings, after the ones there.
 * @throws CatalogError `settingsFile`
 */
export async function appendEnvironment(entry: Readonly<Record<string, string>>): Promise<void> {
  const present = readEnvironments();
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  await write('environments', [...list, entry], 'user');
}

/**
 * Writes the environment's name to the workspace.
 * @throws CatalogError `settingsFile`
 */
export async function writeEnvironmentName(name: string): Promise<void> {
  await write('environment', name, 'workspace');
}

async function write(name: SettingName, value: unknown, file: 'user' | 'workspace'): Promise<void> {
  const target = file === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  try {
    await vscode.workspace.getConfiguration(SECTION).update(name, value, target);
  } catch (error) {
    // The editor tells a mistake in the file, unsaved changes and a file that is read-only by its words alone.
    throw new CatalogError({ kind: 'settingsFile', file }, { cause: error });
  }
}

/** Calls the listener with a test for "did this setting change". `http` stands for the editor's proxy settings. */
export function onDidChangeSettings(listener: (changed: (name: SettingName | 'http') => boolean) => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) =>
    listener((name) => event.affectsConfiguration(name === 'http' ? 'http' : `${SECTION}.${name}`)));
}

function userValue(name: SettingName): unknown {
  return vscode.workspace.getConfiguration(SECTION).inspect(name)?.globalValue;
}
