/** The ledgers of one window: read from the shared store, and kept in memory where that cannot be written. */
import { toFailure, type Failure } from '../failure.js';
import { emptyLedger, mergeLedgers, normalizeLedger, readLedger, serializeLedger, type Ledger } from './ledger.js';
import type { Clock, LedgerStore, Log } from '../ports.js';

/** A ledger as it is now. `limited`: other windows' attempts are not known, so stricter caps hold. */
export interface OpenLedger {
  readonly ledger: Ledger;
  readonly limited: boolean;
}

/** A ledger that was only looked at. */
export interface PeekedLedger extends OpenLedger {
  /** It was written while the clock was ahead: {@link LedgerBook.open} puts that right, once for all windows. */
  readonly ahead: boolean;
}

export class LedgerBook {
  /** What could not be written yet. */
  readonly #unsaved = new Map<string, Ledger>();
  /** Keys whose file is of a later version. */
  readonly #foreign = new Set<string>();
  #problem: Failure | undefined;

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Set while the ledger cannot be read or written. */
  get problem(): Failure | undefined {
    return this.#problem;
  }

  /** Reads without changing anything. For looking only: call {@link open} under the lease. */
  async peek(key: string): Promise<PeekedLedger> {
    let text: string | undefined;
    try {
      text = await this.store.read(key);
    } catch {
      return { ledger: this.#withUnsaved(key, emptyLedger()), limited: true, ahead: false };
    }
    const unsaved = this.#unsaved.has(key);
    const { ledger, writable, ahead = false } = readLedger(text, this.clock.now(), unsaved ? 'forget' : 'pull');
    return { ledger: this.#withUnsaved(key, ledger), limited: unsaved || !writable, ahead: ahead && !unsaved };
  }

  /** Reads the ledger, and first saves what could not be saved before. Call it under the lease. */
  async open(key: string): Promise<OpenLedger> {
    let text: string | undefined;
    try {
      text = await this.store.read(key);
    } catch (error) {
      this.#fail(error);
      return { ledger: this.#withUnsaved(key, emptyLedger()), limited: true };
    }
    const own = this.#unsaved.get(key);
    const { ledger, writable, ahead = false } = readLedger(text, this.clock.now(), own === undefined ? 'pull' : 'forget');
    const merged = this.#withUnsaved(key, ledger);
    if (!writable) {
      this.#foreign.add(key);
      return { ledger: merged, limited: true };
    }
    this.#foreign.delete(key);
    if (text === undefined || serializeLedger(merged) === text) {
      return { ledger: merged, limited: own !== undefined };
    }
    if (await this.save(key, merged)) {
      return { ledger: merged, limited: false };
    }
    if (ahead && own === undefined) {
      this.#unsaved.set(key, readLedger(text, this.clock.now(), 'forget').ledger);
    }
    return { ledger: this.#unsaved.get(key) ?? merged, limited: true };
  }

  /** @returns whether all windows can read it now */
  async save(key: string, ledger: Ledger): Promise<boolean> {
    if (this.#foreign.has(key)) {
      this.#unsaved.set(key, ledger);
      return false;
    }
    try {
      await this.store.write(key, serializeLedger(ledger));
    } catch (error) {
      this.#unsaved.set(key, ledger);
      this.#fail(error);
      return false;
    }
    this.#unsaved.delete(key);
    this.#problem = undefined;
    return true;
  }

  #withUnsaved(key: string, ledger: Ledger): Ledger {
    const own = this.#unsaved.get(key);
    return own === undefined ? ledger : normalizeLedger(mergeLedgers(ledger, own), this.clock.now());
  }

  #fail(error: unknown): void {
    const failure = toFailure(error);
    this.#problem = failure.kind === 'machine' ? failure : { kind: 'machine', what: 'storage', code: undefined };
    this.log.warn('the record of token exchanges cannot be kept on disk; this window counts on its own');
  }
}
