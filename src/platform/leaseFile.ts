/**
 * A lease as a file: one holder per key on this machine, across windows and processes. There is no heartbeat, because what is done under
 * it is short. A holder that is gone, or silent for too long, loses it.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CatalogError, throwIfCancelled } from '../core/failure.js';
import type { Clock, HeldLease, Lease, Log } from '../core/ports.js';
import { placeAtomically, readContent, sweep, takeAway } from './exclusiveFile.js';
import { checkKey, codeOf, ensurePrivateFolder, storageError } from './privateFiles.js';

/** A lease whose content has not changed for this long, by the waiter's own monotonic clock, is nobody's. */
export const STALE_MS = 30_000;
const POLL_MS = 100;
/** A waiter that polls less often than this was asleep, and what it saw before does not count. */
const GAP_MS = 5_000;

/** Nonces that this process holds: a lease with our process id and another nonce is that of a predecessor. */
const held = new Set<string>();

export interface LeaseFileOptions {
  /** `<globalStorage>/auth` */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests; otherwise {@link STALE_MS}. */
  readonly staleMs?: number;
  /** For tests; otherwise this machine's name and its processes. */
  readonly host?: string;
  readonly isAlive?: (pid: number) => boolean;
}

interface Content {
  readonly nonce: string;
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

/** What a waiter has seen of a lease: for how long it has been the same. Times are monotonic. */
interface Sight {
  readonly content: string;
  readonly since: number;
  readonly last: number;
}

export class LeaseFiles implements Lease {
  readonly #host: string;
  readonly #isAlive: (pid: number) => boolean;
  readonly #sights = new Map<string, Sight>();
  readonly #watched = new Set<string>();
  #swept = false;

  constructor(private readonly options: LeaseFileOptions) {
    this.#host = options.host ?? hostname();
    this.#isAlive = options.isAlive ?? isProcessAlive;
  }

  async acquire(key: string, { waitMs, signal, onWait }: Parameters<Lease['acquire']>[1]): Promise<HeldLease> {
    const { clock, folder } = this.options;
    const path = join(folder, `${checkKey(key)}.lease`);
    const until = clock.monotonic() + waitMs;
    await this.#prepare();
    for (let waited = false; ; waited = true) {
      throwIfCancelled(signal);
      const lease = await this.#tryOnce(key, path);
      if (lease !== undefined) {
        return lease;
      }
      if (clock.monotonic() >= until) {
        void this.#keepWatching(key, path);
        throw new CatalogError({ kind: 'heldBack', environment: '', reason: 'otherWindow', until: undefined });
      }
      if (!waited) {
        onWait?.();
      }
      await clock.sleep(POLL_MS * (0.5 + clock.random()), signal);
    }
  }

  async #prepare(): Promise<void> {
    const { folder } = this.options;
    try {
      await ensurePrivateFolder(folder);
    } catch (error) {
      throw storageError(error);
    }
    if (!this.#swept) {
      this.#swept = true;
      await sweep(folder).catch(() => undefined);
    }
  }

  async #tryOnce(key: string, path: string): Promise<HeldLease | undefined> {
    try {
      if (await this.#isFree(key, path)) {
        return await this.#create(path);
      }
      return undefined;
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Whether nobody holds it (any more). Takes away what a holder that is gone has left. */
  async #isFree(key: string, path: string): Promise<boolean> {
    const content = await readContent(path);
    if (content === undefined) {
      this.#sights.delete(key);
      return true;
    }
    const now = this.options.clock.monotonic();
    const before = this.#sights.get(key);
    const same = before?.content === content && (now - before.last <= GAP_MS || this.#isStale(before));
    const sight: Sight = { content, since: same ? before.since : now, last: now };
    this.#sights.set(key, sight);
    if (!this.#isStale(sight) && !this.#isGone(content)) {
      return false;
    }
    this.options.log.info('the lease of a window that is gone was taken over');
    this.#sights.delete(key);
    return await takeAway(path, content);
  }

  /** Whether a lease has been seen unchanged for too long. Its content is never written twice, so this stays true. */
  #isStale(sight: Sight): boolean {
    return sight.last - sight.since >= (this.options.staleMs ?? STALE_MS);
  }

  #isGone(text: string): boolean {
    const content = parseContent(text);
    if (content?.host !== this.#host) {
      return false;
    }
    return content.pid === process.pid ? !held.has(content.nonce) : !this.#isAlive(content.pid);
  }

  /** Undefined when another was quicker. */
  async #create(path: string): Promise<HeldLease | undefined> {
    const { folder, clock } = this.options;
    const nonce = randomUUID();
    const content: Content = { nonce, pid: process.pid, host: this.#host, startedAt: new Date(clock.now()).toISOString() };
    const text = JSON.stringify(content);
    // Before the file is there: for the others in this process it is ours from its first moment.
    held.add(nonce);
    try {
      if (!(await placeAtomically(folder, path, text))) {
        held.delete(nonce);
        return undefined;
      }
    } catch (error) {
      held.delete(nonce);
      throw error;
    }
    return {
      stillHeld: async () => (await readContent(path).catch(() => undefined)) === text,
      release: async () => {
        if ((await readContent(path).catch(() => undefined)) === text) {
          await takeAway(path, text).catch(() => undefined);
        }
        held.delete(nonce);
      },
    };
  }

  /** A waiter gives up before a lease can be seen to be stale: it goes on looking for a short while, so that the next one finds out. */
  async #keepWatching(key: string, path: string): Promise<void> {
    if (this.#watched.has(key)) {
      return;
    }
    this.#watched.add(key);
    const { clock } = this.options;
    const never = new AbortController().signal;
    try {
      for (let sight = this.#sights.get(key); sight !== undefined && !this.#isStale(sight); ) {
        await clock.sleep(POLL_MS * 10, never);
        const now = clock.monotonic();
        const before = this.#sights.get(key);
        if (before === undefined || before.content !== sight.content || now - before.last > GAP_MS || (await readContent(path)) !== sight.content) {
          break;
        }
        sight = { ...sight, last: now };
        this.#sights.set(key, sight);
      }
    } catch {
      // Nobody waits for this.
    } finally {
      this.#watched.delete(key);
    }
  }
}

function parseContent(text: string): Content | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Content, unknown>> | null;
    const { nonce, pid, host, startedAt } = value ?? {};
    return typeof nonce === 'string' && typeof host === 'string' && typeof startedAt === 'string' && Number.isSafeInteger(pid) && Number(pid) > 0
      ? { nonce, pid: Number(pid), host, startedAt }
      : undefined;
  } catch {
    return undefined;
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it lives, and is another user's.
    return codeOf(error) !== 'ESRCH';
  }
}
