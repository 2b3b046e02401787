import type * as vscode from 'vscode';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { Log, StreamFetch } from '../../core/ports.js';
import type { Sessions } from '../../core/auth/session.js';
import type { DownloadHosts } from '../../platform/downloadHosts.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import type { AssetFileSystem } from './assetFileSystem.js';

/** What the parts of this feature work with. */
export interface AssetParts {
  readonly choice: EnvironmentChoice;
  readonly library: ItemLibrary;
  readonly sessions: Sessions;
  readonly stream: StreamFetch;
  readonly hosts: DownloadHosts;
  /** The item's text, asked from the catalog by a search for its id alone. */
  readonly fresh: (key: ItemKey, signal: AbortSignal) => Promise<string | undefined>;
  /** This extension's own folder. */
  readonly storage: vscode.Uri;
  readonly log: Log;
  readonly notify: Notify;
  /** What was opened, as the editor reads it. */
  readonly files: AssetFileSystem;
}
