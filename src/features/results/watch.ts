import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import { readWatch, storedWatch } from '../../core/savedSearches/keptWatch.js';
import { countMarks, markName, type Mark } from '../../core/results/marks.js';
import type { Results } from '../../core/results/results.js';
import { SearchWatch, type Watch } from '../../core/results/watchSearch.js';
import { systemClock } from '../../platform/clock.js';
import { RESULTS_VIEW, runEditorCommand, setContextKey } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { chooseInterval } from './askWatch.js';
import { MARK_SCHEME } from './resultNode.js';
import { WATCH, type WatchParts } from './parts.js';
import { changeWords, type OnScreen } from './watchWords.js';

/** Watching a search: when the window is in use and signed in, and what is said of it. */
export class ResultsWatch implements Disposable {
  readonly #store = new DisposableStore();
  readonly #watch: SearchWatch;
  readonly onDidChange: SearchWatch['onDidChange'];

  constructor(private readonly parts: WatchParts) {
    const { results, sessions, choice } = parts;
    this.#watch = this.#store.add(new SearchWatch({
      clock: systemClock,
      conditions: () => ({ focused: vscode.window.state.focused, signedIn: this.#signedIn(), free: !results.busy }),
      find: (id) => results.history.find((kept) => kept.id === id),
      ask: async (kept, signal) => {
        const [client, { searchOver }] = await Promise.all([parts.quietClient(), import('../../core/results/searchOver.js')]);
        return await searchOver(client, kept, systemClock, signal);
      },
      renew: (id, set) => {
        const renewed = results.renew(id, set);
        if (renewed && results.state.kind === 'idle') {
          // It was watched before the window was loaded anew, and nothing else is on screen.
          results.goBack(id);
        }
        return renewed;
      },
    }));
    this.onDidChange = this.#watch.onDidChange;
    this.#store.add(this.#watch.onDidChange(() => {
      setContextKey('watching', this.watch !== undefined);
      setContextKey('hasMarks', (this.watch?.marks.size ?? 0) > 0);
      this.#keep();
    }));
    this.#store.add(vscode.window.onDidChangeWindowState(() => this.#watch.conditionsChanged()));
    this.#store.add(results.onDidChange(() => this.#watch.conditionsChanged()));
    this.#store.add(choice.onDidChange(() => this.#watch.conditionsChanged()));
    this.#store.add(sessions.onDidChange(() => this.#watch.sessionChanged()));
    this.#store.add(vscode.window.registerFileDecorationProvider({
      // Rows are drawn anew with each change, under an address that says what the mark is.
      provideFileDecoration: ({ scheme, query }) => (scheme === MARK_SCHEME ? decoration(query) : undefined),
    }));
    this.#tellOnce();
    this.#restore();
  }

  get watch(): Watch | undefined {
    return this.#watch.watch;
  }

  /** Whether the watched search is the one on screen. */
  get isShown(): boolean {
    return this.watch !== undefined && this.watch.id === this.parts.results.shown?.id;
  }

  /** What is on screen, as far as the watch goes. */
  get onScreen(): OnScreen {
    return this.isShown ? 'watched' : this.parts.results.state.kind === 'idle' ? 'nothing' : 'another';
  }

  markOf(key: ItemKey): Mark | undefined {
    return this.isShown ? this.watch?.marks.get(markName(key)) : undefined;
  }

  /**
   * Watches the search on screen, so often as a program says or a person picks.
   * @throws CatalogError `invalid` where there is no search
   */
  async watchSearch(given: unknown): Promise<void> {
    const { results } = this.parts;
    const { shown } = results;
    if (shown === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'Watch Search', problem: 'Search for items first.' });
    }
    const interval = await chooseInterval(given);
    if (interval !== undefined && results.history.some(({ id }) => id === shown.id)) {
      this.#start(shown.id, interval);
    }
  }

  async checkNow(): Promise<void> {
    await this.#watch.checkNow();
  }

  allSeen(): void {
    this.#watch.allSeen();
  }

  stop(): void {
    this.#watch.stop();
  }

  seen(key: ItemKey): void {
    this.#watch.seen(markName(key));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Goes on with the watch of before the window was loaded anew. Asks nothing: the first look comes when it is due. */
  #restore(): void {
    const { memory, choice, results } = this.parts;
    const kept = readWatch(memory.get(WATCH));
    const environment = kept === undefined ? undefined : choice.current;
    if (kept !== undefined && environment?.name === kept.environment) {
      this.#start(results.expect(environment, kept.query), kept.intervalMs);
    }
  }

  #start(id: number, intervalMs: number): void {
    this.#told = false;
    this.parts.results.pin(id);
    this.#watch.start(id, intervalMs);
  }

  /** What is watched now, kept for the next time. */
  #keep(): void {
    const { watch, parts: { memory, results } } = this;
    const watched = this.#watched();
    const wanted = watch === undefined || watched === undefined ? undefined : { id: watch.id, intervalMs: watch.intervalMs };
    if (wanted?.id === this.#keeping?.id && wanted?.intervalMs === this.#keeping?.intervalMs) {
      return;
    }
    this.#keeping = wanted;
    if (watch === undefined) {
      results.pin(undefined);
    }
    void memory.update(WATCH, watch === undefined || watched === undefined
      ? undefined
      : storedWatch({ environment: watched.environment.name, query: watched.query, intervalMs: watch.intervalMs }));
  }

  #keeping: { readonly id: number; readonly intervalMs: number } | undefined;
  #told = false;

  /** The first find of a watch gets a message; from then on the badge counts. */
  #tellOnce(): void {
    this.#store.add(this.#watch.onDidFind((found) => {
      if (!this.#told) {
        this.#told = true;
        this.parts.notify.info(`The watched search found ${changeWords(countMarks(found))}.`, { title: 'Show Results', run: async () => await this.#show(), environment: this.#watched()?.environment.name });
      }
    }));
  }

  async #show(): Promise<void> {
    const { watch } = this;
    if (watch !== undefined && !this.isShown) {
      this.parts.results.goBack(watch.id);
    }
    await runEditorCommand(`${RESULTS_VIEW}.focus`);
  }

  #watched(): ReturnType<Results['history']['find']> {
    const id = this.watch?.id;
    return this.parts.results.history.find((kept) => kept.id === id);
  }

  /** A token that works is there: what it needs beyond that, a person decides. */
  #signedIn(): boolean {
    const watched = this.parts.results.history.find((kept) => kept.id === this.#watch.id);
    const state = watched === undefined ? undefined : this.parts.sessions.state(watched.environment);
    return watched?.environment.kind === 'demo' || state?.kind === 'valid' || state?.kind === 'expiring' || (state?.kind === 'exhausted' && state.token !== undefined);
  }
}

function decoration(kind: string): vscode.FileDecoration {
  return kind === 'new'
    ? new vscode.FileDecoration('N', 'New since it was watched', new vscode.ThemeColor('gitDecoration.addedResourceForeground'))
    : new vscode.FileDecoration('C', 'Status changed since it was watched', new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'));
}
