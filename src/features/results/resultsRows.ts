import type * as vscode from 'vscode';
import type { Arrangement } from '../../core/results/arrangement.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey } from '../../core/items/item.js';
import { countMarks } from '../../core/results/marks.js';
import { itemCount, type ResultSet } from '../../core/catalog/pages.js';
import { rowsSet, shownSet, type ResultsState } from '../../core/results/resultsState.js';
import { runCommand, setContextKey } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { itemTarget } from '../../platform/itemTargets.js';
import { earlierSets } from './history.js';
import type { ResultNode } from './resultNode.js';
import type { ResultsParts } from './parts.js';
import { ResultsTree } from './resultsTree.js';
import { brushWords, treeMessage } from './resultsWords.js';
import { ResultsWatch } from './watch.js';
import { changeWords, watchWords } from './watchWords.js';

/** The view that the rows are in. */
export interface RowsView {
  readonly view: vscode.TreeView<ResultNode>;
  readonly arrangement: () => Arrangement;
  /** Makes the editor ask for the rows again. */
  readonly refresh: () => void;
}

/**
 * What is over so soon needs no word that it runs. The editor takes the first change of a tree at once and what follows it 200 ms later:
 * a word or a refresh that says nothing new would hold back the rows.
 */
const UNNOTICED_MS = 250;

/** The rows of the results view, what stands above them, and what is chosen among them. Loaded with the first search. */
export class ResultsRows implements Disposable {
  readonly #store = new DisposableStore();
  readonly watch: ResultsWatch;
  readonly tree: ResultsTree;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: ResultsParts, private readonly shown: RowsView) {
    const { results, sessions, choice, selection, times } = parts;
    const { view, arrangement, refresh } = shown;
    this.watch = this.#store.add(new ResultsWatch(parts));
    this.tree = new ResultsTree(results, () => ({
      arrangement: arrangement(), markOf: (key) => this.watch.markOf(key),
      // What is brushed is of the set on the map, not of the beginning of the one to come.
      span: rowsSet(results.state) === shownSet(results.state) ? times.span : undefined,
    }));
    this.#store.add({ dispose: () => clearTimeout(this.#late) });
    // The editor has been given no rows yet; they may have come while this was loaded.
    let rowsOf: ResultSet | undefined;
    const follow = (): void => {
      const set = rowsSet(results.state);
      if (set !== rowsOf) {
        rowsOf = set;
        refresh();
      }
      this.update();
    };
    this.#store.add(results.onDidChange(follow));
    let marks = this.watch.watch?.marks;
    this.#store.add(this.watch.onDidChange(() => {
      if (marks !== this.watch.watch?.marks) {
        marks = this.watch.watch?.marks;
        refresh();
      }
      this.update();
    }));
    this.#store.add(sessions.onDidChange(() => this.update()));
    this.#store.add(choice.onDidChange(() => this.update()));
    this.#store.add(selection.onDidChange((origin) => {
      if (origin !== 'tree') {
        this.#followSelection();
      }
    }));
    this.#store.add(view.onDidChangeVisibility(() => this.#followSelection()));
    this.#store.add(times.onDidChange(() => {
      refresh();
      this.update();
      this.#followSelection();
    }));
    this.#store.add(view.onDidChangeSelection(({ selection: nodes }) => this.#chosen(nodes)));
    follow();
  }

  /** Puts above the rows, beside the view's name and into the menus what holds now. */
  update(): void {
    const { results, times } = this.parts;
    const { view } = this.shown;
    const set = shownSet(results.state);
    const { watch } = this.watch;
    if (results.busy) {
      this.#late ??= setTimeout(() => this.#sayAbove(), UNNOTICED_MS);
    } else {
      this.#sayAbove();
    }
    view.badge = watch === undefined || watch.marks.size === 0 ? undefined : { value: watch.marks.size, tooltip: changeWords(countMarks(watch.marks)) };
    const rows = rowsSet(results.state);
    setContextKey('hasResults', set !== undefined && itemCount(set) > 0);
    // Also of a page that is still arriving: what a row does goes by the row.
    setContextKey('hasRows', rows !== undefined && itemCount(rows) > 0);
    setContextKey('hasMore', set?.next !== undefined);
    setContextKey('hasHistory', earlierSets(results).length > 0);
    setContextKey('timeBrushed', times.span !== undefined);
  }

  /** Lets a person pick one of the rows' items and opens it. */
  async findItem(): Promise<vscode.Uri | undefined> {
    const { pickItem } = await import('./findItem.js');
    const { rows } = this.tree;
    const { view } = this.shown;
    const item = rows === undefined ? undefined : await pickItem(rows.items());
    if (rows === undefined || item === undefined) {
      return undefined;
    }
    const key = itemKey(rows.set.environment, item);
    const node = this.tree.nodeFor(key);
    if (node !== undefined && view.visible) {
      void view.reveal(node, { select: true, focus: false });
    }
    return await runCommand('openItem', key);
  }

  /** @throws CatalogError `invalid` where the item has no row */
  async revealItem(target: unknown): Promise<void> {
    const node = this.tree.nodeFor(itemTarget('Reveal in Results', target));
    if (node === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Reveal in Results', problem: 'This item is not among the results that are shown.' });
    }
    await this.shown.view.reveal(node, { select: true, focus: true });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #sayAbove(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    const { view } = this.shown;
    const [now, watched] = [Date.now(), this.watch.watch];
    const { rows } = this.tree;
    const brushed = rows?.span === undefined ? undefined : brushWords(rows.span, rows.count, itemCount(rows.set));
    const message = [brushed, treeMessage(stateToTell(this.parts), now), watched === undefined ? undefined : watchWords(watched, this.watch.onScreen, now)].filter((part) => part !== undefined).join(' ');
    if (view.message !== message) {
      view.message = message;
    }
  }

  /** What was chosen on the map: shown where the tree is seen, without opening it. */
  #followSelection(): void {
    const { view } = this.shown;
    const [key] = this.parts.selection.keys;
    const node = key === undefined || !view.visible ? undefined : this.tree.nodeFor(key);
    if (node !== undefined && !view.selection.includes(node)) {
      void view.reveal(node, { select: true, focus: false });
    }
  }

  #chosen(nodes: readonly ResultNode[]): void {
    const { selection, results } = this.parts;
    nodes.forEach((node) => node.kind === 'item' && this.watch.seen(node.key));
    // The editor lets go of a row that the brush hides: the item stays chosen, and its row is when it is back.
    if (nodes.length === 0 && selection.keys.some((key) => results.find(key) !== undefined && this.tree.nodeFor(key) === undefined)) {
      return;
    }
    selection.set(nodes.flatMap((node) => (node.kind === 'item' ? [node.key] : [])), 'tree');
  }
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
