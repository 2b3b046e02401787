import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import { formatUtc } from '../../core/items/itemTime.js';
import { hasId, itemKey, itemLabel, type ItemKey } from '../../core/items/item.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import { utcDateTime } from '../../core/timeWords.js';
import { runEditorCommand } from '../../platform/contributions.js';
import { askChoice, type Choice } from '../../platform/inputs.js';
import { isSameItem, itemOfUri, itemUri } from '../../platform/itemDocuments.js';
import { withProgress } from '../../platform/progress.js';
import { showChanges } from './refreshItem.js';

/** What an item is compared with: its own earlier copy, or another item. */
type Other = 'earlier' | ItemKey;

/**
 * Shows two items side by side; asks for the other one where it is not given.
 * @throws CatalogError as {@link ItemLibrary.documentOrAsk}
 */
export async function compareItem({ library, results }: { readonly library: ItemLibrary; readonly results: Results }, key: ItemKey, given: Other | undefined): Promise<void> {
  const other = given ?? await askOther(library, results, key);
  if (other === undefined) {
    return;
  }
  const keys = other === 'earlier' ? [key] : [key, other];
  const [document] = await withProgress('Reading the items', undefined, async (signal) => {
    const read = [];
    for (const one of keys) {
      read.push(await library.documentOrAsk(one, signal));
    }
    return read;
  });
  if (other !== 'earlier') {
    await runEditorCommand('vscode.diff', itemUri(key), itemUri(other), `${display(key.id, 40)} ↔ ${display(other.id, 40)}`, { preview: true });
  } else if (document !== undefined) {
    await showChanges(key, await library.earlier(key), document);
  }
}

/** The earlier copy first, then what is open in an editor, then what is loaded. */
async function askOther(library: ItemLibrary, results: Results, key: ItemKey): Promise<Other | undefined> {
  const choices: (Choice<Other> | vscode.QuickPickItem)[] = [];
  const earlier = await library.earlier(key);
  if (earlier !== undefined) {
    choices.push({ label: 'Its earlier copy', description: `as fetched ${utcDateTime(earlier.fetchedAt)}`, icon: 'history', value: 'earlier' });
  }
  const open = openItems().filter((one) => !isSameItem(one, key));
  const set = shownSet(results.state);
  const loaded = (set?.items ?? []).filter((item) => hasId(item)).map((item) => ({ item, other: itemKey(set?.environment ?? '', item) }))
    .filter(({ other }) => ![key, ...open].some((known) => isSameItem(known, other)));
  choices.push(
    ...separated('open', open.map((other) => ({ label: display(other.id), description: display(other.collection, 60), value: other }))),
    ...separated('loaded', loaded.map(({ item, other }) => ({
      label: itemLabel(item), description: [item.platform ?? '', formatUtc(item.datetime)].filter((part) => part !== '').map((part) => display(part, 60)).join(' · '), value: other,
    }))),
  );
  const answer = await askChoice<Other>({
    title: `Compare ${display(key.id, 60)} with...`,
    placeholder: choices.length === 0 ? 'There is nothing to compare with: open another item, or search' : 'Type a part of an id, platform or time',
    matchOnDescription: true,
    choices,
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

function separated(label: string, choices: readonly Choice<Other>[]): readonly (Choice<Other> | vscode.QuickPickItem)[] {
  return choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];
}

/** The items in tabs, each once. */
function openItems(): readonly ItemKey[] {
  const found = new Map<string, ItemKey>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const uri = input instanceof vscode.TabInputText ? input.uri : undefined;
    const key = uri === undefined ? undefined : itemOfUri(uri);
    if (uri !== undefined && key !== undefined) {
      found.set(uri.path, key);
    }
  }
  return [...found.values()];
}
