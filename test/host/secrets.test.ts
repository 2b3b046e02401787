import * as assert from 'node:assert/strict';
import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { COMMAND_NAMES, commandId } from '../../src/platform/commandNames.js';
import { TEST_CREDENTIALS } from '../support/testCredentials.js';
import { signIn, startOwnCatalog, type OwnCatalog } from './ownCatalog.js';

/** Those that end what the others are about. */
const LAST: readonly string[] = ['catalogSearch.tryDemo', 'catalogSearch.signOut'];
/** Tokens of the catalog are JSON Web Tokens: each begins with an encoded `{"`. */
const SECRET = new RegExp(`eyJ[\\w-]{8,}\\.|${TEST_CREDENTIALS.clientSecret}`, 'u');

/** What a command gives or fails with, all of it, as text. A question that a person would answer is closed. */
async function outcome(command: string, ...args: readonly unknown[]): Promise<string> {
  const state = { running: true };
  const ended = Promise.resolve(vscode.commands.executeCommand(command, ...args)).catch((error: unknown) => error).finally(() => {
    state.running = false;
  });
  while (state.running) await Promise.race([ended, vscode.commands.executeCommand('workbench.action.closeQuickOpen')]);
  return inspect(await ended, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, showHidden: true, getters: true });
}

describe('who is signed in', () => {
  let catalog: OwnCatalog;
  before(async () => {
    catalog = await startOwnCatalog();
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('catalogSearch.switchEnvironment', 'Demo');
    await catalog.stop();
  });

  it('S19: has no secret that a command, with arguments or without, or the API gives to its caller', async () => {
    const extension = vscode.extensions.getExtension<object>('catalog-search.catalog-search');
    const api = await extension?.activate();
    await vscode.commands.executeCommand('catalogSearch.switchEnvironment', 'Production');
    await signIn();
    const { items: [item] } = await vscode.commands.executeCommand<{ readonly items: readonly { readonly id: string; readonly collection: string }[] }>('catalogSearch.search', { limit: 3 });
    assert.ok(item, 'the session works');
    const key = { environment: 'Production', collection: item.collection, id: item.id };
    const told = new Map([['the API', inspect(api, { depth: Infinity, showHidden: true, getters: true })]]);
    for (const [name, argument] of Object.entries({ search: { limit: 2 }, loadAll: 5, copySearchAs: 'curl', groupResults: 'day', sortResults: 'id', switchEnvironment: 'Production' })) {
      told.set(`${name} with a value`, await outcome(`catalogSearch.${name}`, argument));
    }
    const commands = COMMAND_NAMES.map(commandId);
    for (const command of [...commands.filter((name) => !LAST.includes(name)), ...LAST]) {
      told.set(`${command} with an item`, await outcome(command, key));
      told.set(command, await outcome(command));
    }
    assert.ok([...told.values()].filter((text) => text.includes(item.id)).length > 3, 'results were seen');
    assert.deepEqual([...told].filter(([, text]) => SECRET.test(text)).map(([name]) => name), []);
    assert.equal(await vscode.authentication.getSession('catalogSearch', [], { silent: true }), undefined);
  });
});
