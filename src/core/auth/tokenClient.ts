/**
 * The client credentials exchange (interface, section 4.1): one POST, counted by the service against the allowance. It is sent again only
 * when it is certain that nothing of it left this machine.
 */
import { hostOf, isLoopback, tokenUrl, type Environment } from '../environment.js';
import { CatalogError, toFailure, type Block, type Failure, type MalformedReason } from '../failure.js';
import type { Clock, Fetch, HttpLimits, HttpResponse, Log } from '../ports.js';
import { httpDate, retryAfter } from '../retryAfter.js';
import type { Credentials } from './session.js';
import { blockFor, blockUntil, saidBeyond } from './sessionRules.js';
import { exchangedLifetime, isUsableToken, readClaims, type Lifetime, type TokenClaims } from './token.js';
import { readTokenError, tokenResponse } from '../wire/token.js';
import { parseJson } from '../parseJson.js';

/** What one exchange came to. `serverDate` is the answer's Date header, milliseconds since the epoch. */
export type ExchangeOutcome = (
  | { readonly kind: 'token'; readonly value: string; readonly claims: TokenClaims; readonly lifetime: Lifetime; readonly obtainedAt: number }
  /** The allowance is used up. */
  | { readonly kind: 'exhausted'; readonly block: Block }
  /** Another try with the same credentials would fare the same. */
  | { readonly kind: 'refused'; readonly status: number }
  /** `spent`: bytes went out, so the service may have counted it. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly spent: boolean }
) & { readonly serverDate: number | undefined };

/** Exchanges credentials for a token. Never throws. */
export type Exchange = (environment: Environment, credentials: Credentials, signal: AbortSignal) => Promise<ExchangeOutcome>;

export interface TokenClientPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
}

/** The times of an exchange, milliseconds. No two of them end at the same moment. */
export interface ExchangeTimes {
  /** The network ends a request after this. The tries share it, because a lease is held for no longer. */
  readonly cutOffMs: number;
  /** Until a connection is made, with TLS and through a proxy: leaves time for another try. */
  readonly connectMs: number;
  /** Waits before the tries after the first. */
  readonly retryWaitsMs: readonly number[];
  /** How much longer than the cut-off a network may take to say how the request ended. */
  readonly graceMs: number;
}

export const EXCHANGE_TIMES: ExchangeTimes = { cutOffMs: 15_000, connectMs: 10_000, retryWaitsMs: [1_000, 3_000], graceMs: 1_000 };
const MAX_BYTES = 256 * 1024;
const HTTP_TOO_MANY_REQUESTS = 429;

/** Builds the client over its ports. */
export function createTokenClient(ports: TokenClientPorts, times = EXCHANGE_TIMES): Exchange {
  const { clock, log } = ports;
  return async (environment, credentials, signal) => {
    const url = new URL(tokenUrl(environment));
    const host = hostOf(environment.authUrl);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      return unsent({ kind: 'network', host, reason: 'insecureAddress', sent: false });
    }
    const started = clock.monotonic();
    for (let tries = 0; ; tries += 1) {
      const outcome = await once(ports, environment, credentials, signal, times, times.cutOffMs - (clock.monotonic() - started));
      const wait = times.retryWaitsMs[tries];
      const left = times.cutOffMs - (clock.monotonic() - started);
      if (outcome.kind !== 'failed' || outcome.spent || outcome.failure.kind !== 'network' || wait === undefined || left < 2 * wait) {
        return outcome;
      }
      log.info(`${host}: nothing was sent (${outcome.failure.reason}); trying the token request again`);
      try {
        // Spread, so that several windows do not come back at the same moment.
        await clock.sleep(wait * (0.8 + 0.4 * clock.random()), signal);
      } catch (error) {
        return unsent(toFailure(error));
      }
    }
  };
}

/**
 * One request of at most `ms`. Whether it was sent is what the network knows, also where our own clock ends it: that is later than the
 * network's, for one that does not keep its bounds.
 */
async function once(ports: TokenClientPorts, environment: Environment, credentials: Credentials, signal: AbortSignal, times: ExchangeTimes, ms: number): Promise<ExchangeOutcome> {
  const { fetch, clock, log } = ports;
  const host = hostOf(environment.authUrl);
  const inner = new AbortController();
  const stop = (): void => inner.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) {
    stop();
  }
  const done = new AbortController();
  const sentAt = clock.now();
  const started = clock.monotonic();
  const request = {
    method: 'POST',
    url: tokenUrl(environment),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      audience: environment.audience,
      grant_type: 'client_credentials',
    }),
  } as const;
  const { origin, pathname } = new URL(request.url);
  const note = (status: number | undefined): void =>
    log.request({ method: request.method, origin, path: pathname, status, ms: Math.round(clock.monotonic() - started) });
  let sent = false;
  try {
    const cutOff = clock.sleep(ms + times.graceMs, done.signal).then(() => {
      inner.abort();
      throw new CatalogError({ kind: 'network', host, reason: 'tooSlow', sent });
    });
    cutOff.catch(() => undefined);
    const answer = fetch(request, { limits: limitsOf(times, ms), signal: inner.signal, onSent: () => { sent = true; } });
    answer.catch(() => undefined);
    const response = await Promise.race([answer, cutOff]);
    note(response.status);
    return readAnswer(ports, environment, response, { sentAt, cutOffMs: times.cutOffMs });
  } catch (error) {
    const failure = toFailure(error);
    note(undefined);
    return { kind: 'failed', failure, spent: failure.kind === 'network' ? failure.sent : sent, serverDate: undefined };
  } finally {
    signal.removeEventListener('abort', stop);
    done.abort();
    inner.abort();
  }
}

