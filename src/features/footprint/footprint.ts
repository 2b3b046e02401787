import * as vscode from 'vscode';
import type { Area } from '../../core/area/area.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import type { AreaPicker } from '../../platform/areaPicker.js';
import { itemKeyFrom, runCommand, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { FOOTPRINT_PANEL, isSameItem, itemOfUri } from '../../platform/itemDocuments.js';
import { viewRoot } from './footprintPage.js';
import type { FootprintPanel, PanelParts } from './footprintPanel.js';
import { GeoJsonDocuments, isGeoJson } from './geoJsonDocuments.js';

export interface FootprintParts extends Omit<PanelParts, 'openItem' | 'searchIn' | 'unpinned'> {
  readonly areas: AreaPicker;
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
    const adopted = new module.FootprintPanel(panel, {
      ...parts,
      openItem: async (key) => void (await runCommand('openItem', { key })),
      searchIn: async (area) => await searchIn(area, results),
      // The map has the focus now: what is seen beside it counts.
      unpinned: () => follow(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]),
    });
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
  const documents = store.add(new GeoJsonDocuments(({ uri, name, text, part }) => {
    if (open?.subject?.kind === 'document' && open.subject.uri === uri) {
      open.showDocument(uri, name, text, part);
    }
  }));
  /** A map that follows shows what was opened; a pinned one and the map of the results do not. */
  const follow = (editor: vscode.TextEditor | undefined): void => {
    const { subject, pinned } = open ?? {};
    if (open === undefined || editor === undefined) {
      return;
    }
    const key = itemOfUri(editor.document.uri);
    if (subject?.kind === 'results') {
      open.choose(key === undefined ? [] : [key]);
    } else if (pinned !== true && key !== undefined && !(subject?.kind === 'item' && isSameItem(subject.key, key))) {
      void open.show(key);
    } else if (pinned !== true && key === undefined && subject !== undefined && isGeoJson(editor.document)) {
      documents.watch(editor.document);
      open.showDocument(...documents.current);
    }
  };
  store.add(parts.register('showFootprint', async (target) => {
    const key = keyOf(target) ?? (target === undefined ? itemOfActive() : undefined);
    if (key !== undefined) {
      const panel = await panelFor(true);
      panel.reveal(true);
      await panel.show(key);
      return;
    }
    const document = target instanceof vscode.Uri ? await vscode.workspace.openTextDocument(target) : target === undefined ? vscode.window.activeTextEditor?.document : undefined;
    const other = document === undefined && target === undefined ? visibleItem() : undefined;
    if (document === undefined && other === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Footprint', problem: 'Open an item or a GeoJSON document first, or pass { environment, collection, id }.' });
    }
    const panel = await panelFor(true);
    panel.reveal(true);
    if (document === undefined) {
      await (other === undefined ? undefined : panel.show(other));
      return;
    }
    documents.watch(document);
    panel.showDocument(...documents.current);
  }));
  store.add(parts.register('showResultsOnMap', async () => {
    const set = shownSet(results.state);
    if (set === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Results on Map', problem: 'There are no results yet. Search for items first.' });
    }
    const chosen = itemOfActive() ?? visibleItem();
    const panel = await panelFor(false);
    panel.reveal(false);
    await panel.showResults(set);
    panel.choose(chosen === undefined ? [] : [chosen]);
  }));
  store.add(parts.areas.offer({
    view: () => open?.areas.view,
    draw: async (initial, signal) => {
      const panel = await panelFor(false);
      panel.reveal(false);
      return signal.aborted ? undefined : await panel.areas.ask(initial, signal);
    },
  }));
  store.add(results.onDidChange(() => {
    if (open?.subject?.kind === 'results') {
      open.showResults(shownSet(results.state)).catch((error: unknown) => parts.log.error('results on the map', error));
    }
  }));
  store.add(vscode.window.onDidChangeActiveTextEditor(follow));
  store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const key = itemOfUri(document.uri);
    if (open?.subject?.kind === 'item' && key !== undefined && isSameItem(open.subject.key, key)) {
      void open.show(key);
    }
  }));
  store.add(vscode.window.registerWebviewPanelSerializer(FOOTPRINT_PANEL, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, value: unknown): Promise<void> {
      panel.webview.options = optionsOf(parts.extensionUri);
      const { parseSavedFootprint } = await import('../../shared/footprintMessages.js');
      const restored = await adopt(() => panel);
      const saved = parseSavedFootprint(value);
      restored.pinned = saved?.pinned ?? false;
      restored.colours = saved?.colours ?? 'one';
      switch (saved?.subject.kind) {
        case 'results':
          await restored.showResults(shownSet(results.state));
          return;
        case 'document':
          await restoreDocument(restored, documents, saved.subject.uri);
          return;
        case 'item':
        case undefined: {
          const key = saved?.subject.key ?? itemOfActive() ?? visibleItem();
          if (key !== undefined) {
            await restored.show(key);
          }
        }
      }
    },
  }));
  return store;
}

/** The search that is shown, in another area. What goes wrong is shown where results are. */
async function searchIn(area: Area, results: Results): Promise<void> {
  const { state } = results;
  const query = shownSet(state)?.query ?? ('query' in state ? state.query : undefined);
  const { lastDays, datetime, ...rest } = query ?? { limit: undefined };
  const time = lastDays === undefined ? { ...(datetime === undefined ? {} : { datetime }) } : { lastDays };
  const { bbox: _, intersects: __, limit, ...filters } = { bbox: undefined, intersects: undefined, ...rest };
  try {
    await runCommand('search', { ...filters, ...(limit === undefined ? {} : { limit }), ...time, ...area });
  } catch {
    // The results view says it.
  }
}

/** A document that is gone or cannot be read leaves an empty map. */
async function restoreDocument(panel: FootprintPanel, documents: GeoJsonDocuments, uri: string): Promise<void> {
  try {
    documents.watch(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true)));
    panel.showDocument(...documents.current);
  } catch {
    panel.showDocument(uri, 'Document', '', false);
  }
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

function itemOfActive(): ItemKey | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : itemOfUri(uri);
}

/** The first item that is open where it can be seen. */
function visibleItem(): ItemKey | undefined {
  for (const editor of vscode.window.visibleTextEditors) {
    const key = itemOfUri(editor.document.uri);
    if (key !== undefined) {
      return key;
    }
  }
  return undefined;
}
