import type { CatalogClient } from '../../core/catalog/catalogClient.js';
import type { Results } from '../../core/results/results.js';
import type { AreaPicker } from '../../platform/areaPicker.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';

/** What the parts of this feature work with. */
export interface SearchParts {
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly client: () => Promise<CatalogClient>;
  /** Where a map offers areas. */
  readonly areas: AreaPicker;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}
