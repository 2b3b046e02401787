import { CatalogError, type Failure } from '../../../../src/core/failure.js';
import type { HttpResponse } from '../../../../src/core/ports.js';
import type { AccessToken } from '../../../../src/core/auth/session.js';
import { ENVIRONMENT, NEVER, World, type Window } from './world.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Within this every call has to end: waiting for a keyring, for a running renewal, for the lease, for the answer. */
const CALL_DEADLINE = 90 * SECOND;
/** Between checking the credentials and writing the token another window's word may come in. */
const WRITE_SLACK = 200;

/** Faults of a run that loosen an invariant, because nothing better is possible under them. */
interface Leave {
  jumped: boolean;
  diskFailed: boolean;
  /** No lease could be made either. */
  leaseFailed: boolean;
  ledgerDamaged: boolean;
  secretsFailed: boolean;
}

interface Call {
  readonly startedAt: number;
  readonly window: Window;
}

/** A machine under test, and what must hold of it at all times. */
export class Machine {
  readonly world: World;
  readonly windows: Window[];
  readonly leave: Leave = { jumped: false, diskFailed: false, leaseFailed: false, ledgerDamaged: false, secretsFailed: false };
  needs = 0;
  kills = 0;
  /** The window that stores the next token is killed before it can write the ledger. */
  killAtNextToken = false;
  credentialsWereWrong = false;
  tokensWereRevoked = false;
  /** Requests of persons: renewals and sign-ins. */
  personActs = 0;
  readonly #calls = new Set<Call>();
  readonly #problems: string[] = [];
  readonly #sentAt: number[] = [];
  /** Times that the service named, by client: heard by a window that lived to write them down. */
  #blocks: { readonly client: string; readonly window: Window; readonly from: number; readonly until: number }[] = [];
  readonly #last = new Map<Window, { readonly token: AccessToken; readonly client: string }>();
  /** Client ids that a person has signed out of, or that were replaced. */
  #epoch = 0;
  #tokensBefore = new Map<Window, number>();

  constructor(seed: number, windows: number) {
    this.world = new World({ seed, lagMs: 800, stepMs: 25 });
    this.windows = Array.from({ length: windows }, () => this.world.open());
    this.world.onSent = (window, clientId) => this.#onSent(window, clientId);
    this.world.onAnswered = (window, clientId, response) => this.#onAnswered(window, clientId, response);
    this.world.onSecretWritten = (window, key, value) => {
      this.#onSecretWritten(window, key, value);
      const index = this.windows.indexOf(window);
      if (this.killAtNextToken && key.startsWith('token:') && index >= 0) {
        this.killAtNextToken = false;
        this.kill(index);
      }
    };
  }

  window(index: number): Window {
    const window = this.windows[index % this.windows.length];
    if (window === undefined) {
      throw new Error('no window');
    }
    return window;
  }

