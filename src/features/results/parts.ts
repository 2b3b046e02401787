import type * as vscode from 'vscode';
import type { Sessions } from '../../core/auth/session.js';
import type { CatalogClient } from '../../core/catalog/catalogClient.js';
import type { Results } from '../../core/results/results.js';
import type { Selection } from '../../core/results/selection.js';
import type { TimeBrush } from '../../core/results/timeBrush.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';

/** What watching a search takes. */
export interface WatchParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
  readonly results: Results;
  readonly notify: Notify;
  /** A client whose requests never exchange. */
  readonly quietClient: () => Promise<CatalogClient>;
  /** What is kept for this workspace. */
  readonly memory: vscode.Memento;
}

/** What the parts of this feature work with. */
export interface ResultsParts extends WatchParts {
  readonly register: RegisterCommand;
  readonly selection: Selection;
  readonly times: TimeBrush;
}

/** Where the watched search is kept. */
export const WATCH = 'results.watch';
