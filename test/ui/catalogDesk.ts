import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCatalogServer, type CatalogServer, type CatalogServerOptions } from '../support/catalogServer.js';
import type { Desk, DeskOptions } from '../support/desk.js';
import type { Person } from '../support/person.js';
import { TEST_CREDENTIALS } from '../support/testCredentials.js';
import { openTestDesk } from './testDesk.js';

/** A desk whose user has a catalog server's two environments in the settings. */
export interface CatalogDesk {
  readonly server: CatalogServer;
  readonly desk: Desk;
  /** The folder's own settings, as they are on disk now. */
  workspaceSettings(): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Stops all of it, after a last sweep.
   * @throws Error when a secret is where it must not be
   */
  close(): Promise<void>;
}

export interface CatalogDeskOptions {
  readonly server?: CatalogServerOptions;
  readonly desk?: Pick<DeskOptions, 'theme' | 'settings'>;
  /** The environment that the folder picks by name. */
  readonly environment?: 'Production' | 'Sandbox';
}

/** The user's settings for a catalog server: its production and its sandbox, and nothing that is the default. */
export function userSettings(server: CatalogServer): Readonly<Record<string, unknown>> {
  return {
    'catalogSearch.environments': [server.production, server.sandbox].map(({ name, kind, baseUrl, authUrl }) => ({ name, kind, baseUrl, authUrl })),
  };
}

/** Starts a catalog server and a VS Code that knows it through the user's settings only; the folder picks an environment by name. */
export async function openCatalogDesk({ server: serverOptions, desk: deskOptions, environment = 'Production' }: CatalogDeskOptions = {}): Promise<CatalogDesk> {
  const server = await startCatalogServer({ credentials: TEST_CREDENTIALS, ...serverOptions });
  try {
    const desk = await openTestDesk({ ...deskOptions, settings: { ...userSettings(server), ...deskOptions?.settings } });
    const file = join(desk.folder, '.vscode', 'settings.json');
    await mkdir(join(desk.folder, '.vscode'), { recursive: true });
    await writeFile(file, JSON.stringify({ 'catalogSearch.environment': environment }));
    return {
      server, desk,
      workspaceSettings: async () => JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>,
      close: async () => {
        await desk.close().finally(async () => await server.close());
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Signs in with client credentials as far as the step that says what the person has now; it is still open. */
export async function signIn(person: Person, { credentials }: CatalogServer): Promise<void> {
  await person.runCommand('Catalog: Sign In with Client Credentials...');
  await person.waitForStep(/^Sign In/);
  await person.type(credentials.clientId);
  await person.quickInput.press('Enter');
  await person.waitForMaskedField();
  await person.type(credentials.clientSecret);
  await person.quickInput.press('Enter');
  await person.waitForStep(/^Signed In/);
}

/** Two Enters from the palette to results: runs the search that the builder proposes. */
export async function searchAsProposed(person: Person): Promise<void> {
  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').and(person.page.locator('.focused')).waitFor();
  await person.quickInput.press('Enter');
  await person.quickInput.waitFor({ state: 'hidden' });
}
