/** T: answers of the token endpoint. */
import type { Fault, FaultContext, FaultTable } from '../faults.js';
import { alter, answer, HTML, HTML_TYPE, JSON_TYPE, raw, text } from './answers.js';

const DAY = 86_400_000;
const limited = (fields: unknown, status = 400, headers = {}): Fault => answer('token', status, { error: 'invalid_request', error_description: fields }, headers);
const refresh = (value: unknown, more: Record<string, unknown> = {}): Fault =>
  limited({ code: 429, message: 'rate_limit', rate_limit: 50, ...(value === undefined ? {} : { rate_limit_refresh: value }), ...more });
const refreshIn = (ms: number, more: Record<string, unknown> = {}): Fault => ({
  on: 'token',
  run: (context) => refresh(new Date(context.now + ms).toISOString(), more).run(context),
});
const set = (fields: Record<string, unknown>): Fault => alter('token', (value) => ({ ...value, ...fields }));
const drop = (field: string): Fault => alter('token', (value) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)));
const lifetime = (literal: string): Fault => text('token', (body) => body.replace(/"expires_in":\d+/u, `"expires_in":${literal}`));
/** Another token in place of the one that was made; it serves as that one does. */
const token = (change: (token: string, context: FaultContext) => string): Fault =>
  alter('token', (value, context) => {
    const made = String(value['access_token']);
    const given = change(made, context);
    context.accept(given, made);
    return { ...value, access_token: given };
  });
/** The token's claims changed. Its signature is then wrong, which a client does not see. */
const claims = (change: (claims: Record<string, unknown>, context: FaultContext) => Record<string, unknown>): Fault =>
  token((made, context) => {
    const [top, payload = '', signature] = made.split('.');
    const changed = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>, context);
    return [top, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
  });
const allowance = (remaining: unknown): Fault => claims((all) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, name.endsWith('/rate_limit_remaining') ? remaining : value])));

/** By server: the first token it gave. */
const firstTokens = new Map<string, unknown>();

