import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { toFailure, unreachable } from '../../core/failure.js';
import { hasId, itemKey, type ItemKey } from '../../core/item.js';
import type { ResultSet } from '../../core/pages.js';
import type { Log } from '../../core/ports.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { describeFailure } from '../../platform/failureWords.js';
import { isSameItem } from '../../platform/itemDocuments.js';
import { parseFromFootprintView, type FootprintState, type ToFootprintView } from '../../shared/footprintProtocol.js';
import { footprintPage } from './footprintPage.js';
import { footprintState, labelOf } from './footprintState.js';
import { emptyResults, FootprintReader, resultsState } from './resultsState.js';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  /** The JSON text of an item. @throws CatalogError */
  readonly itemText: (key: ItemKey, signal: AbortSignal) => Promise<string>;
  /** Opens the document of an item and says itself what went wrong. */
  readonly openItem: (key: ItemKey) => Promise<void>;
  readonly log: Log;
}

/** One open footprint view. The state lives here; the view asks for it whenever it loads. */
export class FootprintPanel implements Disposable {
  readonly #store = new DisposableStore();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly onDidClose = this.#closed.event;
  #state: FootprintState = { kind: 'nothing' };
  #loading = new AbortController();
  #ready = false;
  readonly #reader = new FootprintReader();
  /** The items of the footprints that are shown, when results are shown. */
  #items: readonly (ItemKey | undefined)[] = [];
  #set: ResultSet | undefined;
  #search = 0;
  #revision = 0;

  constructor(private readonly panel: vscode.WebviewPanel, private readonly parts: PanelParts) {
    this.#store.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#store.add(panel.onDidDispose(() => this.#close()));
    this.#store.add(panel.onDidChangeViewState(() => {
      // A hidden view is unloaded, and says that it is ready when it comes back.
      this.#ready &&= panel.visible;
    }));
    panel.webview.html = footprintPage(panel.webview, parts.extensionUri);
  }

  /** The item that is shown or on its way. */
  get key(): ItemKey | undefined {
    return this.#state.kind === 'nothing' || this.#state.kind === 'results' ? undefined : this.#state.item.key;
  }

  /** Whether the results are shown, or nothing yet for want of them. */
  get showsResults(): boolean {
    return this.#state.kind === 'results';
  }

  reveal(preserveFocus: boolean): void {
    this.panel.reveal(undefined, preserveFocus);
  }

  /** Shows an item; what was there stays until its text is here. A later call wins. */
  async show(key: ItemKey): Promise<void> {
    const { signal } = this.#begin();
    this.#set = undefined;
    this.panel.title = `Footprint: ${display(key.id === '' ? '(no id)' : key.id, 60)}`;
    this.#change({ kind: 'loading', item: labelOf(key) });
    const state = await this.#read(key, signal);
    if (state !== undefined && !signal.aborted) {
      this.#change(state);
    }
  }

  /** Shows the footprints of a result set; does nothing where it is shown already. `chosen` stands out. A later call wins. */
  async showResults(set: ResultSet | undefined, chosen: ItemKey | undefined): Promise<void> {
    if (this.showsResults && set !== undefined && set === this.#set) {
      return;
    }
    const { signal } = this.#begin();
    // A set that was continued has the query of its first page.
    this.#search += set !== undefined && set.query === this.#set?.query ? 0 : 1;
    this.#set = set;
    this.panel.title = 'Results on Map';
    if (set === undefined) {
      this.#items = [];
      this.#change(emptyResults('There are no results to show. Search for items to see their footprints here.', this.#place()));
      return;
    }
    if (!this.showsResults) {
      this.#items = [];
      this.#change(emptyResults('Reading footprints ...', this.#place()));
    }
    try {
      const found = await this.#reader.read(set, signal);
      if (!signal.aborted) {
        this.#items = found.items.map((item) => (hasId(item) ? itemKey(set.environment, item) : undefined));
        this.#change(resultsState(found, { ...this.#place(), chosen: chosen === undefined ? undefined : this.#indexOf(chosen) }));
      }
    } catch (error) {
      if (toFailure(error).kind !== 'cancelled') {
        throw error;
      }
    }
  }

  /** Lets the footprint of an item stand out among the results; does nothing where it is not among them. */
  choose(key: ItemKey): void {
    const index = this.#indexOf(key);
    if (this.#state.kind === 'results' && index !== undefined) {
      this.#state = { ...this.#state, chosen: index };
      this.#send({ type: 'choose', revision: this.#state.revision, index });
    }
  }

  dispose(): void {
    this.panel.dispose();
  }

  async #read(key: ItemKey, signal: AbortSignal): Promise<FootprintState | undefined> {
    try {
      return footprintState(key, await this.parts.itemText(key, signal));
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'cancelled') {
        return undefined;
      }
      if (failure.kind === 'internal') {
        this.parts.log.error('footprint', error);
      }
      return { kind: 'failed', item: labelOf(key), message: describeFailure(failure, Date.now()).message };
    }
  }

  #begin(): AbortController {
    this.#loading.abort();
    this.#loading = new AbortController();
    return this.#loading;
  }

  #place(): { readonly search: number; readonly revision: number } {
    this.#revision += 1;
    return { search: this.#search, revision: this.#revision };
  }

  #indexOf(key: ItemKey): number | undefined {
    const index = this.#items.findIndex((item) => item !== undefined && isSameItem(item, key));
    return index < 0 ? undefined : index;
  }

  #change(state: FootprintState): void {
    this.#state = state;
    this.#send({ type: 'state', state });
  }

  #send(message: ToFootprintView): void {
    if (this.#ready) {
      void this.panel.webview.postMessage(message);
    }
  }

  #receive(value: unknown): void {
    const message = parseFromFootprintView(value);
    if (message === undefined) {
      this.parts.log.warn('The footprint view sent a message that is not understood.');
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#send({ type: 'state', state: this.#state });
        return;
      case 'open':
        this.#open(message.revision, message.index);
        return;
      case 'problem':
        this.parts.log.foreign(`footprint view, ${message.what}`, message.detail);
        return;
      default:
        unreachable(message);
    }
  }

  #open(revision: number, index: number): void {
    const key = this.#items[index];
    if (this.#state.kind === 'results' && this.#state.revision === revision && key !== undefined) {
      void this.parts.openItem(key);
    }
  }

  #close(): void {
    this.#loading.abort();
    this.#store.dispose();
    this.#closed.fire();
    this.#closed.dispose();
  }
}
