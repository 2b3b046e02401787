import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import { afterActivation } from './afterActivation.js';
import { DisposableStore } from './disposableStore.js';

/**
 * Begins what only documents of one kind need with the first of them: soon after activation where one is open by then, else when one is
 * opened. What was begun ends with what is returned.
 */
export function withFirstDocument(isMeant: (document: vscode.TextDocument) => boolean, begin: () => Promise<Disposable>): Disposable {
  const store = new DisposableStore();
  store.add(afterActivation(() => {
    const waiting = new DisposableStore();
    const start = (): void => {
      waiting.dispose();
      void begin().then((begun) => store.add(begun));
    };
    if (vscode.workspace.textDocuments.some(isMeant)) {
      start();
      return;
    }
    store.add(waiting).add(vscode.workspace.onDidOpenTextDocument((document) => {
      if (isMeant(document)) {
        start();
      }
    }));
  }));
  return store;
}
