import type { Environment } from '../../../../src/core/environment.js';
import { Emitter } from '../../../../src/core/event.js';
import { CatalogError } from '../../../../src/core/failure.js';
import type { Fetch, HeldLease, HttpResponse, Lease, LedgerStore, Log, Secrets } from '../../../../src/core/ports.js';
import { SessionKeeper } from '../../../../src/core/auth/sessionKeeper.js';
import { createTokenClient } from '../../../../src/core/auth/tokenClient.js';
import { Issuer } from './issuer.js';
import type { AccessToken } from '../../../../src/core/auth/session.js';
import { START, VirtualTime } from './virtualTime.js';

export const ENVIRONMENT: Environment = {
  name: 'Acme', kind: 'production', baseUrl: 'https://api.acme.test', authUrl: 'https://auth.acme.test', audience: 'https://api.acme.test',
  accountPageUrl: undefined, searchPath: '/stac/search', tokenPath: '/oauth/token',
};

export const SANDBOX: Environment = { ...ENVIRONMENT, name: 'Acme Sandbox', kind: 'sandbox', baseUrl: 'https://sandbox.acme.test', audience: 'https://sandbox.acme.test' };

export const NEVER = new AbortController().signal;

const SILENT: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };
/** A dead process answers nothing any more. */
const nothing = new Promise<never>(() => undefined);

interface Version {
  readonly sequence: number;
  readonly value: string | undefined;
}

export interface WorldOptions {
  readonly seed?: number;
  /** How long a write takes to reach the other windows, at most. */
  readonly lagMs?: number;
  /** The longest random delay of each single step. */
  readonly stepMs?: number;
}

/** A machine: its disk, its secret store, its token service, its windows. */
export class World {
  readonly time: VirtualTime;
  readonly issuer: Issuer;
  readonly lagMs: number;
  readonly stepMs: number;
  /** The secret store as it is in truth. */
  readonly secrets = new Map<string, Version>();
  readonly ledgers = new Map<string, string>();
  readonly leases = new Map<string, { readonly owner: Window; readonly nonce: number }>();
  readonly windows: Window[] = [];
  readonly log: string[] = [];
  secretsMode: 'ok' | 'refuseWrites' | 'refuseAll' = 'ok';
  diskMode: 'ok' | 'full' | 'readOnly' = 'ok';
  undecryptable = new Set<string>();
  sequence = 0;
  /** Requests on their way, by client id. */
  readonly inFlight = new Map<string, number>();
  onSent: (window: Window, clientId: string) => void = () => undefined;
  onAnswered: (window: Window, clientId: string, response: HttpResponse) => void = () => undefined;
  onLedgerWritten: (window: Window, text: string) => void = () => undefined;
  onSecretWritten: (window: Window, key: string, value: string) => void = () => undefined;

  constructor({ seed = 1, lagMs = 0, stepMs = 0 }: WorldOptions = {}) {
    this.time = new VirtualTime(seed);
    this.lagMs = lagMs;
    this.stepMs = stepMs;
    // The service's own clock: true time, whatever the machine's wall clock does.
    this.issuer = new Issuer(() => this.issuerNow);
  }

  open(): Window {
    const window = new Window(this);
    this.windows.push(window);
    return window;
  }

  async signedIn(count = 1): Promise<readonly Window[]> {
    const windows = Array.from({ length: count }, () => this.open());
    const first = windows[0];
    if (first !== undefined) {
      await this.time.until(first.keeper.signIn(ENVIRONMENT, { clientId: this.issuer.clientId, clientSecret: this.issuer.secret }, NEVER));
      await this.time.advance(this.lagMs + 100);
    }
    return windows;
  }

  /** The time by the service's own clock, milliseconds since the epoch. */
  get issuerNow(): number {
    return this.time.monotonic + START;
  }

  /** Milliseconds that a token has left by this machine's clock. */
  wallLeft(token: AccessToken): number {
    return token.facts.expiresAt - this.time.wall;
  }

  key(prefix: string): string {
    return [...this.secrets.keys()].find((key) => key.startsWith(prefix)) ?? '';
  }

  ledger(): { readonly attempts: readonly { readonly at: number; readonly by: string; readonly result: string }[]; readonly [name: string]: unknown } {
    return JSON.parse([...this.ledgers.values()][0] ?? '{"attempts":[]}') as ReturnType<World['ledger']>;
  }
}

/** One window: a process with its own copy of the secret store. */
export class Window {
  alive = true;
  readonly keeper: SessionKeeper;
  readonly #view: Map<string, Version>;
  readonly #changed = new Emitter<string>();
  /** When this window's copy of a key changed last. */
  readonly viewChangedAt = new Map<string, number>();
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> | undefined;
  frozenSince: number | undefined;
  /** Ends each request that is on its way. */
  readonly #sending = new Set<() => void>();

  constructor(private readonly world: World) {
    this.#view = new Map(world.secrets);
    const clock = world.time.clock();
    const gated = { ...clock, sleep: async (ms: number, signal: AbortSignal) => {
      await clock.sleep(ms, signal);
      await this.#gate();
    } };
    this.keeper = new SessionKeeper({
      secrets: this.#secrets(), lease: this.#lease(), ledgers: this.#ledgers(), clock: gated, log: SILENT,
      exchange: createTokenClient({ fetch: this.#fetch(), clock: gated, log: SILENT }),
    });
  }

  kill(): void {
    this.alive = false;
    this.#sending.forEach((over) => over());
  }

  freeze(): void {
    this.frozenSince = this.world.time.monotonic;
    this.#frozen = new Promise((resolve) => {
      this.#thaw = resolve;
    });
  }

