import * as vscode from 'vscode';
import { arrangementWords, readArrangement, type Arrangement } from '../../core/results/arrangement.js';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { itemCount } from '../../core/catalog/pages.js';
import { shownSet } from '../../core/results/resultsState.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { RESULTS_VIEW, setContextKey, type EmptyView } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { ChosenEnvironment } from '../../platform/environmentChoice.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import type { ResultNode } from './resultNode.js';
import type { ResultsRows } from './resultsRows.js';
import { WATCH } from './parts.js';
import type { ResultsParts } from './parts.js';

/** Where the arrangement of rows is kept. */
const ARRANGEMENT = 'results.arrangement';

/** The results view as it is without rows, and its commands. What rows need loads with the first search. */
export function registerResults(parts: ResultsParts): Disposable {
  const { choice, sessions, results, times, memory, register, notify } = parts;
  const store = new DisposableStore();
  let arrangement = readArrangement(memory.get(ARRANGEMENT));
  let rows: ResultsRows | undefined;
  let loading: Promise<ResultsRows> | undefined;
  const changed = store.add(new vscode.EventEmitter<undefined>());
  const view = store.add(vscode.window.createTreeView<ResultNode>(RESULTS_VIEW, {
    showCollapseAll: true, canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (results.state.kind === 'idle' ? [] : await (await load()).tree.getChildren(node)),
      getTreeItem: (node) => rows?.tree.getTreeItem(node) ?? {},
      getParent: (node) => rows?.tree.getParent(node),
      resolveTreeItem: async (row, node, token) => await (await load()).tree.resolveTreeItem(row, node, token),
    },
  }));
  const load = (): Promise<ResultsRows> => (loading ??= import('./resultsRows.js').then((module) => {
    rows = store.add(new module.ResultsRows(parts, { view, arrangement: () => arrangement, refresh: () => changed.fire(undefined) }));
    return rows;
  }));

  const prepare = (): void => {
    load().catch((error: unknown) => notify.defect('results view', error));
  };
  const update = (): void => {
    // The editor hides the description of a view that is alone in its container, but not its title.
    view.title = viewTitle(choice.chosen);
    view.description = arrangementWords(arrangement);
    setContextKey('view', emptyView(parts));
  };
  store.add(afterActivation(() => {
    update();
    if (memory.get(WATCH) !== undefined) {
      // A search was watched before the window was loaded anew.
      void Promise.resolve(choice.ready()).then(prepare);
    }
  }));
  store.add(results.onDidChange(() => {
    prepare();
    update();
  }));
  store.add(sessions.onDidChange(update));
  store.add(choice.onDidChange(update));

  const arrange = async (wanted: Partial<Arrangement>): Promise<void> => {
    arrangement = { ...arrangement, ...wanted };
    changed.fire(undefined);
    update();
    rows?.update();
    await memory.update(ARRANGEMENT, arrangement);
  };
  store.add(register('groupResults', async (given) => {
    const groupBy = await (await import('./arrangeRows.js')).chooseGrouping(given, arrangement);
    if (groupBy !== undefined) {
      await arrange({ groupBy });
    }
    return arrangement.groupBy;
  }));
  store.add(register('sortResults', async (given) => {
    const sortBy = await (await import('./arrangeRows.js')).chooseSorting(given, arrangement);
    if (sortBy !== undefined) {
      await arrange({ sortBy });
    }
    return arrangement.sortBy;
  }));
  store.add(register('showAllTimes', () => Promise.resolve(times.set(undefined, 'command'))));
  store.add(register('loadAll', async (given) => await (await import('./loadAll.js')).loadAll(parts, given)));
  store.add(register('showHistory', async (given) => await (await import('./history.js')).showHistory(results, given)));
  store.add(register('findItem', async () => await (await load()).findItem()));
  store.add(register('revealItem', async (target) => await (await load()).revealItem(target)));
  store.add(register('watchSearch', async (given) => await (await load()).watch.watchSearch(given)));
  store.add(register('checkWatch', async () => await (await load()).watch.checkNow()));
  store.add(register('markAllSeen', async () => (await load()).watch.allSeen()));
  store.add(register('stopWatching', async () => (await load()).watch.stop()));
  return store;
}

/** The environment first: a narrow view cuts off the end. */
function viewTitle(chosen: ChosenEnvironment): string {
  switch (chosen.kind) {
    case 'chosen':
      return `${environmentLabel(chosen.environment)} \u00b7 Results`;
    case 'unknown':
      return `"${display(chosen.named, 60)}" is not in your settings \u00b7 Results`;
    case 'none':
    case 'undecided':
    case 'disagreeing':
      return 'Results';
  }
}

/** What the view says when it has no rows and no message; package.json has the words. */
function emptyView({ choice, sessions, results }: ResultsParts): EmptyView {
  const { chosen } = choice;
  switch (chosen.kind) {
    case 'none':
      return 'noEnvironment';
    case 'undecided':
      return 'undecided';
    case 'disagreeing':
      return 'disagreeing';
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
