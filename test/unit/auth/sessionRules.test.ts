import { describe, expect, it } from 'vitest';
import type { TokenFacts } from '../../../src/core/auth/session.js';
import { judgeRejection, stateAt, type SessionRecord } from '../../../src/core/auth/sessionRules.js';
import { remainingMs } from '../../../src/core/auth/tokenLife.js';

const NOW = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const facts = (change: Partial<TokenFacts> = {}): TokenFacts => ({ source: 'exchange', obtainedAt: NOW, expiresAt: NOW + DAY, expiry: 'exact', allowance: undefined, audience: [], accepted: true, ...change });
const record = (change: Partial<SessionRecord> = {}): SessionRecord => ({ looked: true, token: facts(), credentialsStored: true, signedOut: 'never', block: undefined, refused: undefined, heldBack: undefined, ...change });

describe('the state follows from the record and the time', () => {
  it.each<[string, SessionRecord, number, string]>([
    ['nobody has looked', record({ looked: false }), NOW, 'unknown'],
    ['signed out', record({ token: undefined, credentialsStored: false }), NOW, 'signedOut'],
    ['credentials and no token', record({ token: undefined }), NOW, 'expired'],
    ['valid', record(), NOW, 'valid'],
    ['5 minutes and a little', record(), NOW + DAY - 5 * MINUTE, 'valid'],
    ['less than 5 minutes', record(), NOW + DAY - 5 * MINUTE + 1, 'expiring'],
    ['over', record(), NOW + DAY, 'expired'],
    ['pasted, 15 minutes', record({ token: facts({ source: 'pasted' }), credentialsStored: false }), NOW + DAY - 15 * MINUTE, 'valid'],
    ['pasted, less than 15 minutes', record({ token: facts({ source: 'pasted' }), credentialsStored: false }), NOW + DAY - 15 * MINUTE + 1, 'expiring'],
    ['blocked', record({ block: { until: NOW + 1, limit: 50 } }), NOW, 'exhausted'],
    ['no longer blocked', record({ block: { until: NOW + 1, limit: 50 } }), NOW + 1, 'valid'],
    ['blocked, and a pasted token works', record({ block: { until: NOW + MINUTE, limit: 50 }, token: facts({ source: 'pasted' }) }), NOW, 'valid'],
    ['blocked, and signed out', record({ block: { until: NOW + MINUTE, limit: 50 }, token: undefined, credentialsStored: false }), NOW, 'signedOut'],
    ['refused', record({ refused: { kind: 'credentialsRefused', environment: 'Acme', status: 401 } }), NOW, 'refused'],
  ])('%s', (_name, value, now, kind) => {
    expect(stateAt(value, now).kind).toBe(kind);
  });

  it('a clock set back keeps no token longer than its life', () => {
    expect(remainingMs(facts(), NOW - 30 * DAY)).toBe(DAY);
  });
});

describe('the rules for a 401, after the store holds no other token', () => {
  const judge = (change: Partial<Parameters<typeof judgeRejection>[0]>): string => {
    const verdict = judgeRejection({ facts: facts(), accepted: true, afterRejection: false, credentialsStored: true, breakerOpen: false, ...change }, 'https://a');
    return verdict.kind === 'fail' ? verdict.reason : verdict.kind;
  };

  it.each([
    ['rule 2: for another environment', { facts: facts({ audience: ['https://b'] }) }, 'wrongAudience'],
    ['rule 2 comes before rule 3', { facts: facts({ source: 'pasted', audience: ['https://b'] }) }, 'wrongAudience'],
    ['rule 3: pasted, no credentials', { facts: facts({ source: 'pasted' }), credentialsStored: false }, 'pastedTokenRefused'],
    ['rule 3: pasted, credentials are there too', { facts: facts({ source: 'pasted' }), accepted: false }, 'exchange'],
    ['rule 4: never accepted', { accepted: false }, 'neverAccepted'],
    ['rule 5: accepted before', {}, 'exchange'],
    ['rule 5: its successor is rejected too', { accepted: false, afterRejection: true }, 'refusedAgain'],
    ['rule 5: the breaker is open', { breakerOpen: true }, 'refusedAgain'],
  ] as const)('%s', (_name, change, expected) => {
    expect(judge(change)).toBe(expected);
  });
});
