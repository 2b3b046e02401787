import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { LinkedDocuments } from '../../core/items/linkedDocuments.js';
import type { Results } from '../../core/results/results.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';

/** What the parts of this feature work with. */
export interface ItemParts {
  readonly choice: EnvironmentChoice;
  readonly library: ItemLibrary;
  readonly linked: LinkedDocuments;
  readonly results: Results;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}
