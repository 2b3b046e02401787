import { display } from '../../core/display.js';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemDocument, ItemLibrary, RefreshedItem } from '../../core/items/itemLibrary.js';
import { utcDateTime } from '../../core/timeWords.js';
import { runEditorCommand } from '../../platform/contributions.js';
import { earlierItemUri, itemUri } from '../../platform/itemDocuments.js';
import type { Notify } from '../../platform/notify.js';
import { withProgress } from '../../platform/progress.js';

/** Asks for items again and shows what changed: of one item as a comparison, of several in a sentence. */
export async function refreshItems(library: ItemLibrary, notify: Notify, keys: readonly ItemKey[]): Promise<{ readonly changed: boolean }> {
  const title = keys.length === 1 ? `Refreshing ${display(keys[0]?.id ?? '', 60)}` : `Refreshing ${keys.length} items`;
  const refreshed = await withProgress(title, undefined, async (signal, report) => {
    const all: (readonly [ItemKey, RefreshedItem])[] = [];
    for (const key of keys) {
      report(keys.length === 1 ? '' : `${all.length} of ${keys.length}`);
      all.push([key, await library.refresh(key, signal)]);
    }
    return all;
  });
  const changed = refreshed.filter(([, { earlier }]) => earlier !== undefined);
  const [first] = changed;
  if (first === undefined) {
    notify.quiet(keys.length === 1 ? 'No change since the item was fetched before' : `No change in ${keys.length} items`);
  } else if (keys.length === 1) {
    const [key, { earlier, document }] = first;
    await showChanges(key, earlier, document);
  } else {
    notify.info(`${changed.length} of ${keys.length} items changed.`, ...changed.slice(0, 1).map(([key, { earlier, document }]) => ({
      title: 'Show First Change', run: async () => await showChanges(key, earlier, document),
    })));
  }
  return { changed: first !== undefined };
}

/** What an item's document said before, beside what it says now. */
export async function showChanges(key: ItemKey, earlier: ItemDocument | undefined, now: ItemDocument): Promise<void> {
  const before = earlier === undefined ? 'earlier' : utcDateTime(earlier.fetchedAt);
  await runEditorCommand('vscode.diff', earlierItemUri(key), itemUri(key), `${display(key.id, 60)} (${before} ↔ ${utcDateTime(now.fetchedAt)})`, { preview: true });
}
