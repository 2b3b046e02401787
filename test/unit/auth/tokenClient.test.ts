import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../../src/core/failure.js';
import type { Fetch, FetchOptions, HttpRequest, HttpResponse, Log } from '../../../src/core/ports.js';
import { createTokenClient, EXCHANGE_TIMES, type ExchangeOutcome } from '../../../src/core/auth/tokenClient.js';
import { jwt, respond } from './support/issuer.js';
import { START, VirtualTime } from './support/virtualTime.js';
import { ENVIRONMENT, NEVER } from './support/world.js';

const HOUR = 3_600_000;
const CREDENTIALS = { clientId: 'client', clientSecret: 's"ecr\\et \u00fc\u{1f6f0}' };

interface Run {
  readonly outcome: ExchangeOutcome;
  readonly requests: readonly HttpRequest[];
  readonly log: string;
  readonly took: number;
}

/** Exchanges once against answers given in order; the last one repeats. */
async function exchange(answers: readonly (HttpResponse | CatalogError | 'hang' | 'never connected')[], environment = ENVIRONMENT): Promise<Run> {
  const time = new VirtualTime();
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const note = (...parts: readonly unknown[]): void => void lines.push(JSON.stringify(parts));
  const log: Log = { request: note, info: note, warn: note, error: note, foreign: note };
  const fetch: Fetch = async (request, { onSent }) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer !== 'never connected') {
      onSent?.();
    }
    if (answer === 'hang' || answer === 'never connected' || answer === undefined) {
      return await new Promise<never>(() => undefined);
    }
    if (answer instanceof CatalogError) {
      throw answer;
    }
    return await Promise.resolve(answer);
  };
  const outcome = await time.until(createTokenClient({ fetch, clock: time.clock(), log })(environment, CREDENTIALS, NEVER));
  expect(time.pendingTimers).toBe(0);
  return { outcome, requests, log: lines.join('\n'), took: time.monotonic };
}

const ok = (body: unknown, status = 200): HttpResponse => respond(status, typeof body === 'string' ? body : JSON.stringify(body));
const limit = (description: unknown, status = 400): HttpResponse => ok({ error: 'invalid_request', error_description: description }, status);
const lost = (sent: boolean, reason: 'reset' | 'refused' = 'refused'): CatalogError => new CatalogError({ kind: 'network', host: 'auth.acme.test', reason, sent });

describe('the request', () => {
  it('has exactly four members and two headers, and T67 a secret that needs care arrives as it is', async () => {
    const { requests } = await exchange([ok({ access_token: 'abc' })]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://auth.acme.test/oauth/token', headers: { 'content-type': 'application/json', accept: 'application/json' } });
    expect(Object.keys(requests[0]?.headers ?? {})).toHaveLength(2);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ client_id: 'client', client_secret: CREDENTIALS.clientSecret, audience: 'https://api.acme.test', grant_type: 'client_credentials' });
  });

  it('T70 sends the audience exactly as configured, and T69 keeps the path of the address', async () => {
    const { requests } = await exchange([ok({ access_token: 'abc' })], { ...ENVIRONMENT, audience: 'https://api.acme.test/', authUrl: 'https://auth.acme.test/tenant/a' });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ audience: 'https://api.acme.test/' });
    expect(requests[0]?.url).toBe('https://auth.acme.test/tenant/a/oauth/token');
  });

  it.each(['http://auth.acme.test', 'http://127.0.0.1.evil.test'])('is not sent to %s', async (authUrl) => {
    const { outcome, requests } = await exchange([ok({ access_token: 'abc' })], { ...ENVIRONMENT, authUrl });
    expect(requests).toHaveLength(0);
    expect(outcome).toMatchObject({ kind: 'failed', spent: false, failure: { kind: 'network', reason: 'insecureAddress' } });
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:1'])('may go to %s', async (authUrl) => {
    expect((await exchange([ok({ access_token: 'abc' })], { ...ENVIRONMENT, authUrl })).requests).toHaveLength(1);
  });

  it('nothing of the secret or the token reaches the log, whatever the service echoes', async () => {
    const token = jwt({ sub: 'x' });
    const echo = JSON.stringify({ error: 'invalid_client', error_description: CREDENTIALS.clientSecret });
    for (const answer of [ok({ access_token: token }), ok(echo, 400), ok(echo, 500), ok(`<p>${CREDENTIALS.clientSecret}`, 403), ok({ error: CREDENTIALS.clientSecret }, 401)]) {
      const { log, outcome } = await exchange([answer]);
      expect(log).not.toContain('ecr');
      expect(log).not.toContain(token);
      expect(JSON.stringify(outcome)).not.toContain('ecr');
    }
  });
});

