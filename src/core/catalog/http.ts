/**
 * One API request as the service's rules want it: with the environment's token, on the environment's own origin only, patient with what
 * passes by itself and final with what does not. Words come later, from the failure; text of the service goes to the log alone.
 */
import { hostOf, originOf, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled, type Failure, type NetworkReason, type RedirectReason } from '../failure.js';
import type { Clock, Fetch, FetchOptions, HttpLimits, HttpResponse, Log } from '../ports.js';
import { httpDate, retryAfter } from '../retryAfter.js';
import type { AccessToken, Sessions } from '../auth/session.js';
import { holdsToken } from './tokenEcho.js';

/** What a request needs of the sign-ins. */
export type ApiSessions = Pick<Sessions, 'token' | 'workingToken' | 'afterUnauthorized' | 'accepted'>;

export interface ApiPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly sessions: ApiSessions;
  readonly log: Log;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute, on the origin of the environment's `baseUrl`. */
  readonly url: string;
  readonly accept: string;
  /** JSON text. */
  readonly body?: string;
  /** A POST that only asks: safe as a GET is (RFC 9110, section 9.2.1), and sent again where a GET would be. */
  readonly safe?: boolean;
}

export interface ApiOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (receivedBytes: number) => void;
  /** As for {@link Fetch}; called anew for each try, whatever its status. */
  readonly watch?: FetchOptions['watch'];
  readonly limits?: HttpLimits;
  /** Reads the body of a 400 or 422, with the token taken out; what it gives is thrown in place of `status`. */
  readonly readRefusal?: (status: number, text: string) => CatalogError | undefined;
}

/** Bounds of an API request: 20 s for each silence, 15 min in all, 64 MiB of JSON, 64 kB of an error's body. */
export const API_LIMITS: HttpLimits = {
  connectMs: 20_000,
  headersMs: 20_000,
  bodyIdleMs: 20_000,
  totalMs: 900_000,
  maxBytes: 64 * 1024 * 1024,
  maxErrorBytes: 64 * 1024,
};

/** A request is sent at most this often for failures that may pass. */
const MAX_TRIES = 3;
const MAX_REDIRECTS = 5;
/** A 401 is answered with another token at most this often: one that another window stored, and one from an exchange. */
const MAX_TOKENS = 3;
/** A longer wait is for a person to decide. */
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);
const PASSING_REASONS: ReadonlySet<NetworkReason> = new Set<NetworkReason>(['refused', 'offline', 'reset', 'cutOff']);

/**
 * Sends a request with the environment's token and gives the first answer with a status of 200 to 299.
 * @throws CatalogError `network`, `tooLarge`, `redirect`, `status`, `invalid` for an address with the token in it, `cancelled`, and what
 *   {@link Sessions} throws.
 */
export async function requestApi(ports: ApiPorts, environment: Environment, request: ApiRequest, options: ApiOptions): Promise<HttpResponse> {
  return new ApiExchange(ports, environment, request, options).run();
}

/** The state of one request over its tries, hops and tokens. */
class ApiExchange {
  readonly #origin: string;
  readonly #host: string;
  readonly #used: string[] = [];
  readonly #visited: Set<string>;
  #url: string;
  #failures = 0;

  constructor(
    private readonly ports: ApiPorts,
    private readonly environment: Environment,
    private readonly request: ApiRequest,
    private readonly options: ApiOptions,
  ) {
    this.#origin = originOf(environment.baseUrl);
    this.#host = hostOf(environment.baseUrl);
    this.#url = request.url;
    this.#visited = new Set([request.url]);
  }

