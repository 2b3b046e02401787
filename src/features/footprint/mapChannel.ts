import type * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { Log } from '../../core/ports.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { onDidChangeSettings, readTileLayers } from '../../platform/settings.js';
import type { FromFootprintView, MapTiles, ToFootprintView } from '../../shared/footprintProtocol.js';
import { parseFromFootprintView } from '../../shared/footprintMessages.js';
import { footprintPage } from './footprintPage.js';

export interface MapChannelParts {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** The view has loaded (again) and knows nothing. */
  readonly ready: () => void;
  readonly receive: (message: Exclude<FromFootprintView, { readonly type: 'ready' | 'problem' }>) => void;
}

/** The page of one map: loaded, and spoken to while it is there. What it says is checked. */
export class MapChannel implements Disposable {
  readonly #store = new DisposableStore();
  #ready = false;
  #tiles: readonly MapTiles[] = [];

  constructor(private readonly panel: vscode.WebviewPanel, private readonly parts: MapChannelParts) {
    this.#store.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#store.add(panel.onDidChangeViewState(() => {
      // A hidden view is unloaded, and says that it is ready when it comes back.
      this.#ready &&= panel.visible;
    }));
    this.#store.add(onDidChangeSettings((changed) => {
      // Settings also count as changed when they are read for the first time.
      if (changed('map.tileLayers') && JSON.stringify(readTileLayers()) !== JSON.stringify(this.#tiles)) {
        this.#load();
      }
    }));
    this.#load();
  }

  /** The layers whose hosts the page's content policy names. */
  get tiles(): readonly MapTiles[] {
    return this.#tiles;
  }

  /** Does nothing while the page is not there: it asks for everything when it is. */
  send(message: ToFootprintView): void {
    if (this.#ready) {
      void this.panel.webview.postMessage(message);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Loads the page (again): its content policy names the hosts of the tiles. */
  #load(): void {
    this.#ready = false;
    this.#tiles = readTileLayers();
    this.panel.webview.html = footprintPage(this.panel.webview, this.parts.extensionUri, this.#tiles.map(({ host }) => host));
  }

  #receive(value: unknown): void {
    const message = parseFromFootprintView(value);
    if (message === undefined) {
      this.parts.log.warn('The footprint view sent a message that is not understood.');
    } else if (message.type === 'ready') {
      this.#ready = true;
      this.parts.ready();
    } else if (message.type === 'problem') {
      this.parts.log.foreign(`footprint view, ${message.what}`, message.detail);
    } else {
      this.parts.receive(message);
    }
  }
}
