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

/** A request is cut off after this. The tries share it, because a lease is held for no longer. */
export const EXCHANGE_CUT_OFF_MS = 15_000;
const RETRY_WAITS_MS: readonly number[] = [1_000, 3_000];
const LIMITS: HttpLimits = { connectMs: 10_000, headersMs: EXCHANGE_CUT_OFF_MS, bodyIdleMs: EXCHANGE_CUT_OFF_MS, maxBytes: 256 * 1024 };
const HTTP_TOO_MANY_REQUESTS = 429;

/** Builds the client over its ports. */
export function createTokenClient(ports: TokenClientPorts): Exchange {
  const { clock, log } = ports;
  return async (environment, credentials, signal) => {
    const url = new URL(tokenUrl(environment));
    const host = hostOf(environment.authUrl);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      return unsent({ kind: 'network', host, reason: 'insecureAddress', sent: false });
    }
    const started = clock.monotonic();
    for (let tries = 0; ; tries += 1) {
      const outcome = await once(ports, environment, credentials, signal, EXCHANGE_CUT_OFF_MS - (clock.monotonic() - started));
      const wait = RETRY_WAITS_MS[tries];
      const left = EXCHANGE_CUT_OFF_MS - (clock.monotonic() - started);
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

/** One request, cut off by our own clock too: what the network promises may not hold over a sleep of the machine. */
async function once(ports: TokenClientPorts, environment: Environment, credentials: Credentials, signal: AbortSignal, ms: number): Promise<ExchangeOutcome> {
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
  try {
    const cutOff = clock.sleep(ms, done.signal).then(() => {
      throw new CatalogError({ kind: 'network', host, reason: 'tooSlow', sent: true });
    });
    cutOff.catch(() => undefined);
    const answer = fetch(request, { limits: { ...LIMITS, totalMs: ms }, signal: inner.signal });
    answer.catch(() => undefined);
    const response = await Promise.race([answer, cutOff]);
    note(response.status);
    return readAnswer(ports, environment, response, sentAt);
  } catch (error) {
    const failure = toFailure(error);
    note(undefined);
    return { kind: 'failed', failure, spent: !(failure.kind === 'network' && !failure.sent), serverDate: undefined };
  } finally {
    signal.removeEventListener('abort', stop);
    done.abort();
    inner.abort();
  }
}

function readAnswer({ clock, log }: TokenClientPorts, environment: Environment, response: HttpResponse, sentAt: number): ExchangeOutcome {
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
    const obtainedAt = now - sentAt > EXCHANGE_CUT_OFF_MS ? sentAt + EXCHANGE_CUT_OFF_MS : now;
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
