import type { Results } from '../../core/results/results.js';
import type { AreaPicker } from '../../platform/areaPicker.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { PanelParts } from './footprintPanel.js';

/** What the parts of this feature work with. */
export interface FootprintParts extends Omit<PanelParts, 'openItem' | 'searchIn' | 'unpinned'> {
  readonly areas: AreaPicker;
  readonly register: RegisterCommand;
  readonly results: Results;
}
