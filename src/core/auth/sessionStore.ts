/**
 * Credentials and tokens in the secret store: under which keys they lie, in which form, and what happens when the store refuses.
 * Where it does not save, this window keeps the value in memory and goes on.
 */
import * as z from 'zod/mini';
import { originOf, type Environment } from '../environment.js';
import type { Disposable, Event } from '../event.js';
import { Emitter } from '../event.js';
import { CatalogError, toFailure, type Failure } from '../failure.js';
import type { Clock, Log, Secrets } from '../ports.js';
import type { Credentials, TokenFacts } from './session.js';
import { sha256Hex } from '../sha256.js';
import { parseJson } from '../parseJson.js';

const FORMAT = 1;
/** An operation of the store that takes longer counts as refused: it may be done under a lease, which is short. */
const STORE_LIMIT_MS = 3_000;
/** Where nothing is held, a keyring may wait for the person who unlocks it. */
const PATIENT_LIMIT_MS = 20_000;
const FINGERPRINT_DIGITS = 12;
const TOKEN_PREFIX = 'token:';
const ACCEPTED_PREFIX = 'accepted:';

/** Where an environment's secrets lie. */
export interface SecretKeys {
  readonly credentials: string;
  readonly token: string;
  /** Holds the fingerprint of a token that the service has accepted: kept apart, so that saying so cannot overwrite a newer token. */
  readonly accepted: string;
}

/** A token with what belongs to it. `client` is the fingerprint of the client id that it was exchanged for. */
export interface KeptToken {
  readonly value: string;
  readonly fingerprint: string;
  readonly facts: TokenFacts;
  readonly client: string | undefined;
  /** A larger one is newer, whatever the clock does. */
  readonly generation: number;
  /** It was got because another had been rejected. */
  readonly afterRejection: boolean;
}

/** Credentials with the fingerprints by which they are compared. */
export interface KnownCredentials extends Credentials {
  readonly fingerprint: string;
  readonly client: string;
}

/** What a key of the store gave. `unreadable`: there was something, and it is lost. `refused`: the store may answer later. */
export type Reading<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'none' } | { readonly kind: 'unreadable' } | { readonly kind: 'refused' };

/** The code by which a `Secrets` port says that a value was there and could not be decrypted. */
export const UNDECRYPTABLE = 'undecryptable';

const credentialsForm = z.object({ format: z.literal(FORMAT), clientId: z.string(), clientSecret: z.string() });

const count = z.union([z.number(), z.undefined()]);
const tokenForm = z.object({
  format: z.literal(FORMAT),
  /** Compared on reading: a token is never handed out for another API than it was got for. */
  boundTo: z.array(z.string()),
  value: z.string(),
  source: z.enum(['exchange', 'pasted']),
  obtainedAt: z.number(),
  expiresAt: z.number(),
  serverObtainedAt: z.optional(z.number()),
  expiry: z.enum(['exact', 'atMost', 'unknown']),
  allowance: z.optional(z.object({ limit: z.optional(count), remaining: z.optional(count) })),
  audience: z.array(z.string()),
  client: z.optional(z.string()),
  generation: z.number(),
  afterRejection: z.boolean(),
});

/** What a session belongs to: the issuer's origin, the API's origin, the audience. Names may change; these may not. */
export function boundTo(environment: Environment): readonly string[] {
  return [originOf(environment.authUrl), originOf(environment.baseUrl), environment.audience];
}

export async function secretKeys(environment: Environment): Promise<SecretKeys> {
  const hash = (await sha256Hex(JSON.stringify(boundTo(environment)))).slice(0, 32);
  return { credentials: `credentials:${originOf(environment.authUrl)}`, token: `${TOKEN_PREFIX}${hash}`, accepted: `${ACCEPTED_PREFIX}${hash}` };
}

/** The key of the lease and the ledger: one exchange at a time for an issuer, an audience and a client. */
export async function exchangeKey(environment: Environment, clientId: string): Promise<string> {
  return (await sha256Hex(JSON.stringify([originOf(environment.authUrl), environment.audience, clientId]))).slice(0, 32);
}

/** 12 hexadecimal digits of SHA-256: enough to tell two apart, of no use to get the text back. */
export async function fingerprint(text: string): Promise<string> {
  return (await sha256Hex(text)).slice(0, FINGERPRINT_DIGITS);
}

export async function knowCredentials({ clientId, clientSecret }: Credentials): Promise<KnownCredentials> {
  return { clientId, clientSecret, fingerprint: await fingerprint(JSON.stringify([clientId, clientSecret])), client: await fingerprint(clientId) };
}

