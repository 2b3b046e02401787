import type { Memento } from 'vscode';
import { addRecent, readRecent, storedRecent, type RecentSearch } from '../core/savedSearches/recentSearches.js';
import { readPageSize } from './settings.js';

const KEY = 'recentSearches';

/**
 * The searches that were made in this workspace, the latest first. They are the workspace's, not the user's: no two windows write to one
 * list, and what was searched in one project does not show in another.
 */
export class RecentSearchList {
  constructor(private readonly memento: Memento) {}

  get all(): readonly RecentSearch[] {
    return readRecent(this.memento.get(KEY), { limit: readPageSize() });
  }

  async add(search: RecentSearch): Promise<void> {
    const defaults = { limit: readPageSize() };
    await this.memento.update(KEY, storedRecent(addRecent(this.all, search, defaults), defaults));
  }

  async clear(): Promise<void> {
    await this.memento.update(KEY, undefined);
  }
}