  thaw(): void {
    this.frozenSince = undefined;
    this.#frozen = undefined;
    this.#thaw?.();
  }

  view(key: string): string | undefined {
    return this.#view.get(key)?.value;
  }

  /** A write arrives, here or from another window. */
  deliver(key: string, version: Version): void {
    if (!this.alive || version.sequence <= (this.#view.get(key)?.sequence ?? 0)) {
      return;
    }
    this.#view.set(key, version);
    this.viewChangedAt.set(key, this.world.time.monotonic);
    void this.#gate().then(() => this.#changed.fire(key));
  }

  async #gate(): Promise<void> {
    while (this.#frozen !== undefined) {
      await this.#frozen;
    }
    if (!this.alive) {
      await nothing;
    }
  }

  /** A step that another process could get in between. */
  async #step(): Promise<void> {
    const { stepMs, time } = this.world;
    if (stepMs > 0 && time.random() < 0.5) {
      await time.sleep(time.random() * stepMs);
    } else {
      await Promise.resolve();
    }
    await this.#gate();
  }

  #secrets(): Secrets {
    const { world } = this;
    const refuse = (): never => {
      throw new CatalogError({ kind: 'machine', what: 'secrets', code: undefined });
    };
    const write = async (key: string, value: string | undefined): Promise<void> => {
      await this.#step();
      if (world.secretsMode !== 'ok') {
        refuse();
      }
      const version = { sequence: (world.sequence += 1), value };
      if (value !== undefined) {
        world.onSecretWritten(this, key, value);
      }
      world.secrets.set(key, version);
      this.deliver(key, version);
      for (const other of world.windows) {
        if (other !== this) {
          world.time.after(world.lagMs === 0 ? 0 : world.lagMs * (0.2 + 0.8 * world.time.random()), () => other.deliver(key, version));
        }
      }
      await this.#step();
    };
    return {
      get: async (key) => {
        await this.#step();
        if (world.secretsMode === 'refuseAll') {
          refuse();
        }
        if (world.undecryptable.delete(key)) {
          // As the editor does: what cannot be decrypted is deleted.
          await write(key, undefined);
          throw new CatalogError({ kind: 'machine', what: 'secrets', code: 'undecryptable' });
        }
        return this.#view.get(key)?.value;
      },
      store: async (key, value) => await write(key, value),
      delete: async (key) => await write(key, undefined),
      keys: async () => {
        await this.#step();
        return world.secretsMode === 'refuseAll' ? refuse() : [...this.#view].flatMap(([key, { value }]) => (value === undefined ? [] : [key]));
      },
      onDidChange: this.#changed.event,
    };
  }

  #lease(): Lease {
    const { world } = this;
    return {
      acquire: async (key, { waitMs, signal }) => {
        if (world.diskMode === 'readOnly') {
          throw new CatalogError({ kind: 'machine', what: 'storage', code: 'EROFS' });
        }
        const until = world.time.monotonic + waitMs;
        for (;;) {
          await this.#step();
          const holder = world.leases.get(key);
          const silent = holder?.owner.frozenSince !== undefined && world.time.monotonic - holder.owner.frozenSince >= 30_000;
          if (holder === undefined || !holder.owner.alive || silent) {
            break;
          }
          if (world.time.monotonic >= until) {
            throw new CatalogError({ kind: 'heldBack', environment: '', reason: 'otherWindow', until: undefined });
          }
          await world.time.sleep(50 + 50 * world.time.random(), signal);
        }
        const nonce = (world.sequence += 1);
        world.leases.set(key, { owner: this, nonce });
        const mine = (): boolean => world.leases.get(key)?.nonce === nonce;
        return {
          stillHeld: async () => {
            await this.#step();
            return mine();
          },
          release: async () => {
            await this.#step();
            if (mine()) {
              world.leases.delete(key);
            }
          },
        } satisfies HeldLease;
      },
    };
  }

  #ledgers(): LedgerStore {
    const { world } = this;
    return {
      read: async (key) => {
        await this.#step();
        return world.ledgers.get(key);
      },
      write: async (key, text) => {
        await this.#step();
        if (world.diskMode !== 'ok') {
          throw new CatalogError({ kind: 'machine', what: 'storage', code: world.diskMode === 'full' ? 'ENOSPC' : 'EROFS' });
        }
        world.ledgers.set(key, text);
        world.onLedgerWritten(this, text);
        await this.#step();
      },
    };
  }

  #fetch(): Fetch {
    const { world } = this;
    const host = 'auth.acme.test';
    return async (request, { signal, onSent }) => {
      await this.#step();
      const kind = world.issuer.answer.kind;
      if (kind === 'unsent') {
        throw new CatalogError({ kind: 'network', host, reason: 'refused', sent: false });
      }
      const { client_id: clientId } = JSON.parse(request.body ?? '') as { readonly client_id: string };
      onSent?.();
      world.onSent(this, clientId);
      world.inFlight.set(clientId, (world.inFlight.get(clientId) ?? 0) + 1);
      const over = (): void => {
        if (this.#sending.delete(over)) {
          world.inFlight.set(clientId, (world.inFlight.get(clientId) ?? 0) - 1);
        }
      };
      this.#sending.add(over);
      try {
        const response = world.issuer.handle(request);
        world.onAnswered(this, clientId, response);
        await world.time.sleep(kind === 'hang' ? 1e9 : world.stepMs * 20 * world.time.random(), signal);
        if (kind === 'reset') {
          throw new CatalogError({ kind: 'network', host, reason: 'reset', sent: true });
        }
        await this.#gate();
        return response;
      } finally {
        over();
      }
    };
  }
}
