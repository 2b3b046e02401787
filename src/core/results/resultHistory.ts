/** The result sets of this window's last searches, so that one can go back to them without a request. */
import type { Environment } from '../environment.js';
import { itemCount, type ResultSet } from '../catalog/pages.js';
import type { SearchQuery } from '../query/query.js';

/** A search and what it brought so far. A new object with each change; `id` stays. */
export interface KeptSet {
  readonly id: number;
  readonly environment: Environment;
  /** As it was asked: `lastDays` is still relative. */
  readonly query: SearchQuery;
  readonly set: ResultSet;
}

/** `items`: in all sets together. The set that was used last is kept whatever its size. */
export interface HistoryBounds {
  readonly sets: number;
  readonly items: number;
}

/** Items keep their pages' bytes: 100,000 of usual size are some 400 MB. */
export const HISTORY_BOUNDS: HistoryBounds = { sets: 10, items: 100_000 };

/** Keeps a bounded number of result sets; those used longest ago go first. */
export class ResultHistory {
  /** Used last comes last. */
  #kept: KeptSet[] = [];
  #lastId = 0;
  #pinned: number | undefined;

  constructor(private readonly bounds: HistoryBounds = HISTORY_BOUNDS) {}

  /** All that are kept, the one used last first. */
  get sets(): readonly KeptSet[] {
    return this.#kept.toReversed();
  }

  get(id: number): KeptSet | undefined {
    return this.#kept.find((kept) => kept.id === id);
  }

  add(search: Omit<KeptSet, 'id'>): KeptSet {
    this.#lastId += 1;
    const kept = { ...search, id: this.#lastId };
    // A search that found nothing is nothing to go back to.
    this.#kept = [...this.#kept.filter(({ id, set }) => itemCount(set) > 0 || id === this.#pinned), kept];
    this.#trim();
    return kept;
  }

  /** Puts a longer or newer set in the place of one that is kept; nothing happens where it is kept no more. */
  replace(id: number, set: ResultSet): void {
    this.#kept = this.#kept.map((kept) => (kept.id === id ? { ...kept, set } : kept));
    this.#trim();
  }

  /** Keeps one whatever else comes, instead of the one that was pinned before. */
  pin(id: number | undefined): void {
    this.#pinned = id;
  }

  /** Marks one as used now. */
  use(id: number): KeptSet | undefined {
    const kept = this.get(id);
    if (kept !== undefined) {
      this.#kept = [...this.#kept.filter((other) => other !== kept), kept];
    }
    return kept;
  }

  #trim(): void {
    let items = 0;
    const fitting = this.#kept.toReversed().filter(({ id, set }, place) => {
      items += itemCount(set);
      return id === this.#pinned || place === 0 || (place < this.bounds.sets && items <= this.bounds.items);
    });
    this.#kept = fitting.reverse();
  }
}