describe('a token', () => {
  it.each([
    ['T1 ok', ok({ access_token: 'abc', expires_in: 86_400, token_type: 'Bearer' }), 24 * HOUR],
    ['T31 a byte order mark', ok('\ufeff{"access_token":"abc","expires_in":3600}'), HOUR],
    ['T32 text/plain', respond(200, '{"access_token":"abc","expires_in":3600}', { 'content-type': 'text/plain' }), HOUR],
    ['T54 token_type bearer', ok({ access_token: 'abc', expires_in: 3600, token_type: 'bearer' }), HOUR],
    ['T55 token_type missing', ok({ access_token: 'abc', expires_in: 3600 }), HOUR],
    ['T57 duplicate keys', ok('{"access_token":"x","access_token":"abc","expires_in":1,"expires_in":3600}'), HOUR],
    ['T68 Set-Cookie', respond(200, '{"access_token":"abc","expires_in":3600}', { 'set-cookie': 'a=b' }), HOUR],
    ['T46 expires_in as digits', ok({ access_token: 'abc', expires_in: '3600' }), HOUR],
  ])('%s', async (_name, answer, ms) => {
    expect((await exchange([answer])).outcome).toMatchObject({ kind: 'token', value: 'abc', lifetime: { ms }, obtainedAt: START });
  });

  it('tells the date of the service', async () => {
    const { outcome } = await exchange([respond(200, '{"access_token":"abc"}', { date: 'Mon, 01 Jun 2026 01:00:00 GMT' })]);
    expect(outcome.serverDate).toBe(START + HOUR);
  });
});

describe('an answer without a usable token is spent and not repeated', () => {
  it.each([
    ['T26 HTML', ok('<!doctype html><p>x'), 'html'],
    ['T27 empty', ok(''), 'empty'],
    ['T28 204', ok('', 204), 'empty'],
    ['T29 an array', ok([]), 'wrongShape'],
    ['T29 null', ok('null'), 'wrongShape'],
    ['T29 a string', ok('"abc"'), 'wrongShape'],
    ['T29 a number', ok('7'), 'wrongShape'],
    ['T30 cut', ok('{"access_token":"ab'), 'cutOff'],
    ['not JSON', ok('access_token=abc'), 'notJson'],
    ['T33 no token', ok({ expires_in: 5 }), 'wrongShape'],
    ['T33 an empty token', ok({ access_token: '' }), 'tokenUnusable'],
    ['T33 a number', ok({ access_token: 7 }), 'wrongShape'],
    ['T33 an object', ok({ access_token: {} }), 'wrongShape'],
    ['T33 null', ok({ access_token: null }), 'wrongShape'],
    ['T34 too long', ok({ access_token: 'x'.repeat(20_000) }), 'tokenUnusable'],
    ['T35 a line break', ok({ access_token: 'abc\r\nX-Evil: 1' }), 'tokenUnusable'],
    ['T35 other letters', ok({ access_token: 't\u00f6ken' }), 'tokenUnusable'],
    ['T36 "Bearer abc"', ok({ access_token: 'Bearer abc' }), 'tokenUnusable'],
    ['T56 mac', ok({ access_token: 'abc', token_type: 'mac' }), 'tokenType'],
    ['T56 DPoP', ok({ access_token: 'abc', token_type: 'DPoP' }), 'tokenType'],
  ])('%s', async (_name, answer, reason) => {
    const { outcome, requests } = await exchange([answer]);
    expect(outcome).toMatchObject({ kind: 'failed', spent: true, failure: { kind: 'malformed', answer: 'token', reason } });
    expect(requests).toHaveLength(1);
  });

  it.each([[301], [302], [303], [307], [308], [304]])('T24, T25: %i is an error, and the secret goes nowhere else', async (status) => {
    const { outcome, requests } = await exchange([respond(status, '', { location: 'https://evil.test/x?y=1' })]);
    expect(outcome).toMatchObject({ kind: 'failed', spent: true, failure: { kind: 'redirect', to: 'https://evil.test', reason: 'notAllowed' } });
    expect(requests).toHaveLength(1);
  });

  it.each([404, 405, 415, 500, 502, 503, 504, 418])('T19 to T21: %i', async (status) => {
    const { outcome, requests } = await exchange([ok({ error: 'server_error' }, status)]);
    expect(outcome).toMatchObject({ kind: 'failed', spent: true, failure: { kind: 'tokenService', status } });
    expect(requests).toHaveLength(1);
  });

  it('T22 silence ends at the cut-off', async () => {
    const { outcome, requests, took } = await exchange(['hang']);
    expect(outcome).toMatchObject({ kind: 'failed', spent: true, failure: { kind: 'network', sent: true } });
    expect(requests).toHaveLength(1);
    expect(took).toBe(EXCHANGE_TIMES.cutOffMs + EXCHANGE_TIMES.graceMs);
  });

  it('silence of a network that never connected is not spent, whoever ends it', async () => {
    const { outcome, requests } = await exchange(['never connected']);
    expect(outcome).toMatchObject({ kind: 'failed', spent: false, failure: { kind: 'network', sent: false } });
    expect(requests).toHaveLength(1);
  });

  it('no two of its times end at the same moment', async () => {
    const { cutOffMs, connectMs, graceMs, retryWaitsMs } = EXCHANGE_TIMES;
    const asked: FetchOptions[] = [];
    const fetch: Fetch = (_request, options) => {
      asked.push(options);
      return Promise.reject(lost(false));
    };
    const time = new VirtualTime();
    const log: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };
    await time.until(createTokenClient({ fetch, clock: time.clock(), log })(ENVIRONMENT, CREDENTIALS, NEVER));
    expect(asked).toHaveLength(retryWaitsMs.length + 1);
    for (const { limits } of asked) {
      const { connectMs: connecting, headersMs, bodyIdleMs, totalMs = 0 } = limits;
      const ends = [connecting, headersMs, bodyIdleMs, totalMs, totalMs + graceMs].filter((ms) => ms !== Infinity).sort((a, b) => a - b);
      expect(ends).toHaveLength(3);
      // Half a second apart: no timer is that late.
      expect(Math.min(...ends.slice(1).map((ms, at) => ms - (ends[at] ?? 0)))).toBeGreaterThanOrEqual(500);
    }
    expect(connectMs + 2 * (retryWaitsMs[0] ?? 0)).toBeLessThan(cutOffMs);
  });

  it('T23 reset after sending', async () => {
    const { outcome, requests } = await exchange([lost(true, 'reset')]);
    expect(outcome).toMatchObject({ kind: 'failed', spent: true, failure: { kind: 'network', reason: 'reset' } });
    expect(requests).toHaveLength(1);
  });
});

