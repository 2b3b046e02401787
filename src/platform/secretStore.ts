/** The editor's secret store behind core's port. */
import type { SecretStorage } from 'vscode';
import { CatalogError } from '../core/failure.js';
import type { Secrets } from '../core/ports.js';
import { UNDECRYPTABLE } from '../core/auth/sessionStore.js';

/**
 * @param storage `context.secrets`
 * A value that cannot be decrypted is deleted by the editor and read as if it had never been: the list of keys, asked before, tells.
 */
export function createSecretStore(storage: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'keys' | 'onDidChange'>): Secrets {
  return {
    get: async (key) => {
      const known = await refusing(storage.keys()).catch((): string[] => []);
      const value = await refusing(storage.get(key));
      if (value === undefined && known.includes(key)) {
        throw new CatalogError({ kind: 'machine', what: 'secrets', code: UNDECRYPTABLE });
      }
      return value;
    },
    store: async (key, value) => await refusing(storage.store(key, value)),
    delete: async (key) => await refusing(storage.delete(key)),
    keys: async () => await refusing(storage.keys()),
    onDidChange: (listener) => storage.onDidChange((event) => listener(event.key)),
  };
}

/** The store's own errors can hold anything: none goes further. */
async function refusing<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new CatalogError({ kind: 'machine', what: 'secrets', code: undefined });
  }
}
