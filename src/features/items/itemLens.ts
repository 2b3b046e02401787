import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import { localDateTime, utcDateTime } from '../../core/timeWords.js';
import { withSignal } from '../../platform/cancellation.js';
import { commandId } from '../../platform/commandNames.js';
import { isEarlier, itemOfUri } from '../../platform/itemDocuments.js';

const TOP = new vscode.Range(0, 0, 0, 0);

/** The line above an item's document: when the catalog sent it, and what can be done with it. A comparison's left side has the time alone. */
export class ItemLens implements vscode.CodeLensProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(private readonly library: ItemLibrary) {}

  refresh(): void {
    this.#changed.fire();
  }

  async provideCodeLenses({ uri }: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const key = itemOfUri(uri);
    if (key === undefined) {
      return [];
    }
    try {
      return await withSignal(token, async (signal) => await this.#lenses(key, isEarlier(uri), signal));
    } catch {
      // Whatever kept the document from being read is said where it is read.
      return [];
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #lenses(key: ItemKey, isOld: boolean, signal: AbortSignal): Promise<vscode.CodeLens[]> {
    const earlier = await this.library.earlier(key);
    const document = isOld ? earlier : await this.library.document(key, signal);
    if (document === undefined) {
      return [];
    }
    const time = lens(`As fetched ${utcDateTime(document.fetchedAt)}`, '', localDateTime(document.fetchedAt));
    if (isOld) {
      return [time];
    }
    return [
      time,
      lens('Refresh', commandId('refreshItem'), 'Ask the catalog for this item again, and show what changed', { key }),
      lens('Validate', commandId('validateItem'), 'Check this item against the STAC specification', { key }),
      ...(earlier === undefined ? [] : [lens(`Changed since ${utcDateTime(earlier.fetchedAt)}`, commandId('compareItem'), 'Show what changed', { key, earlier: true })]),
    ];
  }
}

function lens(title: string, command: string, tooltip: string, argument?: object): vscode.CodeLens {
  return new vscode.CodeLens(TOP, { title, command, tooltip, ...(argument === undefined ? {} : { arguments: [argument] }) });
}
