import type * as vscode from 'vscode';
import type { CatalogClient } from '../../core/catalog/catalogClient.js';
import type { Results } from '../../core/results/results.js';
import type { Sessions } from '../../core/auth/session.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';

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

/** Where the watched search is kept. */
export const WATCH = 'results.watch';