export const tokenFaults: FaultTable = {
  T2: refreshIn(2 * 3_600_000),
  T3: refresh(undefined),
  T4: refreshIn(-3_600_000),
  T5: refresh('soon'),
  T5a: refresh(120),
  T5b: refresh(0),
  T5c: refresh(null),
  T5d: refresh({}),
  T5e: refresh('+275760-09-13T00:00:00Z'),
  T6: refreshIn(3_650 * DAY),
  T7: { on: 'token', run: (context) => refresh(new Date(context.now + 3_600_000).toISOString().slice(0, 19)).run(context) },
  T8: { on: 'token', run: (context) => refresh(Math.floor(context.now / 1_000) + 3_600).run(context) },
  T9: refreshIn(3_600_000, { code: '429' }),
  T10: { on: 'token', run: (context) => limited({ code: 429, rate_limit_refresh: new Date(context.now + 3_600_000).toISOString() }, 429).run(context) },
  T11: answer('token', 429, { message: 'slow down' }, { 'retry-after': '600' }),
  T12: { on: 'token', run: (context) => limited(JSON.stringify({ code: 429, rate_limit_refresh: new Date(context.now + 3_600_000).toISOString() })).run(context) },
  T13: limited('rate_limit'),
  T14: refreshIn(3_600_000, { rate_limit: 0 }),
  T14a: refreshIn(3_600_000, { rate_limit: -1 }),
  T14b: refreshIn(3_600_000, { rate_limit: '50' }),
  T14c: refreshIn(3_600_000, { rate_limit: 1e9 }),
  T15: limited([]),
  T15a: answer('token', 400, null),
  T16: answer('token', 400, { error: 'invalid_client' }),
  T17: answer('token', 401, { error: 'invalid_client' }),
  T18: answer('token', 403, { error: 'access_denied', error_description: 'Service not enabled within domain' }),
  T19: answer('token', 404, 'Not Found'),
  T20: answer('token', 405),
  T20a: answer('token', 415),
  T21: answer('token', 500),
  T21a: answer('token', 502, HTML, HTML_TYPE),
  T21b: answer('token', 503),
  T21c: answer('token', 504),
  T22: { on: 'token', run: () => undefined },
  T23: { on: 'token', run: ({ request }) => void request.socket.resetAndDestroy() },
  T23a: raw('token', () => 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{', 'reset'),
  T24: answer('token', 307, '', ({ foreignOrigin }) => ({ location: `${foreignOrigin}/oauth/token` })),
  T25: answer('token', 302, HTML, { ...HTML_TYPE, location: '/login' }),
  T26: answer('token', 200, HTML, HTML_TYPE),
  T27: answer('token', 200, ''),
  T28: answer('token', 204, ''),
  T29: answer('token', 200, []),
  T29a: answer('token', 200, null),
  T29b: answer('token', 200, '"token"'),
  T29c: answer('token', 200, '7'),
  T30: text('token', (body) => body.slice(0, 40)),
  /** Cut, with the length of what is sent: what a dying gateway leaves. */
  T30a: answer('token', 200, '{"access_token":"abc', JSON_TYPE),
  T31: text('token', (body) => `\uFEFF${body}`),
  T32: text('token', (body) => body, { 'content-type': 'text/plain' }),
  T33: drop('access_token'),
  T33a: set({ access_token: '' }),
  T33b: set({ access_token: 7 }),
  T33c: set({ access_token: {} }),
  T33d: set({ access_token: null }),
  T34: set({ access_token: 'x'.repeat(1 << 20) }),
  T35: set({ access_token: 'abc\r\nX-Injected: 1' }),
  T35a: set({ access_token: 'abc def' }),
  T35b: set({ access_token: 'abç' }),
  T36: alter('token', (value) => ({ ...value, access_token: `Bearer ${String(value['access_token'])}` })),
  T37: token(() => 'opaque-0123456789-abcdef'),
  T38: claims(({ exp: _exp, ...rest }) => rest),
  T39: claims((all, { now }) => ({ ...all, exp: Math.floor(now / 1_000) - 60 })),
  T40: claims((all) => ({ ...all, exp: Number(all['iat']) + 7_200 })),
  T41: token(() => 'aaaa.%%%%.cccc'),
  T41a: token(() => 'aaaa.bbbb'),
  T42: token((made) => made.replace(/^[^.]*/u, Buffer.from('{"alg":"none"}').toString('base64url'))),
  /** Nor is it accepted. */
  T43: alter('token', (value) => {
    const [top, payload = '', signature] = String(value['access_token']).split('.');
    const claimed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    value['access_token'] = [top, Buffer.from(JSON.stringify({ ...claimed, aud: 'https://another.example' })).toString('base64url'), signature].join('.');
  }),
  T44: claims((all) => ({ ...all, aud: [all['aud'], 'https://another.example'] })),
  T45: claims((all) => ({ ...all, nbf: Number(all['iat']) + 600, iat: Number(all['iat']) + 600 })),
  T46: set({ expires_in: '86400' }),
  T47: set({ expires_in: 0 }),
  T48: set({ expires_in: -1 }),
  T49: set({ expires_in: 1e12 }),
  T50: lifetime('1e999'),
  T51: drop('expires_in'),
  T52: set({ expires_in: 1.5 }),
  T53: set({ expires_in: 10 }),
  T54: set({ token_type: 'bearer' }),
  T55: drop('token_type'),
  T56: set({ token_type: 'mac' }),
  T56a: set({ token_type: 'DPoP' }),
  T57: text('token', (body) => body.replace('{', '{"access_token":"first",')),
  T58: allowance(0),
  T58a: allowance(-3),
  T58b: allowance('7'),
  T58c: allowance(1e9),
  T60: { on: 'token', run: async (context) => { context.response.setHeader('date', new Date(context.now + DAY).toUTCString()); await context.sendGood(); } },
  T64: alter('token', (value, { origin }) => {
    firstTokens.set(origin, firstTokens.get(origin) ?? value['access_token']);
    return { ...value, access_token: firstTokens.get(origin) };
  }),
  T68: text('token', (body) => body, { 'set-cookie': 'session=1; Path=/' }),
};