export class SessionStore implements Disposable {
  readonly #memory = new Map<string, string>();
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  #writeProblem: Failure | undefined;
  #readProblem: Failure | undefined;

  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.#subscription = secrets.onDidChange((key) => {
      // Another window saved something newer than what this one could not save.
      this.#memory.delete(key);
      this.#changed.fire(key);
    });
  }

  /** Tells the key that was written, by any window. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Set while the store does not save, or does not answer. */
  get problem(): Failure | undefined {
    return this.#writeProblem ?? this.#readProblem;
  }

  async readCredentials(keys: SecretKeys, patient = false): Promise<Reading<KnownCredentials>> {
    const read = await this.#read(keys.credentials, credentialsForm, patient);
    return read.kind === 'value' ? { kind: 'value', value: await knowCredentials(read.value) } : read;
  }

  async readToken(environment: Environment, keys: SecretKeys, patient = false): Promise<Reading<KeptToken>> {
    const read = await this.#read(keys.token, tokenForm, patient);
    if (read.kind !== 'value') {
      return read;
    }
    const { value, client, generation, afterRejection, source, obtainedAt, expiresAt, serverObtainedAt, expiry, allowance, audience, boundTo: bound } = read.value;
    if (JSON.stringify(bound) !== JSON.stringify(boundTo(environment))) {
      return { kind: 'none' };
    }
    const facts: TokenFacts = {
      source, obtainedAt, expiresAt, expiry, audience, accepted: false,
      ...(serverObtainedAt === undefined ? {} : { serverObtainedAt }),
      allowance: allowance === undefined ? undefined : { limit: allowance.limit, remaining: allowance.remaining },
    };
    return { kind: 'value', value: { value, client, generation, afterRejection, facts, fingerprint: await fingerprint(value) } };
  }

  /** The fingerprint of a token that was accepted. Not knowing is no failure. */
  async readAccepted(keys: SecretKeys): Promise<string | undefined> {
    try {
      return await this.#get(keys.accepted);
    } catch {
      return undefined;
    }
  }

  /** @returns whether it was saved beyond this window */
  async writeCredentials(keys: SecretKeys, { clientId, clientSecret }: Credentials): Promise<boolean> {
    return await this.#write(keys.credentials, JSON.stringify({ format: FORMAT, clientId, clientSecret } satisfies z.infer<typeof credentialsForm>));
  }

  /** @returns whether it was saved beyond this window */
  async writeToken(environment: Environment, keys: SecretKeys, token: KeptToken): Promise<boolean> {
    const { value, client, generation, afterRejection } = token;
    const { accepted: _accepted, ...facts } = token.facts;
    return await this.#write(keys.token, JSON.stringify({ format: FORMAT, boundTo: boundTo(environment), value, client, generation, afterRejection, ...facts }));
  }

  async writeAccepted(keys: SecretKeys, accepted: string): Promise<void> {
    await this.#write(keys.accepted, accepted);
  }

  /**
   * The keys of every token that an issuer's credentials bought, of whichever environment, also one that is configured no more; and of what
   * is kept beside it. @throws CatalogError `machine` with `what: 'secrets'`
   */
  async boughtKeys(issuer: string): Promise<readonly string[]> {
    const all = new Set([...(await this.#limited(this.secrets.keys())), ...this.#memory.keys()]);
    const found = await Promise.all([...all].filter((key) => key.startsWith(TOKEN_PREFIX)).map(async (key) => {
      const read = z.safeParse(tokenForm, parseJson((await this.#get(key)) ?? ''));
      const bought = read.success && read.data.source === 'exchange' && read.data.boundTo[0] === issuer;
      return bought ? [key, `${ACCEPTED_PREFIX}${key.slice(TOKEN_PREFIX.length)}`] : [];
    }));
    return found.flat();
  }

  /** Forgets a value here and in the store. @throws CatalogError `machine` with `what: 'secrets'` */
  async remove(key: string): Promise<void> {
    this.#memory.delete(key);
    await this.#limited(this.secrets.delete(key));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #read<T extends z.ZodMiniType>(key: string, form: T, patient: boolean): Promise<Reading<z.infer<T>>> {
    let text: string | undefined;
    try {
      text = await this.#get(key, patient ? PATIENT_LIMIT_MS : STORE_LIMIT_MS);
    } catch (error) {
      const failure = toFailure(error);
      const lost = failure.kind === 'machine' && failure.code === UNDECRYPTABLE;
      this.log.warn(`the secret store could not give a value (${lost ? UNDECRYPTABLE : failure.kind})`);
      this.#readProblem = lost ? undefined : problemOf(failure);
      return { kind: lost ? 'unreadable' : 'refused' };
    }
    this.#readProblem = undefined;
    if (text === undefined) {
      return { kind: 'none' };
    }
    const parsed = z.safeParse(form, parseJson(text));
    return parsed.success ? { kind: 'value', value: parsed.data } : { kind: 'unreadable' };
  }

  async #get(key: string, limitMs = STORE_LIMIT_MS): Promise<string | undefined> {
    return this.#memory.get(key) ?? (await this.#limited(this.secrets.get(key), limitMs));
  }

  async #write(key: string, text: string): Promise<boolean> {
    try {
      await this.#limited(this.secrets.store(key, text));
      this.#memory.delete(key);
      this.#writeProblem = undefined;
      return true;
    } catch (error) {
      this.#memory.set(key, text);
      this.#writeProblem = problemOf(toFailure(error));
      this.log.warn('the secret store did not save a value; it is kept for this window');
      return false;
    }
  }

  async #limited<T>(work: Promise<T>, limitMs = STORE_LIMIT_MS): Promise<T> {
    const done = new AbortController();
    const late = this.clock.sleep(limitMs, done.signal).then(() => {
      throw new CatalogError({ kind: 'machine', what: 'secrets', code: undefined });
    });
    late.catch(() => undefined);
    work.catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      done.abort();
    }
  }
}

function problemOf(failure: Failure): Failure {
  return failure.kind === 'machine' ? failure : { kind: 'machine', what: 'secrets', code: undefined };
}
