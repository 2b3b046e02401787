import * as vscode from 'vscode';
import type { ItemLink } from '../../core/catalog/itemLinks.js';
import type { Disposable } from '../../core/event.js';
import { commandId } from '../../platform/commandNames.js';
import { ITEM_SCHEME } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { itemOfUri } from '../../platform/itemDocuments.js';

/** The addresses in an item's document as links. */
export function registerDocumentLinks(choice: EnvironmentChoice): Disposable {
  return vscode.languages.registerDocumentLinkProvider({ scheme: ITEM_SCHEME }, {
    async provideDocumentLinks(document, token): Promise<vscode.DocumentLink[]> {
      const name = itemOfUri(document.uri)?.environment;
      const { itemLinks } = await import('../../core/catalog/itemLinks.js');
      if (name === undefined || token.isCancellationRequested) {
        return [];
      }
      return itemLinks(document.getText(), choice.byName(name)).map((link) => documentLink(document, name, link));
    },
  });
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
