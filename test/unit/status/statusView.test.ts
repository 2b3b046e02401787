import { describe, expect, it } from 'vitest';
import { DEMO_ENVIRONMENT, type Environment } from '../../../src/core/environment.js';
import type { SessionState, TokenFacts } from '../../../src/core/auth/session.js';
import { nextExchange, sessionDetails, statusBackground, statusView, unchosenView } from '../../../src/features/status/statusView.js';

const NOW = Date.UTC(2026, 5, 2, 14, 2);
const MIN = 60_000;
const HOUR = 60 * MIN;
const acme: Environment = { ...DEMO_ENVIRONMENT, name: 'Acme', kind: 'production', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', audience: 'https://api.example.com' };
const facts = (leftMs: number, more: Partial<TokenFacts> = {}): TokenFacts => ({
  source: 'exchange', obtainedAt: NOW - HOUR, expiresAt: NOW + leftMs, expiry: 'exact', allowance: { limit: 50, remaining: 49 }, audience: [], accepted: true, ...more,
});
const text = (state: SessionState, environment = acme): string => statusView(environment, state, NOW).text;

describe('the status item', () => {
  it('says environment and time left', () => {
    expect(text({ kind: 'valid', token: facts(23 * HOUR + 10 * MIN), renewable: true })).toBe('$(shield) PROD Acme  23 h 10 min');
    expect(text({ kind: 'valid', token: facts(HOUR, { expiry: 'atMost', source: 'pasted' }), renewable: false })).toBe('$(shield) PROD Acme  ≤ 1 h');
  });

  it('makes the kind of environment plain', () => {
    const state: SessionState = { kind: 'valid', token: facts(HOUR), renewable: true };
    expect(text(state, { ...acme, kind: 'sandbox' })).toBe('$(beaker) SANDBOX Acme  1 h');
    expect(text(state, { ...acme, kind: 'other' })).toBe('$(server-environment) Acme  1 h');
    expect(text(state, DEMO_ENVIRONMENT)).toBe('$(rocket) Demo  1 h');
  });

  it('warns of a pasted token that ends, and not of one that renews itself', () => {
    const pasted = statusView(acme, { kind: 'expiring', token: facts(10 * MIN, { source: 'pasted' }), renewable: false }, NOW);
    expect([pasted.severity, pasted.text]).toEqual(['warning', '$(warning) PROD Acme  10 min']);
    expect(statusView(acme, { kind: 'expiring', token: facts(2 * MIN), renewable: true }, NOW).severity).toBe('normal');
  });

  it.each([
    [{ kind: 'unknown' }, '$(shield) PROD Acme', 'normal'],
    [{ kind: 'signedOut', reason: 'never' }, '$(circle-slash) PROD Acme  signed out', 'normal'],
    [{ kind: 'expired', token: facts(-MIN), renewable: true }, '$(shield) PROD Acme  renews at the next search', 'normal'],
    [{ kind: 'expired', token: undefined, renewable: true }, '$(shield) PROD Acme  no token yet', 'normal'],
    [{ kind: 'expired', token: undefined, renewable: true, heldBack: { reason: 'hourlyCap', until: NOW + 40 * MIN } }, '$(watch) PROD Acme  next exchange in 40 min', 'warning'],
    [{ kind: 'expired', token: undefined, renewable: true, heldBack: { reason: 'fewRemaining', until: undefined } }, '$(watch) PROD Acme  few exchanges left', 'warning'],
    [{ kind: 'expired', token: facts(-MIN), renewable: false }, '$(warning) PROD Acme  token expired', 'warning'],
    [{ kind: 'exhausted', until: NOW + 2 * HOUR, limit: 50, token: undefined }, '$(watch) PROD Acme  exchanges used up, 2 h', 'warning'],
    [{ kind: 'refused', why: { kind: 'credentialsRefused', environment: 'Acme', status: 401 }, token: undefined }, '$(error) PROD Acme  sign-in refused', 'error'],
  ] as const satisfies readonly (readonly [SessionState, string, string])[])('in state %j reads %s', (state, words, severity) => {
    const view = statusView(acme, state, NOW);
    expect([view.text, view.severity]).toEqual([words, severity]);
  });

  it('wakes up once a minute, once a second in the last minute, and not at all where nothing counts down', () => {
    expect(statusView(acme, { kind: 'valid', token: facts(HOUR - 1), renewable: true }, NOW).changesInMs).toBe(MIN);
    expect(statusView(acme, { kind: 'valid', token: facts(30_000 - 1), renewable: true }, NOW).changesInMs).toBe(1000);
    expect(statusView(acme, { kind: 'signedOut', reason: 'never' }, NOW).changesInMs).toBeUndefined();
    expect(statusView(acme, { kind: 'expired', token: undefined, renewable: true }, NOW).changesInMs).toBeUndefined();
  });

  it('is read out without icons, and shows hostile names for what they are', () => {
    const view = statusView({ ...acme, name: 'A\u202E$(error)' }, { kind: 'valid', token: facts(HOUR), renewable: true }, NOW);
    expect(view.spoken).not.toContain('$(shield)');
    expect(view.text).not.toContain('$(error)');
    expect(view.text).not.toContain('\u202E');
  });
});

describe('the details of a session', () => {
  it('tell source, expiry in UTC and local time, and the allowance', () => {
    const details = Object.fromEntries(sessionDetails(acme, { kind: 'valid', token: facts(HOUR), renewable: true }, NOW));
    expect(details).toMatchObject({ Environment: 'Acme (production)', State: 'signed in, 1 h left', Source: 'client credentials', 'Valid until': '2026-06-02 15:02:00 UTC', 'Exchanges left': '49 of 50' });
    expect(details['Local time']).toMatch(/2026/);
  });

  it('tell until when nothing is exchanged, and that the token still works', () => {
    const details = Object.fromEntries(sessionDetails(acme, { kind: 'exhausted', until: NOW + HOUR, limit: 50, token: facts(2 * HOUR) }, NOW));
    expect(details['State']).toBe('no token exchange before 15:02 UTC (in 1 h); the present token still works');
    const far = Object.fromEntries(sessionDetails(acme, { kind: 'exhausted', until: NOW + HOUR, limit: 50, said: NOW + 24 * HOUR, token: undefined }, NOW));
    expect(far['State']).toBe('no token exchange before 15:02 UTC (in 1 h), although the server says 2026-06-03 14:02 UTC');
  });
});

describe('the next exchange', () => {
  const expired: SessionState = { kind: 'expired', token: undefined, renewable: true };
  const hourly = { reason: 'hourlyCap', until: NOW + 40 * MIN } as const;
  const few = { reason: 'fewRemaining', until: undefined } as const;

  it.each<readonly [string, Partial<Parameters<typeof nextExchange>[0]>, string]>([
    ['nothing in the way', {}, 'possible now'],
    ['no credentials', { credentialsStored: false }, 'after signing in with client credentials'],
    ['over a cap', { heldBack: hourly }, 'by itself at 14:42 UTC (in 40 min), before that when you ask for it'],
    ['few remaining', { heldBack: few }, 'only when you ask for it'],
    ['used up', { nextExchangeAt: NOW + HOUR }, 'at 15:02 UTC (in 1 h)'],
    ['used up for longer than a cap', { nextExchangeAt: NOW + HOUR, heldBack: hourly }, 'at 15:02 UTC (in 1 h)'],
    ['used up, and few remaining', { nextExchangeAt: NOW + HOUR, heldBack: few }, 'at 15:02 UTC (in 1 h); only when you ask for it'],
    ['refused credentials', { state: { kind: 'refused', why: { kind: 'credentialsRefused', environment: 'Acme', status: 401 }, token: undefined } }, 'none with these credentials; sign in again'],
    ['a token that is not accepted', { state: { kind: 'refused', why: { kind: 'unauthorized', environment: 'Acme', reason: 'refusedAgain' }, token: undefined } }, 'only when you ask for it'],
  ])('%s', (_name, change, words) => {
    expect(nextExchange({ state: expired, credentialsStored: true, nextExchangeAt: undefined, heldBack: undefined, ...change }, NOW)).toBe(words);
  });

  it('is not promised where it is held back', () => {
    const details = (state: SessionState): string | undefined => Object.fromEntries(sessionDetails(acme, state, NOW))['State'];
    expect(details({ ...expired, heldBack: hourly })).toContain('no more token exchanges are made by themselves until 14:42 UTC');
    expect(details({ kind: 'expiring', token: facts(2 * MIN), renewable: true, heldBack: few })).toBe('signed in, 2 min left; the next exchange only when you ask for it');
  });

  it('a token of a clock that was a year ahead has the life that is left to it', () => {
    const ahead = facts(0, { obtainedAt: NOW + 365 * 24 * HOUR, expiresAt: NOW + 366 * 24 * HOUR, serverObtainedAt: NOW - HOUR });
    expect(text({ kind: 'valid', token: ahead, renewable: true })).toBe('$(shield) PROD Acme  23 h');
    expect(Object.fromEntries(sessionDetails(acme, { kind: 'valid', token: ahead, renewable: true }, NOW))['Valid until']).toBe('2026-06-03 13:02:00 UTC');
  });
});

describe('production', () => {
  it('stands out by more than a word, and a failure by more than production', () => {
    const of = (kind: Environment['kind']): readonly unknown[] => (['normal', 'warning', 'error'] as const).map((severity) => statusBackground({ kind }, severity));
    expect(of('production')).toEqual(['warning', 'warning', 'error']);
    expect([of('sandbox'), of('other'), of('demo')]).toEqual(Array(3).fill([undefined, 'warning', 'error']));
  });
});

describe('where no environment is chosen', () => {
  it('the one that was named is said', () => {
    expect(unchosenView({ kind: 'unknown', named: 'Acme\u202E $(error)' })).toMatchObject({
      text: expect.stringMatching(/^\$\(warning\) "Acme.* is not in your settings$/u) as string, spoken: expect.not.stringContaining('\u202E') as string,
    });
    expect(unchosenView({ kind: 'unknown', named: '$(error)' })?.text).not.toContain('"$(error)');
  });

  it('folders that disagree are named with what they say', () => {
    expect(unchosenView({ kind: 'disagreeing', folders: [{ folder: 'a', environment: 'Acme' }, { folder: 'b', environment: undefined }] })).toEqual({
      text: '$(warning) Which environment?', spoken: 'the folders of this workspace name different environments',
      details: [['Environment', 'the folders of this workspace name different ones'], ['a', 'Acme'], ['b', 'names none']],
    });
  });

  it('there is nothing to say where nobody named one', () => {
    expect([unchosenView({ kind: 'none' }), unchosenView({ kind: 'undecided' })]).toEqual([undefined, undefined]);
  });
});

describe('an environment whose credentials are here and that has no token yet', () => {
  it('is not called expired', () => {
    const state: SessionState = { kind: 'expired', token: undefined, renewable: true };
    const said = [statusView(acme, state, NOW).text, ...sessionDetails(acme, state, NOW).flat()].join(' ');
    expect(said).toContain('no token yet');
    expect(said).not.toMatch(/expired|renew/u);
  });
});
