import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/item.js';
import { parseItemPath } from '../../core/itemUri.js';
import { ITEM_SCHEME, itemKeyFrom, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { parseSavedFootprint } from '../../shared/footprintProtocol.js';
import { viewRoot } from './footprintPage.js';
import { FootprintPanel, type PanelParts } from './footprintPanel.js';

export interface FootprintParts extends PanelParts {
  readonly register: RegisterCommand;
}

/** The type of the panel, which VS Code keeps for a restart. */
export const FOOTPRINT_PANEL = 'catalogSearch.footprint';

/** The map beside the document: one panel, which follows the active item. */
export function registerFootprint(parts: FootprintParts): Disposable {
  const store = new DisposableStore();
  let open: FootprintPanel | undefined;

  const adopt = (panel: vscode.WebviewPanel): FootprintPanel => {
    open?.dispose();
    const adopted = new FootprintPanel(panel, parts);
    open = adopted;
    adopted.onDidClose(() => {
      open = open === adopted ? undefined : open;
    });
    return adopted;
  };

  store.add({ dispose: () => open?.dispose() });
  store.add(parts.register('showFootprint', async (target) => {
    const key = keyOf(target) ?? (target === undefined || target instanceof vscode.Uri ? activeItem() : undefined);
    if (key === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Footprint', problem: 'Open an item first, or pass { environment, collection, id }.' });
    }
    const panel = open ?? adopt(createPanel(parts.extensionUri));
    panel.reveal();
    await panel.show(key);
  }));
  store.add(vscode.window.onDidChangeActiveTextEditor((editor) => {
    const key = editor === undefined ? undefined : itemOf(editor.document.uri);
    if (open !== undefined && key !== undefined && !isSame(open.key, key)) {
      void open.show(key);
    }
  }));
  store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const key = itemOf(document.uri);
    if (open !== undefined && key !== undefined && isSame(open.key, key)) {
      void open.show(key);
    }
  }));
  store.add(vscode.window.registerWebviewPanelSerializer(FOOTPRINT_PANEL, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
      panel.webview.options = optionsOf(parts.extensionUri);
      const restored = adopt(panel);
      const key = parseSavedFootprint(saved)?.key ?? activeItem();
      if (key !== undefined) {
        await restored.show(key);
      }
    },
  }));
  return store;
}

function createPanel(extensionUri: vscode.Uri): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    FOOTPRINT_PANEL,
    'Footprint',
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    optionsOf(extensionUri),
  );
}

function optionsOf(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableCommandUris: false, enableForms: false, localResourceRoots: [viewRoot(extensionUri)] };
}

/** A command's argument: a key, a row that carries one, or the address of an item's document. */
function keyOf(target: unknown): ItemKey | undefined {
  return target instanceof vscode.Uri ? itemOf(target) : itemKeyFrom(target);
}

/** The item in the active editor, else in any visible one. */
function activeItem(): ItemKey | undefined {
  const active = vscode.window.activeTextEditor;
  for (const editor of active === undefined ? vscode.window.visibleTextEditors : [active, ...vscode.window.visibleTextEditors]) {
    const key = itemOf(editor.document.uri);
    if (key !== undefined) {
      return key;
    }
  }
  return undefined;
}

function itemOf(uri: vscode.Uri): ItemKey | undefined {
  return uri.scheme === ITEM_SCHEME ? parseItemPath(uri.path) : undefined;
}

function isSame(a: ItemKey | undefined, b: ItemKey): boolean {
  return a !== undefined && a.environment === b.environment && a.collection === b.collection && a.id === b.id;
}
