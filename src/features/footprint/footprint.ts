import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/item.js';
import { shownSet, type Results } from '../../core/results.js';
import { itemKeyFrom, runCommand, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { FOOTPRINT_PANEL, isSameItem, itemOfUri } from '../../platform/itemDocuments.js';
import { parseSavedFootprint } from '../../shared/footprintProtocol.js';
import { viewRoot } from './footprintPage.js';
import type { FootprintPanel, PanelParts } from './footprintPanel.js';

export interface FootprintParts extends Omit<PanelParts, 'openItem'> {
  readonly register: RegisterCommand;
  readonly results: Results;
}

/** The map beside the document: one panel. It shows one item and follows the active one, or all results and follows those. */
export function registerFootprint(parts: FootprintParts): Disposable {
  const store = new DisposableStore();
  const { results } = parts;
  let open: FootprintPanel | undefined;
  let disposed = false;

  const adopt = async (create: () => vscode.WebviewPanel): Promise<FootprintPanel> => {
    // Reading geometry is not small: it loads with the first map.
    const module = await import('./footprintPanel.js');
    const panel = create();
    if (disposed) {
      panel.dispose();
      throw new CatalogError({ kind: 'cancelled' });
    }
    open?.dispose();
    // As a row, so that what goes wrong is said to the person.
    const adopted = new module.FootprintPanel(panel, { ...parts, openItem: async (key) => void (await runCommand('openItem', { key })) });
    open = adopted;
    adopted.onDidClose(() => {
      open = open === adopted ? undefined : open;
    });
    return adopted;
  };
  let creating: Promise<FootprintPanel> | undefined;
  const panelFor = (preserveFocus: boolean): Promise<FootprintPanel> => {
    if (open !== undefined) {
      return Promise.resolve(open);
    }
    creating ??= adopt(() => createPanel(parts.extensionUri, preserveFocus)).finally(() => {
      creating = undefined;
    });
    return creating;
  };

  store.add({
    dispose: () => {
      disposed = true;
      open?.dispose();
    },
  });
  store.add(parts.register('showFootprint', async (target) => {
    const key = keyOf(target) ?? (target === undefined || target instanceof vscode.Uri ? activeItem() : undefined);
    if (key === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Footprint', problem: 'Open an item first, or pass { environment, collection, id }.' });
    }
    const panel = await panelFor(true);
    panel.reveal(true);
    await panel.show(key);
  }));
  store.add(parts.register('showResultsOnMap', async () => {
    const set = shownSet(results.state);
    if (set === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Results on Map', problem: 'There are no results yet. Search for items first.' });
    }
    const chosen = activeItem();
    const panel = await panelFor(false);
    panel.reveal(false);
    await panel.showResults(set, chosen);
  }));
  store.add(results.onDidChange(() => {
    if (open?.showsResults === true) {
      open.showResults(shownSet(results.state), activeItem()).catch((error: unknown) => parts.log.error('results on the map', error));
    }
  }));
  store.add(vscode.window.onDidChangeActiveTextEditor((editor) => {
    const key = editor === undefined ? undefined : itemOfUri(editor.document.uri);
    if (open === undefined || key === undefined) {
      return;
    }
    if (open.showsResults) {
      open.choose(key);
    } else if ((open.key === undefined || !isSameItem(open.key, key))) {
      void open.show(key);
    }
  }));
  store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const key = itemOfUri(document.uri);
    if (open?.key !== undefined && key !== undefined && isSameItem(open.key, key)) {
      void open.show(key);
    }
  }));
  store.add(vscode.window.registerWebviewPanelSerializer(FOOTPRINT_PANEL, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, value: unknown): Promise<void> {
      panel.webview.options = optionsOf(parts.extensionUri);
      const restored = await adopt(() => panel);
      const saved = parseSavedFootprint(value);
      if (saved !== undefined && 'results' in saved) {
        await restored.showResults(shownSet(results.state), activeItem());
        return;
      }
      const key = saved?.key ?? activeItem();
      if (key !== undefined) {
        await restored.show(key);
      }
    },
  }));
  return store;
}

function createPanel(extensionUri: vscode.Uri, preserveFocus: boolean): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    FOOTPRINT_PANEL,
    'Footprint',
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus },
    optionsOf(extensionUri),
  );
}

function optionsOf(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableCommandUris: false, enableForms: false, localResourceRoots: [viewRoot(extensionUri)] };
}

/** A command's argument: a key, a row that carries one, or the address of an item's document. */
function keyOf(target: unknown): ItemKey | undefined {
  return target instanceof vscode.Uri ? itemOfUri(target) : itemKeyFrom(target);
}

/** The item in the active editor, else in any visible one. */
function activeItem(): ItemKey | undefined {
  const active = vscode.window.activeTextEditor;
  for (const editor of active === undefined ? vscode.window.visibleTextEditors : [active, ...vscode.window.visibleTextEditors]) {
    const key = itemOfUri(editor.document.uri);
    if (key !== undefined) {
      return key;
    }
  }
  return undefined;
}
