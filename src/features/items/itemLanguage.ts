/** What the editor shows in documents of the catalog. Loaded with the first that is open. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { ITEM_SCHEME } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { registerDocumentLinks } from './documentLinks.js';
import { registerHovers } from './itemHovers.js';
import { ItemLens } from './itemLens.js';
import type { ItemParts } from './parts.js';
import { registerJsonOutline } from './jsonOutline.js';
import { registerProductionMarks } from './productionMarks.js';

/** The line above an item, its links, hovers, the outline, and what tells production. */
export function registerItemLanguage({ choice, library, results }: Pick<ItemParts, 'choice' | 'library' | 'results'>): Disposable {
  const store = new DisposableStore();
  const lens = store.add(new ItemLens(library));
  store.add(results.onDidChange(() => {
    if (results.state.kind === 'shown') {
      lens.refresh();
    }
  }));
  store.add(library.onDidRefresh(() => lens.refresh()));
  store.add(vscode.languages.registerCodeLensProvider({ scheme: ITEM_SCHEME }, lens));
  store.add(registerDocumentLinks(choice));
  store.add(registerHovers());
  store.add(registerJsonOutline());
  store.add(registerProductionMarks(choice));
  return store;
}
