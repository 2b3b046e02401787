import type { ExtensionContext, Uri } from 'vscode';
import type { Results } from '../../core/results/results.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import type { RecentSearchList } from '../../platform/recentSearches.js';
import type { SavedSearchFiles } from '../../platform/savedSearchFiles.js';
import type { SearchRuns } from './searchRuns.js';

/** What the feature is registered with. */
export interface SavedSearchesParts {
  readonly context: Pick<ExtensionContext, 'extensionUri' | 'globalStorageUri' | 'workspaceState'>;
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}

/** What its commands work with. */
export interface SavedSearchParts {
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly notify: Notify;
  readonly files: SavedSearchFiles;
  readonly recent: RecentSearchList;
  readonly runs: SearchRuns;
  /** The file whose search was changed in the list of filters last. */
  edited: EditedSearch | undefined;
}

/** `shown` names the result set that came of it: as long as that is on screen, saving means this file. */
export interface EditedSearch {
  readonly shown: number;
  readonly name: string;
  readonly uri: Uri | undefined;
}
