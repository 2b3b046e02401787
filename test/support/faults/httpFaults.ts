/** H: statuses on API calls. */
import { deflateSync } from 'node:zlib';
import type { FaultContext, FaultTable } from '../faults.js';
import { answer, HTML, HTML_TYPE, JSON_TYPE, send, withoutLength, type Headers } from './answers.js';

const to = (target: (context: FaultContext) => string) => (context: FaultContext): Headers => ({ location: target(context) });
const foreign = to(({ foreignOrigin, request }) => foreignOrigin + (request.url ?? ''));
const status = (code: number, headers: Headers = {}) => answer('search', code, { message: 'no' }, headers);
const later = (seconds: number) => (context: FaultContext): Headers => ({ 'retry-after': new Date(context.now + seconds * 1_000).toUTCString() });
const unauthorized = (headers: Headers = {}, body: unknown = { message: 'Unauthorized' }) => answer('search', 401, body, headers);
const times = (count: number, code: number, headers: Headers = {}) => ({
  on: 'search' as const,
  run: (context: FaultContext) => (context.count < count ? send(context, code, '{"message":"no"}', { ...JSON_TYPE, ...headers }) : context.sendGood()),
});

export const httpFaults: FaultTable = {
  /** A good answer all the same: the raw stream of bytes under the name deflate, as some servers send it. */
  H1: {
    on: 'search',
    run: async (context) => {
      const good = await context.good();
      send(context, good.status, deflateSync(good.body), { ...withoutLength(good), 'content-encoding': 'deflate' });
    },
  },
  H2: answer('search', 204, ''),
  H3: times(Infinity, 206),
  H4: answer('search', 201, {}),
  H4a: answer('search', 202, {}),
  H5: answer('search', 304, ''),
  H6: {
    on: 'search',
    run: (context) => {
      const url = new URL(context.request.url ?? '', context.origin);
      if (url.searchParams.has('moved')) {
        return context.sendGood();
      }
      url.searchParams.set('moved', '1');
      return send(context, 301, '', { location: url.href });
    },
  },
  H7: answer('search', 302, '', foreign),
  H8: answer('search', 303, '', foreign),
  H9: answer('search', 307, '', foreign),
  H10: answer('search', 308, '', foreign),
  H11: answer('search', 302, '', to(({ origin, request }) => origin + (request.url ?? ''))),
  H12: answer('search', 302, ''),
  H13: answer('search', 302, '', { location: 'http://[' }),
  H13a: answer('search', 302, '', { location: 'file:///etc/passwd' }),
  H13b: answer('search', 302, '', { location: 'data:application/json,{}' }),
  H14: answer('search', 302, '', to(({ origin, request }) => origin.replace('https:', 'http:') + (request.url ?? ''))),
  H15: status(400),
  /** Refuses a filter expression, and says where. */
  H15a: {
    on: 'search',
    run: (context) => (context.request.url?.includes('filter=') === true
      ? answer('search', 422, { detail: [{ loc: ['query', 'filter'], msg: 'unknown property cloudy [x](command:test.canary) $(error)', type: 'value_error' }] }).run(context)
      : context.sendGood()),
  },
  H16: answer('search', 400, { error: 'invalid_request', error_description: { code: 429, message: 'rate_limit', rate_limit: 50, rate_limit_refresh: '2099-01-01T00:00:00Z' } }),
  H17: times(1, 401),
  H18: unauthorized(),
  H24: unauthorized({ 'www-authenticate': 'Basic realm="x"' }),
  H24a: unauthorized({ 'www-authenticate': `Bearer ${'x'.repeat(5_000)}` }),
  H25: status(402),
  H26: status(403),
  H27: status(404),
  H28: status(405),
  H28a: status(406),
  H28b: status(415),
  H29: status(407, { 'proxy-authenticate': 'Basic realm="x"' }),
  H30: times(1, 408),
  H31: status(409),
  H32: status(410),
  H33: status(411),
  H33a: status(412),
  H34: status(413),
  H35: status(414),
  H36: status(418),
  H36a: status(421),
  H36b: status(422),
  H36c: status(425),
  H37: times(1, 429, { 'retry-after': '2' }),
  H38: status(429, { 'retry-after': '3600' }),
  H39: answer('search', 429, {}, later(600)),
  H40: answer('search', 429, {}, later(-600)),
  H41: times(1, 429),
  H42: status(429, { 'retry-after': '-1' }),
  H42a: status(429, { 'retry-after': '1e9' }),
  H42b: status(429, { 'retry-after': 'abc' }),
  H42c: status(429, { 'retry-after': '120, 60' }),
  H42d: status(429, { 'retry-after': '2 seconds' }),
  H42e: status(429, { 'retry-after': ['3', '5'] }),
  H43: status(429),
  H44: status(431),
  H45: status(451),
  H46: times(1, 500),
  H47: status(500),
  H48: status(501),
  H48a: status(505),
  H49: answer('search', 502, HTML, HTML_TYPE),
  H50: answer('search', 503, {}, later(5)),
  H51: status(504),
  H52: status(520),
  H52a: status(529),
  H53: status(999),
  H53a: status(600),
  H54: answer('search', 200, { error: 'something' }),
  H55: answer('search', 400, '{"type":"about:blank","title":"no","status":400}', { 'content-type': 'application/problem+json' }),
  H56: { on: 'search', run: (context) => send(context, 500, Buffer.alloc(50 << 20, 0x61)) },
  H57: { on: 'search', run: ({ response }) => void response.writeHead(500).write('it goes on') },
  H58: answer('search', 500, Buffer.from([0, 1, 2, 0, 255, 254])),
  H59: answer('search', 400, { message: '[Open](command:test.canary) https://evil.example' }),
  H60: { on: 'search', run: (context) => send(context, [500, 404, 429, 403][context.count % 4] ?? 500, '{}') },
};
