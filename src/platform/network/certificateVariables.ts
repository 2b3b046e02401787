/**
 * Environment variables that say which certificates count. Node follows them, and with it the editor's fetch; we do not: a folder's dev
 * container can set them together with a proxy. The system's certificate store is the place for a company's own.
 */
import type { Variables } from './proxyRoute.js';

/** `unchecked`: every certificate passes. `more`: those of a file or folder count, too. */
export interface LooseVariable {
  readonly name: string;
  readonly effect: 'unchecked' | 'more';
}

/** The variable in force that loosens the check of certificates most; undefined where none does. */
export function looseVariable(variables: Variables): LooseVariable | undefined {
  // Node asks for exactly this text.
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    return { name: 'NODE_TLS_REJECT_UNAUTHORIZED', effect: 'unchecked' };
  }
  const name = ['NODE_EXTRA_CA_CERTS', ...STORE_VARIABLES].find((each) => isSet(variables, each));
  return name === undefined ? undefined : { name, effect: 'more' };
}

/** What OpenSSL, and with it Node, reads as the system's store in place of the system's own. */
const STORE_VARIABLES: readonly string[] = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Whether what Node calls the system's certificates are those that a variable names. */
export function storeIsNamed(variables: Variables): boolean {
  return process.platform !== 'win32' && process.platform !== 'darwin' && STORE_VARIABLES.some((name) => isSet(variables, name));
}

function isSet(variables: Variables, name: string): boolean {
  return (variables[name] ?? '') !== '';
}
