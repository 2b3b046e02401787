import * as vscode from 'vscode';
import { readArrangement, type Arrangement } from '../../core/results/arrangement.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey } from '../../core/items/item.js';
import { countMarks } from '../../core/results/marks.js';
import { itemCount } from '../../core/catalog/pages.js';
import { rowsSet, shownSet, type ResultsState } from '../../core/results/resultsState.js';
import type { Selection } from '../../core/results/selection.js';
import type { TimeBrush, TimeSpan } from '../../core/results/timeBrush.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { RESULTS_VIEW, runCommand, setContextKey, type EmptyView } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import { itemTarget } from '../../platform/itemTargets.js';
import { arrangementWords, chooseGrouping, chooseSorting } from './arrangeRows.js';
import { earlierSets, showHistory } from './history.js';
import { loadAll } from './loadAll.js';
import type { ResultNode } from './resultNode.js';
import { ResultsTree } from './resultsTree.js';
import { brushWords, treeMessage } from './resultsWords.js';
import { ResultsWatch, type WatchParts } from './watch.js';
import { changeWords, watchWords } from './watchWords.js';

export interface ResultsParts extends WatchParts {
  readonly selection: Selection;
  readonly times: TimeBrush;
}

/**
 * What is over so soon needs no word that it runs. The editor takes the first change of a tree at once and what follows it 200 ms later:
 * a word or a refresh that says nothing new would hold back the rows.
 */
const UNNOTICED_MS = 250;
/** Where the arrangement of rows is kept. */
const ARRANGEMENT = 'results.arrangement';

/** The results view: rows, what stands above them, and what is said where there are none. */
export function registerResults(parts: ResultsParts): Disposable {
  const { choice, sessions, results, selection, times, memory, register } = parts;
  const store = new DisposableStore();
  let arrangement = readArrangement(memory.get(ARRANGEMENT));
  const watch = store.add(new ResultsWatch(parts));
  /** What is brushed is of the set on the map, not of the beginning of the one to come. */
  const spanOf = (): TimeSpan | undefined => (rowsSet(results.state) === shownSet(results.state) ? times.span : undefined);
  const tree = store.add(new ResultsTree(results, () => ({ arrangement, markOf: (key) => watch.markOf(key), span: spanOf() })));
  const view = store.add(vscode.window.createTreeView<ResultNode>(RESULTS_VIEW, { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true }));

  let late: ReturnType<typeof setTimeout> | undefined;
  store.add({ dispose: () => clearTimeout(late) });
  const sayAbove = (): void => {
    clearTimeout(late);
    late = undefined;
    const [now, watched] = [Date.now(), watch.watch];
    const { rows } = tree;
    const brushed = rows?.span === undefined ? undefined : brushWords(rows.span, rows.count, itemCount(rows.set));
    const message = [brushed, treeMessage(stateToTell(parts), now), watched === undefined ? undefined : watchWords(watched, watch.onScreen, now)].filter((part) => part !== undefined).join(' ');
    if (view.message !== message) {
      view.message = message;
    }
  };
  const update = (): void => {
    const set = shownSet(results.state);
    const watched = watch.watch;
    if (results.busy) {
      late ??= setTimeout(sayAbove, UNNOTICED_MS);
    } else {
      sayAbove();
    }
    view.description = [choice.current === undefined ? '' : environmentLabel(choice.current), arrangementWords(arrangement)].filter((part) => part !== '').join(' \u00b7 ');
    view.badge = watched === undefined || watched.marks.size === 0 ? undefined : { value: watched.marks.size, tooltip: changeWords(countMarks(watched.marks)) };
    const rows = rowsSet(results.state);
    setContextKey('hasResults', set !== undefined && itemCount(set) > 0);
    // Also of a page that is still arriving: what a row does goes by the row.
    setContextKey('hasRows', rows !== undefined && itemCount(rows) > 0);
    setContextKey('hasMore', set?.next !== undefined);
    setContextKey('hasHistory', earlierSets(results, choice.current?.name).length > 0);
    setContextKey('timeBrushed', times.span !== undefined);
    setContextKey('view', emptyView(parts));
  };
  store.add(afterActivation(update));
  let rowsOf = rowsSet(results.state);
  store.add(results.onDidChange(() => {
    const set = rowsSet(results.state);
    if (set !== rowsOf) {
      rowsOf = set;
      tree.refresh();
    }
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
  store.add(times.onDidChange(() => {
    tree.refresh();
    update();
    followSelection();
  }));
  store.add(view.onDidChangeSelection(({ selection: nodes }) => {
    nodes.forEach((node) => node.kind === 'item' && watch.seen(node.key));
    // The editor lets go of a row that the brush hides: the item stays chosen, and its row is when it is back.
    if (nodes.length === 0 && selection.keys.some((key) => results.find(key) !== undefined && tree.nodeFor(key) === undefined)) {
      return;
    }
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
    return arrangement.groupBy;
  }));
  store.add(register('sortResults', async (given) => {
    const sortBy = await chooseSorting(given, arrangement);
    if (sortBy !== undefined) {
      await arrange({ sortBy });
    }
    return arrangement.sortBy;
  }));
  store.add(register('showAllTimes', () => Promise.resolve(times.set(undefined, 'command'))));
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

/**
 * The state as far as a message has to say it. That a sign-in is wanted is said by the view itself where there are no rows: with buttons,
 * which a message would hide. Once there is one, it is over.
 */
function stateToTell({ sessions, choice, results }: ResultsParts): ResultsState {
  const { state } = results;
  if (state.kind !== 'failed' || state.failure.kind !== 'signedOut') {
    return state;
  }
  if (state.previous === undefined) {
    return { kind: 'idle' };
  }
  const environment = choice.byName(state.environment);
  return environment === undefined || sessions.state(environment).kind === 'signedOut' ? state : { kind: 'shown', set: state.previous };
}

/** What the view says when it has no rows and no message; package.json has the words. */
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
      return signedOut ? 'signedOut' : state.failure.kind === 'signedOut' ? 'ready' : 'failed';
    case 'shown':
      return 'empty';
    case 'idle':
      return signedOut ? 'signedOut' : 'ready';
  }
}
