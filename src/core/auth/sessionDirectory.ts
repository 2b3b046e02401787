/** The sessions that a window knows: found by what they belong to, read from the store, and told of when they change. */
import type { Environment } from '../environment.js';
import { Emitter, type Disposable, type Event } from '../event.js';
import { throwIfCancelled } from '../failure.js';
import { LedgerBook } from './ledgerBook.js';
import { createDemoSecrets, createMemoryLease, createMemoryLedgers } from '../memoryPorts.js';
import type { Clock, Lease, LedgerStore, Log, Secrets } from '../ports.js';
import { SessionEntry } from './sessionEntry.js';
import { lookInto, type SessionParts } from './sessionLook.js';
import { boundTo, SessionStore } from './sessionStore.js';
import type { Exchange } from './tokenClient.js';

/** What sessions need from the outside. */
export interface SessionPorts {
  readonly secrets: Secrets;
  readonly lease: Lease;
  readonly ledgers: LedgerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly exchange: Exchange;
}

export class SessionDirectory implements Disposable {
  readonly #entries = new Map<string, SessionEntry>();
  readonly #changed = new Emitter<string>((error) => this.ports.log.error('a listener to session changes failed', error));
  readonly #real: SessionParts;
  readonly #demo: SessionParts;
  readonly #subscriptions: readonly Disposable[];
  /** Tells the name of an environment whose state changed. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(private readonly ports: SessionPorts) {
    const { clock, log, exchange } = ports;
    const parts = (secrets: Secrets, lease: Lease, ledgers: LedgerStore): SessionParts =>
      ({ store: new SessionStore(secrets, clock, log), book: new LedgerBook(ledgers, clock, log), lease, clock, log, exchange });
    this.#real = parts(ports.secrets, ports.lease, ports.ledgers);
    this.#demo = parts(createDemoSecrets(), createMemoryLease(), createMemoryLedgers());
    this.#subscriptions = [this.#real, this.#demo].flatMap((each) => [each.store.onDidChange((key) => this.#onStored(each, key)), each.store]);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changed.dispose();
  }

  /** The session of an environment, by what it belongs to. */
  entry(environment: Environment): SessionEntry {
    const id = JSON.stringify([environment.kind === 'demo', ...boundTo(environment)]);
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = new SessionEntry(id, environment, this.ports.clock);
      this.#entries.set(id, entry);
    }
    // Its name and its paths may have been edited since.
    entry.environment = environment;
    entry.names.add(environment.name);
    return entry;
  }

  /** Does something whose steps are no news by themselves, and looks at the store afterwards. */
  async quietly(entries: readonly SessionEntry[], run: () => Promise<void>): Promise<void> {
    entries.forEach((entry) => (entry.storing += 1));
    try {
      await run();
    } finally {
      for (const entry of entries) {
        entry.storing -= 1;
        if (entry.looked) {
          this.#lookAfter(entry);
        }
      }
    }
  }

  /** The other environments of the same issuer. */
  siblings(entry: SessionEntry): readonly SessionEntry[] {
    return [...this.#entries.values()].filter((other) => other !== entry && other.issuer === entry.issuer && this.parts(other) === this.parts(entry));
  }

  /** What a session is kept with: the demo's never leaves the memory. */
  parts(entry: SessionEntry): SessionParts {
    return entry.environment.kind === 'demo' ? this.#demo : this.#real;
  }

  /** Reads the store where that has not been done, or gave no answer. */
  async lookOnce(entry: SessionEntry, signal: AbortSignal): Promise<void> {
    if (!entry.looked || entry.lookAgain) {
      await this.look(entry, signal);
    }
  }

  /** Reads the store. @throws CatalogError `cancelled` */
  async look(entry: SessionEntry, signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    await lookInto(this.parts(entry), entry, signal);
    this.announce(entry);
  }

  #onStored(parts: SessionParts, key: string): void {
    for (const entry of this.#entries.values()) {
      const { keys } = entry;
      if (this.parts(entry) === parts && entry.looked && entry.storing === 0 && keys !== undefined && (key === keys.credentials || key === keys.token || key === keys.accepted)) {
        this.#lookAfter(entry);
      }
    }
  }

  #lookAfter(entry: SessionEntry): void {
    lookInto(this.parts(entry), entry, new AbortController().signal).then(
      () => this.announce(entry),
      (error: unknown) => this.ports.log.error('reading the store after a change failed', error),
    );
  }

  /** Tells those who listen, if the state is another than at the last call. */
  announce(entry: SessionEntry): void {
    if (entry.changed(this.ports.clock.now())) {
      entry.names.forEach((name) => this.#changed.fire(name));
    }
  }
}
