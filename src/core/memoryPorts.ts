/** Ports that keep everything in the memory of one window: for the demo, of which nothing is stored anywhere. */
import { originOf, DEMO_ENVIRONMENT } from './environment.js';
import { DEMO_CREDENTIALS } from './demo/credentials.js';
import { Emitter } from './event.js';
import type { Lease, LedgerStore, Secrets } from './ports.js';

/** Secrets that hold the demo's own credentials from the start, and get them back whenever they are deleted. */
export function createDemoSecrets(): Secrets {
  const builtIn = new Map([[`credentials:${originOf(DEMO_ENVIRONMENT.authUrl)}`, JSON.stringify({ format: 1, ...DEMO_CREDENTIALS })]]);
  const values = new Map<string, string>();
  const changed = new Emitter<string>();
  return {
    get: async (key) => await Promise.resolve(values.get(key) ?? builtIn.get(key)),
    store: async (key, value) => {
      await Promise.resolve(values.set(key, value));
      changed.fire(key);
    },
    delete: async (key) => {
      await Promise.resolve(values.delete(key));
      changed.fire(key);
    },
    keys: async () => await Promise.resolve([...values.keys(), ...builtIn.keys()]),
    onDidChange: changed.event,
  };
}

/** A lease for a store that no other window shares: work in one window is single already. */
export function createMemoryLease(): Lease {
  return { acquire: async () => await Promise.resolve({ stillHeld: async () => await Promise.resolve(true), release: async () => await Promise.resolve() }) };
}

export function createMemoryLedgers(): LedgerStore {
  const texts = new Map<string, string>();
  return {
    read: async (key) => await Promise.resolve(texts.get(key)),
    write: async (key, text) => void (await Promise.resolve(texts.set(key, text))),
  };
}
