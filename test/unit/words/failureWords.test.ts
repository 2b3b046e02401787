import { describe, expect, it } from 'vitest';
import type { AssetReason, Failure, HeldBackReason, MalformedReason, NetworkReason, PagingReason, RedirectReason, SignedOutReason, TargetReason, UnauthorizedReason } from '../../../src/core/failure.js';
import { describeFailure } from '../../../src/platform/failureWords.js';

const NOW = Date.UTC(2026, 5, 2, 14, 2);
const HOUR = 3_600_000;
const host = 'api.example.com';
const environment = 'Acme';

/** Records rather than arrays: a reason that is added later does not compile here until it is tested. */
const network: Record<NetworkReason, true> = {
  refused: true, hostNotFound: true, offline: true, connectTimeout: true, headersTimeout: true, bodyTimeout: true, tooSlow: true, reset: true, cutOff: true, notHttp: true, notTls: true,
  certificateUntrusted: true, certificateExpired: true, certificateWrongHost: true, tls: true, proxySignIn: true, proxyRefused: true, proxyUnreachable: true, badEncoding: true,
  insecureAddress: true, unknown: true,
};
const redirect: Record<RedirectReason, true> = { otherOrigin: true, downgrade: true, loop: true, noTarget: true, notAllowed: true };
const malformed: Record<MalformedReason, true> = { empty: true, html: true, cutOff: true, notJson: true, wrongShape: true, tokenUnusable: true, tokenType: true, encoding: true, tooDeep: true };
const unauthorized: Record<UnauthorizedReason, true> = { pastedTokenRefused: true, wrongAudience: true, neverAccepted: true, refusedAgain: true };
const heldBack: Record<HeldBackReason, true> = { hourlyCap: true, dailyCap: true, fewRemaining: true, recentFailure: true, otherWindow: true };
const signedOut: Record<SignedOutReason, true> = { never: true, bySelf: true, elsewhere: true, pastedExpired: true, storeUnreadable: true, credentialsChanged: true };
const paging: Record<PagingReason, true> = { loop: true, noNewItems: true, endless: true, otherOrigin: true, otherPath: true, badLink: true, method: true };
const target: Record<TargetReason, true> = { exists: true, link: true, folder: true, missing: true, readOnly: true, full: true, nameTooLong: true, busy: true, failed: true };
const asset: Record<AssetReason, true> = {
  noAddress: true, relativeAddress: true, localFile: true, objectStore: true, inlineData: true, otherScheme: true, userInfo: true, holdsToken: true, insecure: true, privateAddress: true, hostRefused: true,
  linkRefused: true, notThere: true, wrongSize: true, wrongChecksum: true, tooLargeToOpen: true, keepsBreaking: true, notWanted: true,
};

function keys<K extends string>(record: Record<K, true>): readonly K[] {
  return Object.keys(record) as K[];
}

const STATUSES = [204, 206, 304, 400, 402, 403, 404, 405, 407, 408, 409, 410, 413, 414, 418, 422, 429, 431, 451, 500, 501, 502, 503, 504, 520, 600, 999];

const ALL: readonly Failure[] = [
  { kind: 'cancelled' }, { kind: 'internal' }, { kind: 'tooLarge', host, limitBytes: 64 * 1024 * 1024 },
  ...keys(network).map((reason): Failure => ({ kind: 'network', host, reason, sent: true })),
  ...keys(redirect).flatMap((reason): Failure[] => [{ kind: 'redirect', host, to: 'https://evil.example', reason }, { kind: 'redirect', host, to: undefined, reason }]),
  ...keys(malformed).flatMap((reason): Failure[] => (['search', 'token', 'item'] as const).map((answer) => ({ kind: 'malformed', host, answer, reason }))),
  ...STATUSES.flatMap((status): Failure[] => [undefined, NOW + HOUR, NOW - HOUR].map((retryAt) => ({ kind: 'status', host, status, retryAt }))),
  ...keys(unauthorized).map((reason): Failure => ({ kind: 'unauthorized', environment, reason })),
  { kind: 'exhausted', environment, until: NOW + 2 * HOUR, limit: 50 }, { kind: 'exhausted', environment, until: NOW + 2 * HOUR, limit: undefined },
  { kind: 'credentialsRefused', environment, status: 401 },
  ...STATUSES.map((status): Failure => ({ kind: 'tokenService', environment, host, status })),
  ...keys(heldBack).flatMap((reason): Failure[] => [undefined, NOW + HOUR].map((until) => ({ kind: 'heldBack', environment, reason, until }))),
  ...keys(signedOut).map((reason): Failure => ({ kind: 'signedOut', environment, reason })),
  { kind: 'invalid', field: 'bbox', problem: 'South is larger than north.' }, { kind: 'noEnvironment', named: undefined }, { kind: 'noEnvironment', named: 'Gone' },
  { kind: 'itemUnavailable', reason: 'notFound' }, { kind: 'itemUnavailable', reason: 'noCopy' }, { kind: 'itemUnavailable', reason: 'unreadable' },
  ...keys(paging).map((reason): Failure => ({ kind: 'paging', reason, host })),
  ...keys(target).map((reason): Failure => ({ kind: 'target', reason })),
  ...keys(asset).flatMap((reason): Failure[] => [undefined, host].map((where) => ({ kind: 'asset', reason, host: where }))),
  { kind: 'machine', what: 'secrets', code: undefined }, { kind: 'machine', what: 'storage', code: 'ENOSPC' },
];

describe('the words of a failure', () => {
  it.each(ALL.map((failure) => [JSON.stringify(failure), failure] as const))('%s read as sentences', (_name, failure) => {
    const { message, action } = describeFailure(failure, NOW);
    expect(message).toMatch(/^\p{L}.*[.?]$/u);
    expect(message).not.toMatch(/undefined|NaN|\[object|\]\(/u);
    expect(message.length).toBeLessThan(260);
    expect(action).not.toBe('');
  });

  it('say until when, and what works meanwhile', () => {
    expect(describeFailure({ kind: 'exhausted', environment, until: NOW + 2 * HOUR, limit: 50 }, NOW)).toEqual({
      message: 'Acme: the organization\'s limit of 50 token exchanges is reached. The next is possible at 16:02 UTC (in 2 h); until then a temporary token from the account page works.',
      action: 'pasteToken',
    });
    expect(describeFailure({ kind: 'exhausted', environment, until: NOW + 24 * HOUR, limit: undefined, said: NOW + 87_600 * HOUR }, NOW).message)
      .toBe('Acme: the organization\'s limit of token exchanges is reached. The next is possible at 2026-06-03 14:02 UTC (in 1 d), although the server says 2036-05-30 14:02 UTC; until then a temporary token from the account page works.');
    expect(describeFailure({ kind: 'status', host, status: 429, retryAt: NOW + HOUR }, NOW).message).toContain('15:02 UTC (in 1 h)');
  });

  it('never offer a way around a certificate', () => {
    for (const reason of ['certificateUntrusted', 'certificateExpired', 'certificateWrongHost', 'tls'] as const) {
      expect(describeFailure({ kind: 'network', host, reason, sent: false }, NOW).action).not.toBe('retry');
    }
  });
});
