import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { toFailure, unreachable } from '../../core/failure.js';
import type { ItemKey } from '../../core/item.js';
import type { Log } from '../../core/ports.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { describeFailure } from '../../platform/failureWords.js';
import { parseFromFootprintView, type FootprintState, type ToFootprintView } from '../../shared/footprintProtocol.js';
import { footprintPage } from './footprintPage.js';
import { footprintState, labelOf } from './footprintState.js';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  /** The JSON text of an item. @throws CatalogError */
  readonly itemText: (key: ItemKey, signal: AbortSignal) => Promise<string>;
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
    return this.#state.kind === 'nothing' ? undefined : this.#state.item.key;
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Shows an item; what was there stays until its text is here. A later call wins. */
  async show(key: ItemKey): Promise<void> {
    this.#loading.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.panel.title = `Footprint: ${display(key.id === '' ? '(no id)' : key.id, 60)}`;
    this.#set({ kind: 'loading', item: labelOf(key) });
    const state = await this.#read(key, loading.signal);
    if (state !== undefined && !loading.signal.aborted) {
      this.#set(state);
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

  #set(state: FootprintState): void {
    this.#state = state;
    this.#post();
  }

  #post(): void {
    if (this.#ready) {
      const message: ToFootprintView = { type: 'state', state: this.#state };
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
        this.#post();
        return;
      case 'problem':
        this.parts.log.foreign(`footprint view, ${message.what}`, message.detail);
        return;
      default:
        unreachable(message);
    }
  }

  #close(): void {
    this.#loading.abort();
    this.#store.dispose();
    this.#closed.fire();
    this.#closed.dispose();
  }
}