describe('the allowance is used up', () => {
  const refresh = '2026-06-01T02:00:00Z';
  it.each([
    ['T2 as specified', limit({ code: 429, message: 'rate_limit', rate_limit: 50, rate_limit_refresh: refresh }), 2 * HOUR, 50],
    ['T3 refresh missing', limit({ code: 429, rate_limit: 50 }), HOUR / 2, 50],
    ['T9 the code as a string', limit({ code: '429', rate_limit_refresh: refresh }), 2 * HOUR, undefined],
    ['T10 with status 429', limit({ code: 429, rate_limit: 50, rate_limit_refresh: refresh }, 429), 2 * HOUR, 50],
    ['T10 with status 401', limit({ code: 429, rate_limit: 50, rate_limit_refresh: refresh }, 401), 2 * HOUR, 50],
    ['T11 status 429 and Retry-After', respond(429, 'slow down', { 'retry-after': '7200' }), 2 * HOUR, undefined],
    ['T11 status 429 alone', respond(429, ''), HOUR / 2, undefined],
    ['T12 JSON in a string', limit(JSON.stringify({ code: 429, rate_limit: 50, rate_limit_refresh: refresh })), 2 * HOUR, 50],
    ['T13 the bare word', limit('rate_limit'), HOUR / 2, undefined],
    ['T14 a limit of 0', limit({ code: 429, rate_limit: 0, rate_limit_refresh: refresh }), 2 * HOUR, 0],
    ['T14 a limit of -1', limit({ code: 429, rate_limit: -1, rate_limit_refresh: refresh }), 2 * HOUR, 0],
    ['T14 a limit in digits', limit({ code: 429, rate_limit: '50', rate_limit_refresh: refresh }), 2 * HOUR, 50],
    ['T14 an absurd limit', limit({ code: 429, rate_limit: 1e9, rate_limit_refresh: refresh }), 2 * HOUR, undefined],
    ['whatever the error is called', ok({ error: 7, error_description: { code: 429, rate_limit_refresh: refresh } }, 400), 2 * HOUR, undefined],
  ])('%s', async (_name, answer, wait, allowance) => {
    const { outcome, requests } = await exchange([answer]);
    expect(outcome).toMatchObject({ kind: 'exhausted', block: { until: START + wait, limit: allowance } });
    expect(requests).toHaveLength(1);
  });
});

describe('the credentials are refused', () => {
  it.each([
    ['T16 400 invalid_client', ok({ error: 'invalid_client' }, 400)],
    ['T16 400 with a body nobody knows', ok('no', 400)],
    ['T15 the description is an array', limit([429])],
    ['T15 the description is null', limit(null)],
    ['T17 401', ok({ error: 'invalid_client' }, 401)],
    ['T18 403 access_denied', ok({ error: 'access_denied' }, 403)],
  ])('%s', async (_name, answer) => {
    expect((await exchange([answer])).outcome).toMatchObject({ kind: 'refused' });
  });

  it('a page of something in between says nothing of them', async () => {
    expect((await exchange([ok('<html>Proxy', 403)])).outcome).toMatchObject({ kind: 'failed', failure: { kind: 'tokenService', status: 403 } });
  });
});

describe('what was certainly not sent is tried again, twice', () => {
  it('and then given up', async () => {
    const { outcome, requests } = await exchange([lost(false)]);
    expect(outcome).toMatchObject({ kind: 'failed', spent: false });
    expect(requests).toHaveLength(3);
  });

  it('and succeeds', async () => {
    const { outcome, requests } = await exchange([lost(false), lost(false), ok({ access_token: 'abc' })]);
    expect(outcome).toMatchObject({ kind: 'token' });
    expect(requests).toHaveLength(3);
  });

  it('but not after a try that was sent', async () => {
    const { requests } = await exchange([lost(false), lost(true)]);
    expect(requests).toHaveLength(2);
  });
});
