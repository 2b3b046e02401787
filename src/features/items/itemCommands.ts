import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError, throwIfCancelled } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import { itemKeyFrom, runCommand, runEditorCommand, type CommandTable } from '../../platform/contributions.js';
import { columnForItem, itemUri } from '../../platform/itemDocuments.js';
import { itemTargets } from '../../platform/itemTargets.js';
import { withProgress } from '../../platform/progress.js';
import { compareItem } from './compareItem.js';
import { copyGeometry, copyIds, copyLinks } from './copyItem.js';
import type { ItemParts } from './parts.js';
import { refreshItems } from './refreshItem.js';
import { ItemValidator } from './validateItem.js';

/** Longer documents, in UTF-16 units, VS Code shows without handing them to extensions. */
const MAX_HANDED = 40 * 1024 * 1024;

/** The commands about items, as {@link CommandTable} has them. Loaded with the first. */
export class ItemCommands implements Disposable {
  readonly #validator: ItemValidator;

  constructor(private readonly parts: ItemParts) {
    this.#validator = new ItemValidator(parts.library, parts.notify);
  }

  open: CommandTable['openItem'] = async (target) => {
    const key = itemKeyFrom(target);
    if (key === undefined && target !== undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'openItem', problem: 'Pass { environment, collection, id }, all of them strings.' });
    }
    return key === undefined ? await runCommand('findItem') : await this.#openItem(key);
  };

  refresh: CommandTable['refreshItem'] = async (target, selected) => await refreshItems(this.parts.library, this.parts.notify, itemTargets('Refresh Item', target, selected));

  validate: CommandTable['validateItem'] = async (target, selected) => await this.#validator.validate(itemTargets('Validate Item', target, selected));

  compare: CommandTable['compareItem'] = async (target, other) => {
    const [key, second] = itemTargets('Compare with...', target, other);
    const earlier = typeof target === 'object' && target !== null && 'earlier' in target && target.earlier === true;
    const given = earlier ? 'earlier' : second ?? itemKeyFrom(other);
    if (key !== undefined) {
      await compareItem(this.parts, key, given);
    }
  };

  copyId: CommandTable['copyItemId'] = async (target, selected) => await copyIds(this.parts, itemTargets('Copy Id', target, selected));

  copyLink: CommandTable['copyItemLink'] = async (target, selected) => await copyLinks(this.parts, itemTargets('Copy Link', target, selected));

  copyGeometry: CommandTable['copyItemGeometry'] = async (target, selected) => {
    const format: unknown = typeof target === 'object' && target !== null && 'format' in target ? target.format : undefined;
    return await copyGeometry(this.parts, itemTargets('Copy Geometry', target, selected), format);
  };

  dispose(): void {
    this.#validator.dispose();
  }

  async #openItem(key: ItemKey): Promise<vscode.Uri> {
    const uri = itemUri(key);
    const { text } = await withProgress(`Opening ${display(key.id, 60)}`, undefined, async (signal) => {
      const document = await this.parts.library.documentOrAsk(key, signal);
      throwIfCancelled(signal);
      return document;
    });
    const how = { viewColumn: columnForItem(), preview: true, preserveFocus: false };
    await (text.length > MAX_HANDED ? runEditorCommand('vscode.open', uri, how) : vscode.window.showTextDocument(uri, how));
    return uri;
  }
}
