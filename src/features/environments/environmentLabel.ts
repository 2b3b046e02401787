import { hostOf, type Environment, type EnvironmentKind } from '../../core/environment.js';
import { unreachable } from '../../core/failure.js';

/** How an environment's kind looks in a list. */
export function kindIcon(kind: EnvironmentKind): string {
  switch (kind) {
    case 'production':
      return 'shield';
    case 'sandbox':
      return 'beaker';
    case 'demo':
      return 'rocket';
    case 'other':
      return 'server-environment';
    default:
      return unreachable(kind);
  }
}

/** One line that says what an environment is and where it is. */
export function environmentDetail(environment: Environment): string {
  return environment.kind === 'demo' ? 'Built in: made items, no account, no network' : `${hostOf(environment.baseUrl)}, tokens from ${hostOf(environment.authUrl)}`;
}
