/** The hosts that a person allowed assets to be fetched from, for all windows, until they take it back. */
import type { Memento } from 'vscode';
import type { Notify } from './notify.js';

const KEY = 'downloadHosts';

export interface DownloadHosts {
  readonly all: readonly string[];
  /** Asks about a host that was not allowed before; at once only one question per host. */
  allow(host: string): Promise<boolean>;
  forget(hosts: readonly string[]): Promise<void>;
}

export function createDownloadHosts(state: Memento, notify: Pick<Notify, 'confirm'>): DownloadHosts {
  const questions = new Map<string, Promise<boolean>>();
  const read = (): readonly string[] => {
    const stored: unknown = state.get(KEY);
    return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : [];
  };
  const ask = async (host: string): Promise<boolean> => {
    const allowed = await notify.confirm(`Fetch files from ${host}?`, `An asset of this item is at ${host}, which is not the catalog's own host. Your token is not sent there. The answer is remembered; "Catalog: Manage Download Hosts..." takes it back.`, 'Allow');
    if (allowed) {
      await state.update(KEY, [...new Set([...read(), host])]);
    }
    return allowed;
  };
  return {
    get all() {
      return read();
    },
    async allow(host) {
      if (read().includes(host)) {
        return true;
      }
      const question = questions.get(host) ?? ask(host).finally(() => questions.delete(host));
      questions.set(host, question);
      return await question;
    },
    forget: async (hosts) => await state.update(KEY, read().filter((host) => !hosts.includes(host))),
  };
}