  /** A request in a window: gets a token, uses it, and follows the rules after a 401. Not waited for. */
  need(index: number): void {
    const window = this.window(index);
    this.needs += 1;
    this.#call(window, async () => {
      const epoch = this.#epoch;
      const known = this.#last.get(window);
      let token: AccessToken;
      try {
        token = await window.keeper.token(ENVIRONMENT, NEVER);
      } catch (error) {
        const signedOut = error instanceof CatalogError && error.failure.kind === 'signedOut';
        if (known !== undefined && known.token.value === this.world.issuer.lastIssued && !signedOut && epoch === this.#epoch && this.#tokensBefore.get(window) === epoch && !this.leave.jumped && this.world.wallLeft(known.token) > 0) {
          this.#problems.push('a token that works was dropped');
        }
        throw error;
      }
      this.#remember(window, token, epoch);
      for (let tries = 0; tries < 3; tries += 1) {
        await this.world.time.sleep(this.world.time.random() * 100);
        if (this.world.issuer.accepts(token.value)) {
          window.keeper.accepted(ENVIRONMENT, token, this.world.time.wall);
          return;
        }
        this.needs += 1;
        token = await window.keeper.afterUnauthorized(ENVIRONMENT, token, NEVER);
        this.#remember(window, token, this.#epoch);
      }
    });
  }

  renew(index: number): void {
    this.needs += 1;
    this.personActs += 1;
    const window = this.window(index);
    this.#call(window, async () => await window.keeper.renew(ENVIRONMENT, NEVER));
  }

  /** A person signs in with what is right at the issuer now. */
  signIn(index: number): void {
    this.needs += 1;
    this.personActs += 1;
    this.#epoch += 1;
    const { clientId, secret } = this.world.issuer;
    const window = this.window(index);
    this.#call(window, async () => await window.keeper.signIn(ENVIRONMENT, { clientId, clientSecret: secret }, NEVER));
  }

  signOut(index: number): void {
    this.#epoch += 1;
    const window = this.window(index);
    this.#call(window, async () => await window.keeper.signOut(ENVIRONMENT, NEVER));
  }

  /** The set of credentials is replaced at the issuer; `id` too, or the secret alone. */
  rotate(id: boolean): void {
    const { issuer } = this.world;
    this.credentialsWereWrong = true;
    issuer.secret = `${issuer.secret}x`;
    issuer.clientId = id ? `${issuer.clientId}y` : issuer.clientId;
  }

  kill(index: number): void {
    this.kills += 1;
    const window = this.window(index);
    window.kill();
    this.#blocks = this.#blocks.filter((block) => block.window !== window || block.from < this.world.time.monotonic - 2 * SECOND);
    for (const call of this.#calls) {
      if (call.window === window) {
        this.#calls.delete(call);
      }
    }
    this.windows[index % this.windows.length] = this.world.open();
  }

  jump(ms: number): void {
    this.leave.jumped = true;
    this.world.time.wallOffset += ms;
  }

  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 30 * SECOND) {
      await this.world.time.advance(Math.min(left, 30 * SECOND));
      this.check();
      if (this.#calls.size === 0) {
        await this.world.time.advance(Math.max(0, left - 30 * SECOND));
        break;
      }
    }
    this.check();
  }

  check(): void {
    const now = this.world.time.monotonic;
    for (const call of this.#calls) {
      if (now - call.startedAt > CALL_DEADLINE) {
        this.#problems.push('a call did not end in time');
        this.#calls.delete(call);
      }
    }
    if (this.world.issuer.exchanges > this.needs + this.kills) {
      this.#problems.push(`${this.world.issuer.exchanges} exchanges for ${this.needs} needs and ${this.kills} kills`);
    }
    this.#checkCaps();
    if (this.#problems.length > 0) {
      throw new Error(this.#problems.join('; '));
    }
  }

  /** When the faults stop and allowance remains, the next call succeeds. */
  async finish(): Promise<void> {
    const { world } = this;
    await this.advance(CALL_DEADLINE + SECOND);
    world.issuer.answer = { kind: 'ok' };
    this.killAtNextToken = false;
    world.secretsMode = 'ok';
    world.diskMode = 'ok';
    world.issuer.exhaustedUntil = 0;
    world.undecryptable.clear();
    await this.advance(25 * HOUR + 10 * SECOND);
    this.needs += 2;
    const window = this.window(0);
    const outcome = await world.time.until(window.keeper.token(ENVIRONMENT, NEVER).then((token) => token, (error: unknown) => error));
    if (!(outcome instanceof CatalogError) || this.#needsPerson(outcome.failure)) {
      if (!(outcome instanceof CatalogError) && world.issuer.accepts((outcome as AccessToken).value)) {
        return;
      }
      // A person acts, with what is right at the issuer now.
      this.personActs += 1;
      this.rotate(false);
      await world.time.until(window.keeper.signIn(ENVIRONMENT, { clientId: world.issuer.clientId, clientSecret: world.issuer.secret }, NEVER));
      const token = await world.time.until(window.keeper.token(ENVIRONMENT, NEVER));
      if (!world.issuer.accepts(token.value)) {
        throw new Error('the token after signing in does not work');
      }
      return;
    }
    throw new Error(`no token although nothing is wrong any more: ${JSON.stringify(outcome.failure)}`);
  }

  /** Failures that only a person can end, by design, and only where their cause was there. */
  #needsPerson(failure: Failure): boolean {
    switch (failure.kind) {
      case 'signedOut':
        return this.leave.secretsFailed || this.world.secrets.get(this.world.key('credentials:'))?.value === undefined;
      case 'credentialsRefused':
        return this.credentialsWereWrong;
      case 'unauthorized':
        return this.tokensWereRevoked || this.leave.jumped;
      case 'heldBack':
        return failure.reason === 'fewRemaining';
      default:
        return false;
    }
  }

  #remember(window: Window, token: AccessToken, epoch: number): void {
    this.#last.set(window, { token, client: this.world.issuer.clientId });
    this.#tokensBefore.set(window, epoch);
  }

  #call(window: Window, run: () => Promise<unknown>): void {
    const call: Call = { startedAt: this.world.time.monotonic, window };
    this.#calls.add(call);
    run().then(
      () => this.#calls.delete(call),
      (error: unknown) => {
        this.#calls.delete(call);
        if (!(error instanceof CatalogError) || error.failure.kind === 'internal') {
          this.#problems.push(`a call failed with ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
        }
      },
    );
  }

  #onAnswered(window: Window, client: string, response: HttpResponse): void {
    const body = response.status === 400 ? (JSON.parse(new TextDecoder().decode(response.body)) as { readonly error_description?: { readonly rate_limit_refresh?: string } }) : undefined;
    const refresh = body?.error_description?.rate_limit_refresh;
    if (refresh !== undefined && !this.leave.jumped && !this.leave.diskFailed && !this.leave.ledgerDamaged && this.world.issuer.answer.kind !== 'hang') {
      const from = this.world.time.monotonic;
      this.#blocks.push({ client, window, from, until: from + Date.parse(refresh) - this.world.issuerNow });
    }
  }

  #onSent(window: Window, client: string): void {
    const { world } = this;
    const now = world.time.monotonic;
    this.#sentAt.push(now);
    const { jumped, diskFailed, leaseFailed, ledgerDamaged, secretsFailed } = this.leave;
    if (!leaseFailed && (world.inFlight.get(client) ?? 0) > 0) {
      this.#problems.push('two exchanges in flight for one key');
    }
    if (!window.alive) {
      this.#problems.push('a dead window sent something');
    }
    if (!jumped && !diskFailed && !ledgerDamaged && this.#blocks.some((block) => block.client === client && now > block.from && now < Math.min(block.until, block.from + DAY) - SECOND)) {
      this.#problems.push('an exchange was sent before the time that the service had named');
    }
    // Nobody needs an exchange while everybody could read a token that works.
    const stored = parse(world.secrets.get(world.key('token:'))?.value);
    const credentials = parse(world.secrets.get(world.key('credentials:'))?.value);
    const issued = world.issuer.issued.get(String(stored?.['value']));
    const fresh = issued !== undefined && world.issuer.accepts(issued.value) && issued.expiresAt - world.issuerNow > 5 * 60 * SECOND && issued.clientId === credentials?.['clientId'] && issued.clientSecret === credentials['clientSecret'];
    if (fresh && this.personActs <= 1 && !jumped && !leaseFailed && !ledgerDamaged && !secretsFailed) {
      this.#problems.push('an exchange was wasted: a token that works lay in the store');
    }
  }

  #onSecretWritten(window: Window, key: string, value: string): void {
    const token = key.startsWith('token:') ? this.world.issuer.issued.get(String(parse(value)?.['value'])) : undefined;
    if (token === undefined) {
      return;
    }
    const credentialsKey = this.world.key('credentials:');
    const seen = parse(window.view(credentialsKey));
    const justChanged = this.world.time.monotonic - (window.viewChangedAt.get(credentialsKey) ?? -Infinity) < WRITE_SLACK;
    if (!this.leave.secretsFailed && !justChanged && (seen?.['clientId'] !== token.clientId || seen['clientSecret'] !== token.clientSecret)) {
      this.#problems.push('a token was written for credentials that are gone');
    }
  }

  /** At most 4 automatic exchanges in an hour and 10 in 24, for one set of credentials that was never replaced. */
  #checkCaps(): void {
    const { jumped, diskFailed, ledgerDamaged } = this.leave;
    const now = this.world.time.monotonic;
    if (jumped || diskFailed || ledgerDamaged || this.world.issuer.clientId !== 'client') {
      return;
    }
    for (const [windowMs, cap] of [[HOUR, 4], [DAY, 10]] as const) {
      if (this.#sentAt.filter((at) => at > now - windowMs).length > cap + this.personActs) {
        this.#problems.push(`more than ${cap} automatic exchanges in ${windowMs / HOUR} h`);
      }
    }
  }
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}
