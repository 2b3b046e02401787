import * as vscode from 'vscode';
import type { Area } from '../../core/geo/area.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import type { AreaSource } from '../../platform/areaPicker.js';
import { itemKeyFrom, runCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { FOOTPRINT_PANEL, isSameItem, itemOfUri } from '../../platform/itemDocuments.js';
import { parseSavedFootprint } from '../../shared/footprintMessages.js';
import type { FootprintParts } from './parts.js';
import { viewRoot } from './footprintPage.js';
import { FootprintPanel } from './footprintPanel.js';
import { GeoJsonDocuments, isGeoJson } from './geoJsonDocuments.js';

/** The one panel of the map. It shows one item and follows the active one, or all results and follows those. */
export class FootprintMap implements Disposable {
  readonly #store = new DisposableStore();
  readonly #documents: GeoJsonDocuments;
  #open: FootprintPanel | undefined;
  #disposed = false;

  constructor(private readonly parts: FootprintParts) {
    const { results } = parts;
    this.#documents = this.#store.add(new GeoJsonDocuments((document) => {
      if (this.#open?.subject?.kind === 'document' && this.#open.subject.uri === document.uri) {
        void this.#open.showDocument(document);
      }
    }));
    this.#store.add(results.onDidChange(() => {
      if (this.#open?.subject?.kind === 'results') {
        this.#open.showResults(shownSet(results.state)).catch((error: unknown) => parts.log.error('results on the map', error));
      }
    }));
    this.#store.add(vscode.window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)));
    this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const key = itemOfUri(document.uri);
      if (this.#open?.subject?.kind === 'item' && key !== undefined && isSameItem(this.#open.subject.key, key)) {
        void this.#open.show(key);
      }
    }));
  }

  /** What the open map shows of the world. */
  get view(): ReturnType<AreaSource['view']> {
    return this.#open?.areas.view;
  }

  /** @throws CatalogError `invalid` where there is nothing whose footprint could be shown */
  async showFootprint(target: unknown): Promise<void> {
    const key = keyOf(target) ?? (target === undefined ? itemOfActive() : undefined);
    if (key !== undefined) {
      const panel = this.#panel(true);
      panel.reveal(true);
      await panel.show(key);
      return;
    }
    const document = target instanceof vscode.Uri ? await vscode.workspace.openTextDocument(target) : target === undefined ? vscode.window.activeTextEditor?.document : undefined;
    const other = document === undefined && target === undefined ? visibleItem() : undefined;
    if (document === undefined && other === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Footprint', problem: 'Open an item or a GeoJSON document first, or pass { environment, collection, id }.' });
    }
    const panel = this.#panel(true);
    panel.reveal(true);
    if (document === undefined) {
      await (other === undefined ? undefined : panel.show(other));
      return;
    }
    this.#documents.watch(document);
    await panel.showDocument(this.#documents.current);
  }

  /** @throws CatalogError `invalid` where there are no results */
  async showResults(): Promise<void> {
    const set = shownSet(this.parts.results.state);
    if (set === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Show Results on Map', problem: 'There are no results yet. Search for items first.' });
    }
    const chosen = itemOfActive() ?? visibleItem();
    const panel = this.#panel(false);
    panel.reveal(false);
    await panel.showResults(set);
    panel.choose(chosen === undefined ? [] : [chosen]);
  }

  /** Lets a person draw an area; as {@link AreaSource} has it. */
  draw: AreaSource['draw'] = async (initial, signal) => {
    if (signal.aborted) {
      return undefined;
    }
    const panel = this.#panel(false);
    panel.reveal(false);
    return await panel.areas.ask(initial, signal);
  };

  /** Fills a panel that the editor kept for a restart, by what its view had saved. */
  async restore(panel: vscode.WebviewPanel, value: unknown): Promise<void> {
    panel.webview.options = optionsOf(this.parts.extensionUri);
    const restored = this.#adopt(panel);
    const saved = parseSavedFootprint(value);
    restored.pinned = saved?.pinned ?? false;
    restored.colours = saved?.colours ?? 'one';
    switch (saved?.subject.kind) {
      case 'results':
        await restored.showResults(shownSet(this.parts.results.state));
        return;
      case 'document':
        await restoreDocument(restored, this.#documents, saved.subject.uri);
        return;
      case 'item':
      case undefined: {
        const key = saved?.subject.key ?? itemOfActive() ?? visibleItem();
        if (key !== undefined) {
          await restored.show(key);
        }
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#open?.dispose();
    this.#store.dispose();
  }

  #panel(preserveFocus: boolean): FootprintPanel {
    return this.#open ?? this.#adopt(createPanel(this.parts.extensionUri, preserveFocus));
  }

  #adopt(panel: vscode.WebviewPanel): FootprintPanel {
    if (this.#disposed) {
      panel.dispose();
      throw new CatalogError({ kind: 'cancelled' });
    }
    this.#open?.dispose();
    const adopted = new FootprintPanel(panel, {
      ...this.parts,
      // As a row, so that what goes wrong is said to the person.
      openItem: async (key) => void (await runCommand('openItem', { key })),
      searchIn: async (area) => await searchIn(area, this.parts.results),
      // The map has the focus now: what is seen beside it counts.
      unpinned: () => this.#follow(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]),
    });
    this.#open = adopted;
    adopted.onDidClose(() => {
      this.#open = this.#open === adopted ? undefined : this.#open;
    });
    return adopted;
  }

  /** A map that follows shows what was opened; a pinned one and the map of the results do not. */
  #follow(editor: vscode.TextEditor | undefined): void {
    const open = this.#open;
    if (open === undefined || editor === undefined) {
      return;
    }
    const { subject, pinned } = open;
    const key = itemOfUri(editor.document.uri);
    if (subject?.kind === 'results') {
      open.choose(key === undefined ? [] : [key]);
    } else if (!pinned && key !== undefined && !(subject?.kind === 'item' && isSameItem(subject.key, key))) {
      void open.show(key);
    } else if (!pinned && key === undefined && subject !== undefined && isGeoJson(editor.document)) {
      this.#documents.watch(editor.document);
      void open.showDocument(this.#documents.current);
    }
  }
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
    await panel.showDocument(documents.current);
  } catch {
    await panel.showDocument({ uri, name: 'Document', text: '', part: false });
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
