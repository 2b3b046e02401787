import * as vscode from 'vscode';
import { readArrangement, type Arrangement } from '../../core/arrangement.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey } from '../../core/item.js';
import { countMarks } from '../../core/marks.js';
import { itemCount } from '../../core/pages.js';
import { shownSet } from '../../core/results.js';
import type { Selection } from '../../core/selection.js';
import { RESULTS_VIEW, runCommand, setContextKey, type EmptyView } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import { itemTarget } from '../../platform/itemTargets.js';
import { arrangementWords, chooseGrouping, chooseSorting } from './arrangeRows.js';
import { earlierSets, showHistory } from './history.js';
import { loadAll } from './loadAll.js';
import type { ResultNode } from './resultNode.js';
import { ResultsTree } from './resultsTree.js';
import { treeMessage } from './resultsWords.js';
import { ResultsWatch, type WatchParts } from './watch.js';
import { changeWords, watchWords } from './watchWords.js';

export interface ResultsParts extends WatchParts {
  readonly selection: Selection;
  /** What is kept for this workspace. */
  readonly memory: vscode.Memento;
}

/** Where the arrangement of rows is kept. */
const ARRANGEMENT = 'results.arrangement';

/** The results view: rows, what stands above them, and what is said where there are none. */
export function registerResults(parts: ResultsParts): Disposable {
  const { choice, sessions, results, selection, memory, register } = parts;
  const store = new DisposableStore();
  let arrangement = readArrangement(memory.get(ARRANGEMENT));
  const watch = store.add(new ResultsWatch(parts));
  const tree = store.add(new ResultsTree(results, () => ({ arrangement, markOf: (key) => watch.markOf(key) })));
  const view = store.add(vscode.window.createTreeView<ResultNode>(RESULTS_VIEW, { treeDataProvider: tree, showCollapseAll: true }));

  const update = (): void => {
    const { state } = results;
    const set = shownSet(state);
    const now = Date.now();
    const watched = watch.watch;
    view.message = [treeMessage(state, now), watched === undefined ? undefined : watchWords(watched, watch.isShown, now)].filter((words) => words !== undefined).join(' ');
    view.description = [choice.current === undefined ? '' : environmentLabel(choice.current), arrangementWords(arrangement)].filter((words) => words !== '').join(' \u00b7 ');
    view.badge = watched === undefined || watched.marks.size === 0 ? undefined : { value: watched.marks.size, tooltip: changeWords(countMarks(watched.marks)) };
    setContextKey('hasResults', set !== undefined && itemCount(set) > 0);
    setContextKey('hasMore', set?.next !== undefined);
    setContextKey('hasHistory', earlierSets(results, choice.current?.name).length > 0);
    setContextKey('view', emptyView(parts));
  };
  update();
  store.add(results.onDidChange(() => {
    tree.refresh();
    update();
  }));
  let marks = watch.watch?.marks;
  store.add(watch.onDidChange(() => {
    if (marks !== watch.watch?.marks) {
      marks = watch.watch?.marks;
      tree.refresh();
    }
    update();
  }));
  store.add(sessions.onDidChange(update));
  store.add(choice.onDidChange(() => {
    // Rows of another environment would look like this one's.
    const set = shownSet(results.state);
    if (set !== undefined && set.environment !== choice.current?.name) {
      results.clear();
    }
    update();
  }));
  /** What was chosen on the map: shown where the tree is seen, without opening it. */
  const followSelection = (): void => {
    const [key] = selection.keys;
    const node = key === undefined || !view.visible ? undefined : tree.nodeFor(key);
    if (node !== undefined && !view.selection.includes(node)) {
      void view.reveal(node, { select: true, focus: false });
    }
  };
  store.add(selection.onDidChange((origin) => {
    if (origin !== 'tree') {
      followSelection();
    }
  }));
  store.add(view.onDidChangeVisibility(followSelection));
  store.add(view.onDidChangeSelection(({ selection: nodes }) => {
    nodes.forEach((node) => node.kind === 'item' && watch.seen(node.key));
    selection.set(nodes.flatMap((node) => (node.kind === 'item' ? [node.key] : [])), 'tree');
  }));

  const arrange = async (changed: Partial<Arrangement>): Promise<void> => {
    arrangement = { ...arrangement, ...changed };
    tree.refresh();
    update();
    await memory.update(ARRANGEMENT, arrangement);
  };
  store.add(register('groupResults', async (given) => {
    const groupBy = await chooseGrouping(given, arrangement);
    if (groupBy !== undefined) {
      await arrange({ groupBy });
    }
  }));
  store.add(register('sortResults', async (given) => {
    const sortBy = await chooseSorting(given, arrangement);
    if (sortBy !== undefined) {
      await arrange({ sortBy });
    }
  }));
  store.add(register('loadAll', async (given) => await loadAll(parts, given)));
  store.add(register('showHistory', async (given) => await showHistory(results, choice.current?.name, given)));
  store.add(register('findItem', async () => {
    const { pickItem } = await import('./findItem.js');
    const { rows } = tree;
    const item = rows === undefined ? undefined : await pickItem(rows.items());
    if (rows === undefined || item === undefined) {
      return undefined;
    }
    const key = itemKey(rows.set.environment, item);
    const node = tree.nodeFor(key);
    if (node !== undefined && view.visible) {
      void view.reveal(node, { select: true, focus: false });
    }
    return await runCommand('openItem', key);
  }));
  store.add(register('revealItem', async (target) => {
    const node = tree.nodeFor(itemTarget('Reveal in Results', target));
    if (node === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Reveal in Results', problem: 'This item is not among the results that are shown.' });
    }
    await view.reveal(node, { select: true, focus: true });
  }));
  return store;
}

/** What the view says when it has no rows; package.json has the words for each. */
function emptyView({ choice, sessions, results }: ResultsParts): EmptyView {
  const { chosen } = choice;
  switch (chosen.kind) {
    case 'none':
      return 'noEnvironment';
    case 'undecided':
      return 'undecided';
    case 'unknown':
      return 'unknownEnvironment';
    case 'chosen':
      break;
  }
  const { state } = results;
  const set = shownSet(state);
  if (set !== undefined && itemCount(set) > 0) {
    return 'rows';
  }
  const signedOut = chosen.environment.kind !== 'demo' && sessions.state(chosen.environment).kind === 'signedOut';
  switch (state.kind) {
    case 'searching':
    case 'loadingMore':
      return 'searching';
    case 'failed':
      return signedOut ? 'signedOut' : 'failed';
    case 'shown':
      return 'empty';
    case 'idle':
      return signedOut ? 'signedOut' : 'ready';
  }
}
