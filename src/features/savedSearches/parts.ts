import type { Results } from '../../core/results.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import type { RecentSearchList } from '../../platform/recentSearches.js';
import type { SavedSearchFiles } from '../../platform/savedSearchFiles.js';
import type { SearchRuns } from './searchRuns.js';

/** What the parts of this feature work with. */
export interface SavedSearchParts {
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly notify: Notify;
  readonly files: SavedSearchFiles;
  readonly recent: RecentSearchList;
  readonly runs: SearchRuns;
}
