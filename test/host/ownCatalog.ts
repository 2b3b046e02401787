/** A catalog with an issuer for tests in the extension host, in a process of its own, and the sign-in to it. */
import * as assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { TEST_CREDENTIALS } from '../support/testCredentials.js';

export interface OwnCatalog {
  /** Takes it out of the user's settings again. */
  stop(): Promise<void>;
}

/** Starts one and writes its environments, Production and Sandbox, to the user's settings. */
export async function startOwnCatalog(): Promise<OwnCatalog> {
  const { clientId, clientSecret } = TEST_CREDENTIALS;
  const server = fork(join(__dirname, '..', '..', 'test', 'support', 'serveCatalog.mjs'), ['--allowance=1000', `--credentials=${clientId}:${clientSecret}`], { execArgv: [], env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [environments] = await once(server, 'message') as [unknown];
  const settings = vscode.workspace.getConfiguration('catalogSearch');
  await settings.update('environments', environments, vscode.ConfigurationTarget.Global);
  return {
    stop: async () => {
      await settings.update('environments', undefined, vscode.ConfigurationTarget.Global);
      server.kill();
    },
  };
}

/** Answers the questions of a sign-in as a person does: text in the box and Enter; no search afterwards. */
export async function signIn(): Promise<void> {
  // The extension is an ES module: older VS Codes give what is imported another API than what is required, as these tests are.
  const { window }: { readonly window: Pick<typeof vscode.window, 'createInputBox' | 'createQuickPick'> } = await import('vscode');
  const { createInputBox, createQuickPick } = window;
  window.createInputBox = () => {
    const box = createInputBox();
    return Object.assign(box, {
      onDidAccept: (enter: () => void) => {
        box.value = box.password ? TEST_CREDENTIALS.clientSecret : TEST_CREDENTIALS.clientId;
        setImmediate(enter);
        return new vscode.Disposable(() => undefined);
      },
    });
  };
  window.createQuickPick = <T extends vscode.QuickPickItem>() => {
    const pick = createQuickPick<T>();
    return Object.assign(pick, {
      onDidHide: (close: () => void) => {
        setImmediate(close);
        return new vscode.Disposable(() => undefined);
      },
    });
  };
  try {
    assert.equal(await vscode.commands.executeCommand('catalogSearch.signIn'), true);
  } finally {
    Object.assign(window, { createInputBox, createQuickPick });
  }
}