  async run(): Promise<HttpResponse> {
    const { sessions } = this.ports;
    const { signal } = this.options;
    // The last gate before a token leaves: whoever built the address, it goes to the environment's own origin or nowhere.
    if (!/^https?:/iu.test(this.#url) || !URL.canParse(this.#url) || new URL(this.#url).origin !== this.#origin) {
      throw new CatalogError({ kind: 'internal' });
    }
    let token = await sessions.token(this.environment, signal);
    for (;;) {
      throwIfCancelled(signal);
      const response = await this.#send(token);
      throwIfCancelled(signal);
      if (response === undefined) {
        continue;
      }
      if (response.status === 401) {
        token = await this.#otherToken(token, response);
      } else if (response.status >= 200 && response.status < 300) {
        if (!startsLikeMarkup(response.body)) {
          // A page of markup may be a network's own (a sign-in to the Wi-Fi): it says nothing about the token.
          sessions.accepted(this.environment, token, serverDate(response));
        }
        return response;
      } else if (REDIRECTS.has(response.status)) {
        this.#follow(response);
      } else {
        await this.#afterStatus(response, token);
      }
    }
  }

  /** One try. Undefined: it failed in a way that may pass, and it was waited for. */
  async #send(token: AccessToken): Promise<HttpResponse | undefined> {
    const { fetch, clock, log } = this.ports;
    const { method, accept, body } = this.request;
    const { signal, onProgress, watch, limits = API_LIMITS } = this.options;
    const url = new URL(this.#url);
    if (holdsToken(this.#url, token.value)) {
      throw new CatalogError({ kind: 'invalid', field: this.#host, problem: 'the catalog put the token into a link, which was not followed. A token belongs in no address.' });
    }
    const started = clock.monotonic();
    const entry = (response: HttpResponse | undefined): void =>
      log.request({
        method,
        origin: url.origin,
        path: withoutToken(url.pathname, token),
        status: response?.status,
        ms: Math.round(clock.monotonic() - started),
        ...(response === undefined ? {} : { bytes: response.body.length }),
      });
    try {
      const response = await fetch(
        {
          method,
          url: this.#url,
          headers: {
            Accept: accept,
            Authorization: `Bearer ${token.value}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
        },
        { limits, signal, ...(onProgress === undefined ? {} : { onProgress }), ...(watch === undefined ? {} : { watch }) },
      );
      entry(response);
      return response;
    } catch (error) {
      entry(undefined);
      throwIfCancelled(signal);
      if (!(error instanceof CatalogError && this.#mayPass(error.failure))) {
        throw error;
      }
      this.#failures += 1;
      if (this.#failures >= MAX_TRIES) {
        throw error;
      }
      await this.#wait(this.#backoff(), error.message);
      return undefined;
    }
  }

  /** What changes nothing may be sent again; anything else only when it is certain that it never left. */
  #mayPass(failure: Failure): boolean {
    return failure.kind === 'network' && PASSING_REASONS.has(failure.reason) && (this.#isSafe || !failure.sent);
  }

  get #isSafe(): boolean {
    return this.request.method === 'GET' || this.request.safe === true;
  }

  async #otherToken(rejected: AccessToken, response: HttpResponse): Promise<AccessToken> {
    this.#logBody(response, rejected);
    this.#used.push(rejected.value);
    // Every 401 is told: what may follow it (nothing, a stored token, one exchange) is the session's to say.
    const other = await this.ports.sessions.afterUnauthorized(this.environment, rejected, this.options.signal);
    if (this.#used.includes(other.value) || this.#used.length >= MAX_TOKENS) {
      throw new CatalogError({ kind: 'unauthorized', environment: this.environment.name, reason: 'refusedAgain' });
    }
    return other;
  }

  #follow(response: HttpResponse): void {
    const location = response.headers.get('location');
    const target = location === undefined || location === '' ? null : URL.parse(location, this.#url);
    if (target === null) {
      throw this.#redirect('noTarget', undefined);
    }
    const to = target.protocol === 'https:' || target.protocol === 'http:' ? target.origin : undefined;
    if (to === undefined || target.username !== '' || target.password !== '') {
      throw this.#redirect('notAllowed', to);
    }
    if (to !== this.#origin) {
      throw this.#redirect(this.#origin.startsWith('https:') && target.protocol === 'http:' ? 'downgrade' : 'otherOrigin', to);
    }
    if (this.request.method !== 'GET') {
      throw this.#redirect('notAllowed', to);
    }
    target.hash = '';
    if (this.#visited.has(target.href) || this.#visited.size > MAX_REDIRECTS) {
      throw this.#redirect('loop', to);
    }
    this.#visited.add(target.href);
    this.#url = target.href;
  }

  async #afterStatus(response: HttpResponse, token: AccessToken): Promise<void> {
    const { status } = response;
    const text = this.#logBody(response, token);
    const refusal = status === 400 || status === 422 ? this.options.readRefusal?.(status, text) : undefined;
    if (refusal !== undefined) {
      throw refusal;
    }
    const now = this.ports.clock.now();
    const asked = retryAfter(response.headers.get('retry-after'), serverDate(response) ?? now);
    const failure: Failure = { kind: 'status', host: this.#host, status, retryAt: asked === undefined ? undefined : now + asked };
    const passing = this.#isSafe && (PASSING_STATUSES.has(status) || (status === 413 && asked !== undefined));
    this.#failures += 1;
    if (!passing || this.#failures >= MAX_TRIES || (asked ?? 0) > MAX_WAIT_MS) {
      throw new CatalogError(failure);
    }
    // A time that has passed already is no invitation to hurry.
    await this.#wait(Math.max(asked ?? 0, this.#backoff()), `status ${status}`);
  }

  /** Doubles with each failure; spread by a half either way, so that windows do not come back all at once. */
  #backoff(): number {
    return FIRST_WAIT_MS * 2 ** (this.#failures - 1) * (0.5 + this.ports.clock.random());
  }

  async #wait(ms: number, why: string): Promise<void> {
    this.ports.log.info(`${this.#host}: trying again in ${Math.round(ms)} ms after ${why}`);
    await this.ports.clock.sleep(ms, this.options.signal);
  }

  /** @returns the text, without the token */
  #logBody(response: HttpResponse, token: AccessToken): string {
    const text = withoutToken(new TextDecoder().decode(response.body.subarray(0, API_LIMITS.maxErrorBytes)), token);
    if (text !== '') {
      this.ports.log.foreign(`${this.#host} answered ${response.status}`, text);
    }
    return text;
  }

  #redirect(reason: RedirectReason, to: string | undefined): CatalogError {
    return new CatalogError({ kind: 'redirect', host: this.#host, to, reason });
  }
}

/** The `Date` header, milliseconds since the epoch. */
function serverDate(response: HttpResponse): number | undefined {
  return httpDate(response.headers.get('date') ?? '');
}

/** A service may echo what it was sent. */
function withoutToken(text: string, token: AccessToken): string {
  return text.replaceAll(token.value, '[token]').replaceAll(encodeURIComponent(token.value), '[token]');
}

/** White space that is looked behind, in bytes. */
const MAX_SPACE = 64 * 1024;

/** Whether a body begins, after white space, with `<`: HTML or XML, whatever its type says. */
export function startsLikeMarkup(body: Uint8Array): boolean {
  const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let at = start; at < Math.min(body.length, MAX_SPACE); at += 1) {
    const byte = body[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) {
      return byte === 0x3c;
    }
  }
  return false;
}
