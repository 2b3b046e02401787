import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { FOOTPRINT_PANEL } from '../../platform/itemDocuments.js';
import type { FootprintMap } from './footprintMap.js';
import type { FootprintParts } from './parts.js';

/** The map beside the document. Reading geometry is not small: it loads with the first map. */
export function registerFootprint(parts: FootprintParts): Disposable {
  const { register, areas } = parts;
  const store = new DisposableStore();
  let map: FootprintMap | undefined;
  let loading: Promise<FootprintMap> | undefined;
  const load = (): Promise<FootprintMap> => (loading ??= import('./footprintMap.js').then((module) => {
    map = store.add(new module.FootprintMap(parts));
    return map;
  }));
  store.add(register('showFootprint', async (target) => await (await load()).showFootprint(target)));
  store.add(register('showResultsOnMap', async () => await (await load()).showResults()));
  store.add(areas.offer({
    view: () => map?.view,
    draw: async (initial, signal) => await (await load()).draw(initial, signal),
  }));
  // The editor keeps a map of before until somebody can restore it.
  store.add(afterActivation(() => {
    store.add(vscode.window.registerWebviewPanelSerializer(FOOTPRINT_PANEL, {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, saved: unknown) => await (await load()).restore(panel, saved),
    }));
  }));
  return store;
}
