/** One search or load at a time: the latest one wins, and what was there before comes back where it is cancelled. */
import type { CatalogClient } from '../catalog/catalogClient.js';
import { Emitter, type Event } from '../event.js';
import { CatalogError, throwIfCancelled, toFailure } from '../failure.js';
import type { ResultSet } from '../catalog/pages.js';
import type { SearchQuery } from '../query/query.js';
import type { ResultsState } from './resultsState.js';
import { SharedWork, type WorkOptions } from '../sharedWork.js';

/** Something that brings a result set. */
export interface Task {
  /** Tasks of one key are the same: who asks for it again joins the one that runs. */
  readonly key: string;
  readonly during: 'search' | 'loadMore';
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
  /** The rows that stay while it runs, and when it fails. */
  readonly previous: ResultSet | undefined;
  /** What is shown while it runs. */
  readonly state: ResultsState;
  /** Resolves to what keeps the set: called only where it is still wanted. */
  readonly run: (client: CatalogClient, options: WorkOptions, running: Running) => Promise<() => ResultSet>;
}

/** A task on its way. */
export interface Running {
  readonly key: string;
  readonly work: SharedWork<ResultSet>;
  /** The rows that stay when it fails. */
  previous: ResultSet | undefined;
}

/** Runs tasks and holds the state they lead to. */
export class LatestWork {
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  #state: ResultsState = { kind: 'idle' };
  /** The state to go back to when what runs is cancelled. */
  #settled: ResultsState = this.#state;
  #running: Running | undefined;

  /** @param client called with the first task */
  constructor(private readonly client: () => Promise<CatalogClient>) {}

  get state(): ResultsState {
    return this.#state;
  }

  /** The state as it is when nothing runs. */
  get settled(): ResultsState {
    return this.#settled;
  }

  get running(): Running | undefined {
    return this.#running;
  }

  /**
   * Starts a task in the place of the one that runs.
   * @throws CatalogError what the task throws; `cancelled` also when a later one took over
   */
  start(task: Task, signal: AbortSignal, onProgress: ((value: number) => void) | undefined): Promise<ResultSet> {
    if (signal.aborted) {
      return Promise.reject(new CatalogError({ kind: 'cancelled' }));
    }
    const running: Running = { key: task.key, previous: task.previous, work: new SharedWork((options) => this.#run(running, task, options)) };
    const replaced = this.#running;
    this.#running = running;
    replaced?.work.abandon();
    // At once, not when the request has noticed: what was cancelled is off the screen.
    running.work.signal.addEventListener('abort', () => this.#finish(running, this.#settled));
    this.show(task.state);
    return running.work.join(signal, onProgress);
  }

  /** Ends what runs; the state stays until another is settled on. */
  giveUp(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.work.abandon();
  }

  /** Keeps what came so far, whatever becomes of the rest; nothing happens where something else has taken over. */
  came(running: Running, set: ResultSet): void {
    if (this.#running === running) {
      running.previous = set;
      this.#settled = { kind: 'shown', set };
    }
  }

  /** Shows a state that stays when what comes next is cancelled. */
  settle(state: ResultsState): void {
    this.#settled = state;
    this.show(state);
  }

  show(state: ResultsState): void {
    this.#state = state;
    this.changed();
  }

  /** Tells that something beside the state is another now. */
  changed(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.giveUp();
    this.#changed.dispose();
  }

  async #run(running: Running, task: Task, options: WorkOptions): Promise<ResultSet> {
    try {
      throwIfCancelled(options.signal);
      const client = await this.client();
      throwIfCancelled(options.signal);
      const keep = await task.run(client, options, running);
      throwIfCancelled(options.signal);
      const set = keep();
      this.#finish(running, { kind: 'shown', set });
      return set;
    } catch (error) {
      const failure = toFailure(error);
      const { during, environment, query } = task;
      const { previous } = running;
      this.#finish(running, failure.kind === 'cancelled' ? this.#settled : { kind: 'failed', failure, during, environment, query, previous });
      throw error;
    }
  }

  /** Ends what runs with this state; nothing happens where something else has taken over. */
  #finish(running: Running, state: ResultsState): void {
    if (this.#running === running) {
      this.#running = undefined;
      this.settle(state);
    }
  }
}
