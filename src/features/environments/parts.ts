import type { Sessions } from '../../core/auth/session.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';

/** What the parts of this feature work with. */
export interface EnvironmentParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}
