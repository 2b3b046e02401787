/** The hosts that a person allowed assets to be fetched from, for all windows, until they take it back. */
import type { Memento } from 'vscode';
import type { Notify } from './notify.js';

const KEY = 'downloadHosts';

/** Hosts named in one question; it has to fit on a screen. */
const NAMED = 30;
const count = new Intl.NumberFormat('en');

export interface DownloadHosts {
  readonly all: readonly string[];
  /** The questions of one command: what is refused stays refused until it ends. */
  forRun(): RunHosts;
  forget(hosts: readonly string[]): Promise<void>;
}

export interface RunHosts {
  /** Asks about a host that was not allowed before; hosts that turn up meanwhile share the next question. */
  allow(host: string): Promise<boolean>;
  /** Asks about all of them in one question. False where one of them is not allowed. */
  allowAll(hosts: readonly string[]): Promise<boolean>;
}

export function createDownloadHosts(state: Memento, notify: Pick<Notify, 'confirm'>): DownloadHosts {
  const read = (): readonly string[] => {
    const stored: unknown = state.get(KEY);
    return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : [];
  };
  const ask = async (hosts: readonly string[]): Promise<boolean> => {
    const allowed = await notify.confirm(questionOf(hosts), detailOf(hosts), 'Allow');
    if (allowed) {
      await state.update(KEY, [...new Set([...read(), ...hosts])]);
    }
    return allowed;
  };
  return {
    get all() {
      return read();
    },
    forRun: () => new Run(read, ask),
    forget: async (hosts) => await state.update(KEY, read().filter((host) => !hosts.includes(host))),
  };
}

class Run implements RunHosts {
  readonly #allowed = new Set<string>();
  readonly #waiting = new Set<string>();
  #question: Promise<void> | undefined;
  #refused = false;

  constructor(private readonly stored: () => readonly string[], private readonly ask: (hosts: readonly string[]) => Promise<boolean>) {}

  async allow(host: string): Promise<boolean> {
    return await this.allowAll([host]);
  }

  async allowAll(hosts: readonly string[]): Promise<boolean> {
    for (;;) {
      const known = new Set([...this.stored(), ...this.#allowed]);
      const unknown = hosts.filter((host) => !known.has(host));
      if (unknown.length === 0 || this.#refused) {
        return unknown.length === 0;
      }
      unknown.forEach((host) => this.#waiting.add(host));
      this.#question ??= this.#askAll().finally(() => {
        this.#question = undefined;
      });
      await this.#question;
    }
  }

  async #askAll(): Promise<void> {
    // Whoever asks in the same turn is asked for as well.
    await Promise.resolve();
    const hosts = [...this.#waiting];
    this.#waiting.clear();
    if (await this.ask(hosts)) {
      hosts.forEach((host) => this.#allowed.add(host));
    } else {
      this.#refused = true;
    }
  }
}

function questionOf(hosts: readonly string[]): string {
  const [only = ''] = hosts;
  return hosts.length === 1 ? `Fetch files from ${only}?` : `Fetch files from ${count.format(hosts.length)} hosts?`;
}

function detailOf(hosts: readonly string[]): string {
  const [only = ''] = hosts;
  const more = hosts.length > NAMED ? ` and ${count.format(hosts.length - NAMED)} more` : '';
  const where = hosts.length === 1 ? `An asset of this item is at ${only}, which is not the catalog's own host.` : `Assets are at ${hosts.slice(0, NAMED).join(', ')}${more}, which are not the catalog's own host.`;
  return `${where} Your token is not sent there. The answer is remembered; "Catalog: Manage Download Hosts..." takes it back.`;
}
