/** How an environment looks on screen: its kind can be told at a glance. */
import { display } from '../core/display.js';
import type { Environment, EnvironmentKind } from '../core/environment.js';
import { unreachable } from '../core/failure.js';

/** The codicon of a kind. */
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

/** The name, behind a word in capitals where a mistake would be costly: `PROD Acme`, `SANDBOX Acme`, `Demo`. Safe to show. */
export function environmentLabel(environment: Pick<Environment, 'kind' | 'name'>): string {
  const name = display(environment.name, 60);
  switch (environment.kind) {
    case 'production':
      return `PROD ${name}`;
    case 'sandbox':
      return `SANDBOX ${name}`;
    case 'other':
    case 'demo':
      return name;
    default:
      return unreachable(environment.kind);
  }
}
