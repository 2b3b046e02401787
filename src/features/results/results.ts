import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { display } from '../../core/display.js';
import { CatalogError } from '../../core/failure.js';
import { formatUtc, hasId, itemLabel } from '../../core/item.js';
import { shownSet, type Results } from '../../core/results.js';
import type { Selection } from '../../core/selection.js';
import type { Sessions } from '../../core/session.js';
import { RESULTS_VIEW, runCommand, setContextKey, type EmptyView, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import { askChoice } from '../../platform/inputs.js';
import { itemTarget } from '../../platform/itemTargets.js';
import type { ItemNode, ResultNode } from './resultNode.js';
import { ResultsTree } from './resultsTree.js';
import { treeMessage } from './resultsWords.js';

export interface ResultsParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
  readonly results: Results;
  readonly selection: Selection;
  readonly register: RegisterCommand;
}

/** The results view: rows, what stands above them, and what is said where there are none. */
export function registerResults(parts: ResultsParts): Disposable {
  const { choice, sessions, results, selection, register } = parts;
  const store = new DisposableStore();
  const tree = store.add(new ResultsTree(results));
  const view = store.add(vscode.window.createTreeView<ResultNode>(RESULTS_VIEW, { treeDataProvider: tree, showCollapseAll: true }));

  const update = (): void => {
    const { state } = results;
    const set = shownSet(state);
    view.message = treeMessage(state, Date.now()) ?? '';
    view.description = choice.current === undefined ? '' : environmentLabel(choice.current);
    setContextKey('hasResults', (set?.items.length ?? 0) > 0);
    setContextKey('hasMore', set?.next !== undefined);
    setContextKey('view', emptyView(parts));
  };
  update();
  store.add(results.onDidChange(() => {
    tree.refresh();
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
    selection.set(nodes.flatMap((node) => (node.kind === 'item' ? [node.key] : [])), 'tree');
  }));
  store.add(register('findItem', async () => {
    const found = await pickItem(results);
    if (found === undefined) {
      return undefined;
    }
    const node = tree.nodeFor(found.key);
    if (node !== undefined && view.visible) {
      void view.reveal(node, { select: true, focus: false });
    }
    return await runCommand('openItem', found.key);
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
  if (set !== undefined && set.items.length > 0) {
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

/** Everything loaded, to be found by any field that is shown. */
async function pickItem(results: Results): Promise<ItemNode | undefined> {
  const set = shownSet(results.state);
  const answer = await askChoice<ItemNode>({
    title: 'Find in Results',
    placeholder: `Type a part of an id, platform, time or status; ${set?.items.length ?? 0} items are loaded`,
    matchOnDescription: true,
    choices: (set?.items ?? []).filter(hasId).map((item) => ({
      label: itemLabel(item),
      description: [item.platform, formatUtc(item.datetime), item.status].filter((part) => part !== undefined && part !== '').map((part) => display(part ?? '', 60)).join(' · '),
      value: { kind: 'item', key: { environment: set?.environment ?? '', collection: item.collection, id: item.id }, item },
    })),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}
