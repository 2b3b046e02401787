import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import { toFailure } from '../../core/failure.js';
import { itemLabel, type Item } from '../../core/items/item.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { ItemFinder, shownFields } from './itemFinder.js';

/** More than a person reads; what is typed next narrows them down. */
const MOST = 100;
const number = new Intl.NumberFormat('en');

interface Found extends vscode.QuickPickItem {
  readonly item: Item;
}

/**
 * Lets a person pick one of the items, by any part of what their rows show.
 * @returns undefined when the person closed the list
 */
export async function pickItem(items: readonly Item[]): Promise<Item | undefined> {
  const store = new DisposableStore();
  const finder = store.add(new ItemFinder(items));
  const pick = store.add(vscode.window.createQuickPick<Found>());
  pick.title = 'Find in Results';
  pick.placeholder = `Type parts of an id, collection, platform, time or status; ${number.format(finder.count)} items are loaded`;
  let searching = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      /** Enter was pressed while the list was not yet that of the words typed. */
      let entered = false;
      const look = async (): Promise<void> => {
        searching.abort();
        searching = new AbortController();
        entered = false;
        pick.busy = true;
        const found = await finder.find(pick.value, MOST, searching.signal);
        pick.items = found.map((item) => ({
          item, label: itemLabel(item), description: shownFields(item).map((field) => display(field, 60)).join(' · '),
          // The editor's own filter knows less of the item than is looked through here.
          alwaysShow: true,
        }));
        pick.busy = false;
        if (entered && found.length > 0) {
          resolve(found[0]);
        }
      };
      const start = (): void => {
        look().catch((error: unknown) => toFailure(error).kind !== 'cancelled' && reject(error instanceof Error ? error : new Error(String(error))));
      };
      store.add(pick.onDidChangeValue(start));
      store.add(pick.onDidAccept(() => {
        entered = pick.busy;
        const [selected] = pick.selectedItems;
        if (selected !== undefined && !entered) {
          resolve(selected.item);
        }
      }));
      store.add(pick.onDidHide(() => resolve(undefined)));
      start();
      pick.show();
    });
  } finally {
    searching.abort();
    store.dispose();
  }
}
