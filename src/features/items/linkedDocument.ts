import type { Disposable } from '../../core/event.js';
import type { LinkedDocuments } from '../../core/items/linkedDocuments.js';
import { LINKED_SCHEME, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { ReadOnlyDocuments } from './readOnlyDocuments.js';

/** The catalog's own documents that items link to. Nothing is asked before a click. */
export function registerLinkedDocuments({ linked, register }: { readonly linked: LinkedDocuments; readonly register: RegisterCommand }): Disposable {
  const store = new DisposableStore();
  const files = store.add(new ReadOnlyDocuments(LINKED_SCHEME, async (uri) => await linked.document(uri), ({ path }) => !path.endsWith('.json')));
  store.add(files.register());
  store.add(register('openLinkedDocument', async (target) => await (await import('./openLinkedDocument.js')).openLinkedDocument(linked, files, target)));
  return store;
}
