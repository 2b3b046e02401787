/** What a proxy answers, by every network of the setting, for a search and for an exchange: named, and nothing counts as sent. */
import { describe, expect, test } from 'vitest';
import { createTokenClient, EXCHANGE_TIMES } from '../../../src/core/auth/tokenClient.js';
import { requestApi, type ApiSessions } from '../../../src/core/catalog/http.js';
import { toFailure, type NetworkReason } from '../../../src/core/failure.js';
import type { Log } from '../../../src/core/ports.js';
import { systemClock } from '../../../src/platform/clock.js';
import { describeFailure } from '../../../src/platform/failureWords.js';
import type { EditorProxySettings } from '../../../src/platform/settings.js';
import { ENVIRONMENT } from '../auth/support/world.js';
import { closedPort, NO_PROXY, proxyTo, type TestProxy } from './loopback.js';
import { NETWORKS, testNetwork } from './networks.js';

const NEVER = new AbortController().signal;
const QUIET: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };
const SIGN_IN = /^The proxy wants a sign-in before it lets requests to \S+ through\.$/u;
const REFUSED = /^The proxy does not let requests to \S+ through\.$/u;

/** The reply to CONNECT; undefined: the connection is reset. */
const ANSWERS: readonly (readonly [name: string, reply: string | undefined, reason: NetworkReason, words: RegExp])[] = [
  ['407 with its ways to sign in', 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="proxy"\r\ncontent-length: 0\r\n\r\n', 'proxySignIn', SIGN_IN],
  ['407 and nothing else', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'proxySignIn', SIGN_IN],
  ['403 with a page', 'HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>', 'proxyRefused', REFUSED],
  ['502', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'proxyRefused', REFUSED],
  ['a reset', undefined, 'proxyRefused', REFUSED],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'proxyRefused', REFUSED],
];
const KINDS = ['search', 'exchange'] as const;

/** Sends it, and gives how it failed. An exchange is tried once. */
async function failureOf(kind: typeof KINDS[number], mode: typeof NETWORKS[number], settings: EditorProxySettings): Promise<unknown> {
  const { fetch } = testNetwork({ mode, proxy: () => settings });
  const environment = { ...ENVIRONMENT, baseUrl: 'https://api.test.invalid', authUrl: 'https://auth.test.invalid' };
  if (kind === 'exchange') {
    const outcome = await createTokenClient({ fetch, clock: systemClock, log: QUIET }, { ...EXCHANGE_TIMES, retryWaitsMs: [] })(environment, { clientId: 'client', clientSecret: 'secret' }, NEVER);
    expect(outcome).toMatchObject({ kind: 'failed', spent: false });
    return outcome.kind === 'failed' ? outcome.failure : outcome;
  }
  const sessions: ApiSessions = { ...({} as ApiSessions), token: () => Promise.resolve({ value: 'token' } as Awaited<ReturnType<ApiSessions['token']>>) };
  return await requestApi({ fetch, clock: systemClock, sessions, log: QUIET }, environment, { method: 'POST', url: 'https://api.test.invalid/stac/search', accept: 'application/json', body: '{}', safe: true }, { signal: NEVER })
    .then(({ status }) => status, toFailure);
}

function through(port: number, other: Partial<EditorProxySettings> = {}): EditorProxySettings {
  return { ...NO_PROXY, proxy: `http://127.0.0.1:${port}`, ...other };
}

async function answering(reply: string | undefined): Promise<TestProxy> {
  return await proxyTo(1, (_request, socket) => {
    if (reply === undefined) {
      socket.resetAndDestroy();
    } else {
      socket.end(reply);
    }
    return true;
  });
}

describe.each(NETWORKS)('in %s', (mode) => {
  describe.each(KINDS)('a %s', (kind) => {
    const host = kind === 'search' ? 'api.test.invalid' : 'auth.test.invalid';

    test.each(ANSWERS)('through a proxy that answers %s', async (_name, reply, reason, words) => {
      const proxy = await answering(reply);
      const failure = await failureOf(kind, mode, through(proxy.port));
      expect(failure).toEqual({ kind: 'network', host, reason, sent: false });
      expect(describeFailure(failure as never, 0).message).toMatch(words);
      expect(new Set(proxy.tunnels.map(({ target }) => target))).toEqual(new Set([`${host}:443`]));
    });

    test('through a proxy that is away', async () => {
      expect(await failureOf(kind, mode, through(await closedPort()))).toEqual({ kind: 'network', host, reason: 'proxyUnreachable', sent: false });
    });

    test.each([407, 403] as const)('that somebody on the way answers with %i and a page', (status) => {
      const failure = kind === 'search' ? { kind: 'status', host, status, retryAt: undefined } as const : { kind: 'tokenService', environment: 'Production', host, status } as const;
      expect(describeFailure(failure, 0).message).toMatch(status === 407 ? /proxy in front of \S+ wants a sign-in/u : kind === 'search' ? /no permission/u : /Does a proxy or the network want a sign-in/u);
    });

    test('where http.proxySupport is off asks no proxy', async () => {
      const proxy = await answering(undefined);
      expect(await failureOf(kind, mode, through(proxy.port, { proxySupport: 'off' }))).toMatchObject({ kind: 'network', reason: expect.stringMatching(/^hostNotFound$|^offline$/u) as string, sent: false });
      expect(proxy.tunnels).toEqual([]);
    });
  });
});