/** Once connected, one clock alone says how long: `totalMs`. */
function limitsOf(times: ExchangeTimes, totalMs: number): HttpLimits {
  return { connectMs: times.connectMs, headersMs: Infinity, bodyIdleMs: Infinity, totalMs, maxBytes: MAX_BYTES };
}

function readAnswer(
  { clock, log }: TokenClientPorts,
  environment: Environment,
  response: HttpResponse,
  { sentAt, cutOffMs }: { readonly sentAt: number; readonly cutOffMs: number },
): ExchangeOutcome {
  const { status, headers } = response;
  const host = hostOf(environment.authUrl);
  const now = clock.now();
  const serverDate = httpDate(headers.get('date') ?? '');
  const fail = (failure: Failure): ExchangeOutcome => ({ kind: 'failed', failure, spent: true, serverDate });
  if (status >= 300 && status < 400) {
    // A 307 would carry the secret on to another host, so none is followed, not even on the same one.
    return fail({ kind: 'redirect', host, to: originIn(headers.get('location')), reason: 'notAllowed' });
  }
  const text = new TextDecoder().decode(response.body);
  if (status >= 200 && status < 300) {
    // Asleep between question and answer: the token's life began no later than the request's cut-off.
    const obtainedAt = now - sentAt > cutOffMs ? sentAt + cutOffMs : now;
    const token = readToken(text, serverDate ?? now);
    return typeof token === 'string' ? fail({ kind: 'malformed', host, answer: 'token', reason: token }) : { kind: 'token', ...token, obtainedAt, serverDate };
  }
  const error = readTokenError(parseJson(text));
  log.info(`${host}: the token service answered ${status}${error.code === undefined ? '' : ` (${error.code})`}`);
  if (error.rateLimit !== undefined) {
    const { refresh, limit } = error.rateLimit;
    const serverNow = serverDate ?? now;
    return { kind: 'exhausted', block: { until: blockUntil(refresh, now, serverNow), limit, ...saidBeyond(refresh, serverNow) }, serverDate };
  }
  if (status === HTTP_TOO_MANY_REQUESTS) {
    return { kind: 'exhausted', block: { until: blockFor(retryAfter(headers.get('retry-after'), serverDate ?? now), now), limit: undefined }, serverDate };
  }
  // A page of markup comes from something in between, which knows nothing of the credentials.
  if ((status === 400 || status === 401 || status === 403) && !looksLikeMarkup(text)) {
    return { kind: 'refused', status, serverDate };
  }
  return fail({ kind: 'tokenService', environment: environment.name, host, status });
}

type ReadToken = { readonly value: string; readonly claims: TokenClaims; readonly lifetime: Lifetime };

/** The token of a good answer, or why there is none. `TextDecoder` has removed a byte order mark. */
function readToken(text: string, serverNow: number): ReadToken | MalformedReason {
  const trimmed = text.trim();
  if (trimmed === '') {
    return 'empty';
  }
  if (looksLikeMarkup(trimmed)) {
    return 'html';
  }
  const json = parseJson(trimmed);
  if (json === undefined) {
    return trimmed.startsWith('{') && !trimmed.endsWith('}') ? 'cutOff' : 'notJson';
  }
  const parsed = tokenResponse.safeParse(json);
  if (!parsed.success) {
    return 'wrongShape';
  }
  const { access_token: value, expires_in: expiresIn, token_type: type } = parsed.data;
  if (typeof type === 'string' && type.trim().toLowerCase() !== 'bearer') {
    return 'tokenType';
  }
  if (!isUsableToken(value)) {
    return 'tokenUnusable';
  }
  const claims = readClaims(value);
  return { value, claims, lifetime: exchangedLifetime(expiresIn, claims, serverNow) };
}

function looksLikeMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function originIn(location: string | undefined): string | undefined {
  const target = URL.parse(location ?? '');
  return target?.protocol === 'https:' || target?.protocol === 'http:' ? target.origin : undefined;
}

function unsent(failure: Failure): ExchangeOutcome {
  return { kind: 'failed', failure, spent: false, serverDate: undefined };
}
