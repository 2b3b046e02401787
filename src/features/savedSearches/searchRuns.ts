import type { Uri } from 'vscode';
import { Emitter, type Disposable, type Event } from '../../core/event.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import { isSameService, type Environment } from '../../core/environment.js';
import type { WindowEnvironment } from '../../core/results/searchedEnvironment.js';
import type { SavedSearch } from '../../core/savedSearches/savedSearch.js';

/** What came of a file's search, and where. */
export type SearchRun = { readonly environment: Environment; readonly key: string } & (
  | { readonly kind: 'running' }
  | { readonly kind: 'ran'; readonly set: ResultSet }
);

/** What a search asks for, as a text to compare: a count belongs to the file as it was when it ran. */
export function searchKey({ environment, query }: SavedSearch): string {
  return JSON.stringify([environment, query]);
}

/** Remembers for each file what its search gave, and follows as more is loaded. */
export class SearchRuns implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #runs = new Map<string, SearchRun>();
  readonly #subscriptions: readonly Disposable[];
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(results: Results, private readonly choice: WindowEnvironment) {
    this.#subscriptions = [choice.onDidChange(() => this.#changed.fire()), results.onDidChange(() => {
      const set = shownSet(results.state);
      for (const [uri, run] of this.#runs) {
        // A set that grew from the one of the run has its very query.
        if (set !== undefined && run.kind === 'ran' && run.set !== set && run.set.query === set.query) {
          this.#set(uri, { ...run, set });
        }
      }
    })];
  }

  /** What came of it in the environment that the window uses. */
  of(uri: Uri): SearchRun | undefined {
    const run = this.#runs.get(uri.toString());
    const { current } = this.choice;
    return run !== undefined && current !== undefined && isSameService(run.environment, current) ? run : undefined;
  }

  /** Runs a search for a file. One that fails or is given up leaves what was there. */
  async during(uri: Uri | undefined, search: SavedSearch, environment: Environment, work: () => Promise<ResultSet>): Promise<ResultSet> {
    if (uri === undefined) {
      return await work();
    }
    const key = searchKey(search);
    const name = uri.toString();
    const before = this.#runs.get(name);
    const running: SearchRun = { kind: 'running', environment, key };
    this.#set(name, running);
    let after = before;
    try {
      const set = await work();
      after = { kind: 'ran', environment, key, set };
      return set;
    } finally {
      // Another run of the same file may have begun.
      if (this.#runs.get(name) === running) {
        this.#set(name, after);
      }
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changed.dispose();
  }

  #set(name: string, run: SearchRun | undefined): void {
    if (run === undefined) {
      this.#runs.delete(name);
    } else {
      this.#runs.set(name, run);
    }
    this.#changed.fire();
  }
}
