import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemLink } from '../../core/catalog/itemLinks.js';
import type { LinkedDocuments, LinkedPath } from '../../core/items/linkedDocuments.js';
import { commandId } from '../../platform/commandNames.js';
import { ITEM_SCHEME, LINKED_SCHEME, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { columnForItem, itemOfUri } from '../../platform/itemDocuments.js';
import { withProgress } from '../../platform/progress.js';
import { ReadOnlyDocuments } from './readOnlyDocuments.js';

export interface LinkParts {
  readonly choice: EnvironmentChoice;
  readonly linked: LinkedDocuments;
  readonly register: RegisterCommand;
}

/** The addresses in an item's document as links, and the catalog's own documents behind them. Nothing is asked before a click. */
export function registerLinks({ choice, linked, register }: LinkParts): Disposable {
  const store = new DisposableStore();
  const files = store.add(new ReadOnlyDocuments(LINKED_SCHEME, async (uri) => await linked.document(uri), ({ path }) => !path.endsWith('.json')));
  store.add(vscode.workspace.registerFileSystemProvider(LINKED_SCHEME, files, {
    isCaseSensitive: true,
    isReadonly: new vscode.MarkdownString('This is what the catalog sent. Use "Save As" to edit a copy.'),
  }));
  store.add(register('openLinkedDocument', async (target) => {
    const { environment, url } = targetOf(target);
    const at = await withProgress('Opening the linked document', undefined, async (signal) => await linked.fetch(environment, url, signal));
    const uri = uriOf(at);
    files.refresh([uri]);
    await vscode.window.showTextDocument(uri, { viewColumn: columnForItem(), preview: true });
    return uri;
  }));
  store.add(vscode.languages.registerDocumentLinkProvider({ scheme: ITEM_SCHEME }, {
    async provideDocumentLinks(document, token): Promise<vscode.DocumentLink[]> {
      const name = itemOfUri(document.uri)?.environment;
      const { itemLinks } = await import('../../core/catalog/itemLinks.js');
      if (name === undefined || token.isCancellationRequested) {
        return [];
      }
      return itemLinks(document.getText(), choice.byName(name)).map((link) => documentLink(document, name, link));
    },
  }));
  return store;
}

function documentLink(document: vscode.TextDocument, environment: string, link: ItemLink): vscode.DocumentLink {
  const { start, end } = link.range;
  const shown = new vscode.DocumentLink(new vscode.Range(document.positionAt(start), document.positionAt(end)));
  switch (link.kind) {
    case 'document':
      shown.target = commandUri({ environment, url: link.url });
      shown.tooltip = `Open the document from ${link.host}`;
      break;
    case 'web':
      shown.target = vscode.Uri.parse(link.url, true);
      shown.tooltip = `Open ${link.host} in the browser`;
      break;
    case 'refused':
      shown.target = commandUri({ environment, refused: link.scheme });
      shown.tooltip = `${link.scheme} addresses are not followed`;
      break;
  }
  return shown;
}

/** The key is what tells a menu's call from a program's: what goes wrong is said to the person. */
function commandUri(argument: object): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: commandId('openLinkedDocument'), query: JSON.stringify([{ key: argument }]) });
}

function targetOf(target: unknown): { readonly environment: string; readonly url: string } {
  const given = typeof target === 'object' && target !== null && 'key' in target ? target.key : target;
  const { environment, url, refused } = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<'environment' | 'url' | 'refused', unknown>>;
  if (typeof refused === 'string') {
    throw new CatalogError({ kind: 'invalid', field: 'Open Link', problem: 'Only http and https addresses are followed.' });
  }
  if (typeof environment !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
    throw new CatalogError({ kind: 'invalid', field: 'openLinkedDocument', problem: 'Pass { environment, url }, both of them strings.' });
  }
  return { environment, url: new URL(url).href };
}

function uriOf({ path, query }: LinkedPath): vscode.Uri {
  return vscode.Uri.from({ scheme: LINKED_SCHEME, path, query });
}
