/** A search that is run again from time to time, and what came of it. */
import { Emitter, type Disposable, type Event } from '../event.js';
import { CatalogError, toFailure, type Failure } from '../failure.js';
import { addMarks, findChanges, marksWithin, NO_MARKS, type Marks } from './marks.js';
import type { ResultSet } from '../catalog/pages.js';
import type { Clock } from '../ports.js';
import type { KeptSet } from './resultHistory.js';
import { beginCheck, endCheck, nextStep, pausedBy, startWatching, unblock, type WatchConditions, type WatchPause, type WatchState } from './watchTimes.js';

export interface WatchPorts {
  readonly clock: Clock;
  readonly conditions: () => WatchConditions;
  /** The watched search as it is kept now; undefined where it is kept no more, or is of another environment than the window's. */
  readonly find: (id: number) => KeptSet | undefined;
  /** Asks the service for the search's items again, without an exchange. @throws CatalogError */
  readonly ask: (kept: KeptSet, signal: AbortSignal) => Promise<ResultSet>;
  /** Puts the new set in the place of the old; false where that cannot be done now. */
  readonly renew: (id: number, set: ResultSet) => boolean;
}

/** A watch as people are told of it. Times are milliseconds since the epoch. */
export interface Watch {
  /** Names the search in the history. */
  readonly id: number;
  readonly intervalMs: number;
  readonly checking: boolean;
  readonly paused: WatchPause | undefined;
  readonly checkedAt: number | undefined;
  /** Why the last run brought nothing. */
  readonly failure: Failure | undefined;
  readonly marks: Marks;
}

/** Failures that a sign-in or an exchange would cure: a person decides on those. */
const NEEDS_SIGN_IN: ReadonlySet<Failure['kind']> = new Set(['signedOut', 'unauthorized', 'exhausted', 'credentialsRefused', 'heldBack', 'tokenService']);

/** Watches one search at a time. One timer while a run is to come, none otherwise. */
export class SearchWatch implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #found = new Emitter<Marks>();
  /** What a run found, each thing once. */
  readonly onDidFind: Event<Marks> = this.#found.event;
  #watching: Watching | undefined;
  /** Ends what waits or runs. */
  #current = new AbortController();

  constructor(private readonly ports: WatchPorts) {}

  /** Names the watched search; undefined where none is watched. */
  get id(): number | undefined {
    return this.#watching?.id;
  }

  get watch(): Watch | undefined {
    const watching = this.#watching;
    if (watching === undefined) {
      return undefined;
    }
    const { id, state, checkedAt, failure, marks } = watching;
    return { id, intervalMs: state.intervalMs, checking: state.kind === 'checking', paused: pausedBy(state, this.ports.conditions()), checkedAt, failure, marks };
  }

  /** Watches a search from now on, instead of any other. @param intervalMs at least a minute; less counts as a minute */
  start(id: number, intervalMs: number): void {
    this.#current.abort();
    this.#watching = { id, state: startWatching(intervalMs, this.ports.clock.monotonic()), checkedAt: undefined, failure: undefined, marks: NO_MARKS };
    this.#goOn();
  }

  stop(): void {
    this.#current.abort();
    this.#watching = undefined;
    this.#changed.fire();
  }

  /** Something that {@link WatchPorts.conditions} tells is another now. A search that is kept no more is watched no more. */
  conditionsChanged(): void {
    if (this.#watching !== undefined && this.ports.find(this.#watching.id) === undefined) {
      this.stop();
      return;
    }
    this.#goOn();
  }

  sessionChanged(): void {
    this.#update((watching) => ({ ...watching, state: unblock(watching.state) }));
    this.#goOn();
  }

  /** Takes a mark away: the item was looked at. */
  seen(name: string): void {
    const marks = this.#watching?.marks;
    if (marks?.has(name) === true) {
      const left = new Map(marks);
      left.delete(name);
      this.#update((watching) => ({ ...watching, marks: left }));
      this.#changed.fire();
    }
  }

  allSeen(): void {
    this.#update((watching) => ({ ...watching, marks: NO_MARKS }));
    this.#changed.fire();
  }

  /**
   * Runs the search now, because a person asks; nothing where it runs already.
   * @throws CatalogError `invalid` where no search is watched
   */
  async checkNow(): Promise<void> {
    if (this.#watching === undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'watch', problem: 'No search is watched.' });
    }
    if (this.#watching.state.kind === 'waiting' && this.ports.conditions().free) {
      await this.#check();
    }
  }

  dispose(): void {
    this.#current.abort();
    this.#watching = undefined;
    this.#changed.dispose();
    this.#found.dispose();
  }

  /** Does what is to be done now, and sees to it that the next thing is done in time. */
  #goOn(): void {
    const watching = this.#watching;
    if (watching === undefined || watching.state.kind === 'checking') {
      return;
    }
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    const { clock, conditions } = this.ports;
    const step = nextStep(watching.state, conditions(), clock.monotonic());
    switch (step.kind) {
      case 'check':
        void this.#check();
        break;
      case 'wait':
        clock.sleep(step.ms, signal).then(() => this.#goOn(), () => undefined);
        break;
      case 'rest':
        break;
    }
    this.#changed.fire();
  }

  async #check(): Promise<void> {
    const { clock, find, ask, renew } = this.ports;
    const kept = find(this.#watching?.id ?? -1);
    if (kept === undefined) {
      this.stop();
      return;
    }
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    this.#update((watching) => ({ ...watching, state: beginCheck(watching.state, clock.monotonic()) }));
    this.#changed.fire();
    let found = NO_MARKS;
    let renewed: ResultSet | undefined;
    let failure: Failure | undefined;
    try {
      const set = await ask(kept, signal);
      // Rows that a person loaded meanwhile are not taken away: the next run looks again.
      if (!signal.aborted && find(kept.id)?.set === kept.set && renew(kept.id, set)) {
        // Against a set that never came nothing is new.
        found = kept.set.pages === 0 ? NO_MARKS : findChanges(kept.set, set);
        renewed = set;
      }
    } catch (error) {
      failure = toFailure(error);
    }
    if (signal.aborted) {
      return;
    }
    const refused = failure !== undefined && NEEDS_SIGN_IN.has(failure.kind);
    this.#update((watching) => ({
      ...watching, failure,
      state: endCheck(watching.state, clock.monotonic(), refused),
      checkedAt: failure === undefined ? clock.now() : watching.checkedAt,
      // Nothing is said of an item whose row is gone.
      marks: addMarks(renewed === undefined ? watching.marks : marksWithin(watching.marks, renewed), found),
    }));
    this.#goOn();
    if (found.size > 0) {
      this.#found.fire(found);
    }
  }

  #update(change: (watching: Watching) => Watching): void {
    this.#watching = this.#watching === undefined ? undefined : change(this.#watching);
  }
}

interface Watching {
  readonly id: number;
  readonly state: WatchState;
  readonly checkedAt: number | undefined;
  readonly failure: Failure | undefined;
  readonly marks: Marks;
}
