import { describe, expect, it } from 'vitest';
import { parseIsoTime, blockUntil, blockFor, MAX_BLOCK_MS } from '../../../src/core/auth/sessionRules.js';
import { checkPastedToken, exchangedLifetime, isForAudience, isUsableToken, readClaims } from '../../../src/core/auth/token.js';
import { jwt } from './support/issuer.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const SECONDS = NOW / 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the lifetime of a token from an exchange', () => {
  const opaque = readClaims('opaque');
  it.each([
    ['expires_in as a number', 86_400, DAY, 'exact'],
    ['T46 expires_in as digits', '86400', DAY, 'exact'],
    ['T52 a fraction', 1.5, 1500, 'exact'],
    ['T53 shorter than the window', 10, 10_000, 'exact'],
    ['T49 absurdly long: clamped', 1e12, 7 * DAY, 'exact'],
    ['T47 zero', 0, HOUR, 'unknown'],
    ['T48 negative', -1, HOUR, 'unknown'],
    ['T50 infinite', Infinity, HOUR, 'unknown'],
    ['T51 missing', undefined, HOUR, 'unknown'],
    ['words', 'soon', HOUR, 'unknown'],
    ['an object', {}, HOUR, 'unknown'],
  ])('%s', (_name, expiresIn, ms, expiry) => {
    expect(exchangedLifetime(expiresIn, opaque, NOW)).toEqual({ ms, expiry });
  });

  it.each([
    ['T51 the JWT tells it', undefined, { iat: SECONDS, exp: SECONDS + 3600 }, HOUR],
    ['T40 the JWT is shorter: it wins', 86_400, { iat: SECONDS, exp: SECONDS + 3600 }, HOUR],
    ['the JWT is shorter by less than a minute: expires_in wins', 3600, { iat: SECONDS, exp: SECONDS + 3570 }, HOUR],
    ['T40 the JWT is longer: expires_in wins', 3600, { iat: SECONDS, exp: SECONDS + 86_400 }, HOUR],
    ['T39 exp in the past by a wrong clock', 86_400, { iat: SECONDS - 200_000, exp: SECONDS - 200_000 + 86_400 }, DAY],
    ['T39 exp in the past without iat: expires_in wins', 86_400, { exp: SECONDS - 10 }, DAY],
    ['T38 no exp', 86_400, { iat: SECONDS }, DAY],
    ['T45 iat and nbf ahead', 86_400, { iat: SECONDS + 600, nbf: SECONDS + 600, exp: SECONDS + 600 + 86_400 }, DAY],
    ['exp before iat', 86_400, { iat: SECONDS, exp: SECONDS - 5 }, DAY],
    ['exp beyond all dates', 86_400, { iat: SECONDS, exp: 1e300 }, DAY],
  ])('%s', (_name, expiresIn, claims, ms) => {
    expect(exchangedLifetime(expiresIn, readClaims(jwt(claims)), NOW)).toEqual({ ms, expiry: 'exact' });
  });
});

describe('claims', () => {
  it.each(['opaque', 'a.b.c', 'a.b', `${jwt({ aud: 'x' })}.extra`, `eyJhbGciOiJub25lIn0.${'%'.repeat(50)}.`, '..', `${'a'.repeat(10_000)}.e30.x`, `e30.${btoa('[1]')}.x`])('T41 %.20s is opaque or harmless', (token) => {
    expect(readClaims(token)).toMatchObject({ expiresAt: undefined, allowance: undefined });
  });

  it('T42 alg none is not ours to judge', () => {
    expect(readClaims(`${btoa('{"alg":"none"}').replace(/=/gu, '')}.${btoa('{"aud":"x"}').replace(/=/gu, '')}.`).audience).toEqual(['x']);
  });

  it.each([
    ['any namespace', { 'https://a.example/rate_limit': 50, 'https://a.example/rate_limit_remaining': 41 }, { limit: 50, remaining: 41 }],
    ['T58 none left', { 'urn:x/rate_limit': 50, 'urn:x/rate_limit_remaining': 0 }, { limit: 50, remaining: 0 }],
    ['T58 negative is none', { 'urn:x/rate_limit_remaining': -3 }, { limit: undefined, remaining: 0 }],
    ['T58 digits', { 'urn:x/rate_limit': '50', 'urn:x/rate_limit_remaining': '7' }, { limit: 50, remaining: 7 }],
    ['T58 never more than the limit', { 'urn:x/rate_limit': 50, 'urn:x/rate_limit_remaining': 1000 }, { limit: 50, remaining: 50 }],
    ['T58 an absurd number is not believed', { 'urn:x/rate_limit_remaining': 1e9 }, undefined],
    ['T58 two namespaces: the smaller', { 'urn:x/rate_limit_remaining': 9, 'urn:y/rate_limit_remaining': 4 }, { limit: undefined, remaining: 4 }],
    ['not a count', { 'urn:x/rate_limit': {}, 'urn:x/rate_limit_remaining': null }, undefined],
    ['none', {}, undefined],
  ])('the allowance: %s', (_name, claims, allowance) => {
    expect(readClaims(jwt(claims)).allowance).toEqual(allowance);
  });

  it('a token that is too long to be sent is not looked into', () => {
    const long = (length: number): string => {
      const token = jwt({ aud: 'https://a', 'urn:x/rate_limit': 50 });
      return token + 'x'.repeat(length - token.length);
    };
    expect(readClaims(long(16 * 1024))).toMatchObject({ audience: ['https://a'], allowance: { limit: 50 } });
    expect(readClaims(long(16 * 1024 + 1))).toMatchObject({ audience: [], allowance: undefined });
  });

  it('T44 the audience may be a list', () => {
    expect(readClaims(jwt({ aud: ['https://a', 'https://b', 7] })).audience).toEqual(['https://a', 'https://b']);
  });

  it.each([
    [[], 'https://a', true], [['https://a'], 'https://a', true], [['https://a/'], 'https://a', true], [['https://b', 'https://a'], 'https://a', true],
    [['https://b'], 'https://a', false], [['https://a.evil'], 'https://a', false],
  ])('an audience of %j is for %s: %s', (claimed, audience, expected) => {
    expect(isForAudience(claimed, audience)).toBe(expected);
  });
});

describe('T34 to T36: what can stand in a header', () => {
  it.each([['abc.def-_~+/=', true], ['', false], ['a b', false], ['a\r\nX-Evil: 1', false], ['a\tb', false], ['caf\u00e9', false], ['\u0000', false], ['x'.repeat(16 * 1024), true], ['x'.repeat(16 * 1024 + 1), false]])('usable: %#', (text, expected) => {
    expect(isUsableToken(text)).toBe(expected);
  });
});

describe('a pasted token', () => {
  const check = (text: string, skew = 0): ReturnType<typeof checkPastedToken> => checkPastedToken(text, 'https://a', NOW, skew);

  it('lives until its exp', () => {
    expect(check(jwt({ exp: SECONDS + 60, aud: 'https://a' }))).toMatchObject({ ok: true, facts: { source: 'pasted', expiresAt: NOW + 60_000, expiry: 'exact' }, otherAudience: undefined });
  });

  it('opaque: at most 24 hours from pasting', () => {
    expect(check('opaque')).toMatchObject({ ok: true, facts: { expiresAt: NOW + DAY, expiry: 'atMost' } });
  });

  it('loses "Bearer " and the space around it', () => {
    expect(check('  bearer   opaque \n')).toMatchObject({ ok: true });
  });

  it('T43 tells which audience it is for', () => {
    expect(check(jwt({ aud: ['https://b'] }))).toMatchObject({ ok: true, otherAudience: ['https://b'] });
  });

  it('allows for a clock that is known to be wrong', () => {
    const token = jwt({ exp: SECONDS - 600 });
    expect(check(token).ok).toBe(false);
    expect(check(token, -3_600_000)).toMatchObject({ ok: true, facts: { expiresAt: NOW + 3_000_000 } });
  });

  it('may be as long as fits into a header', () => {
    expect(check('x'.repeat(16 * 1024)).ok).toBe(true);
    const tooLong = check('x'.repeat(16 * 1024 + 1));
    expect(tooLong.ok ? '' : tooLong.problem).toContain('16 kB');
  });

  it.each([
    ['nothing', ''], ['only the word', 'Bearer '], ['a space inside', 'abc def'], ['a line break inside', 'abc\ndef'], ['other letters', 't\u00f6ken'],
    ['too long', 'x'.repeat(16 * 1024 + 1)], ['expired', jwt({ exp: SECONDS - 1 })], ['a zero-width space', 'ab\u200bc'],
  ])('is refused: %s', (_name, text) => {
    const checked = check(text);
    expect(checked.ok).toBe(false);
    expect(checked.ok ? '' : checked.problem).toMatch(/^[A-Z].*\.$/u);
  });
});

describe('rate_limit_refresh', () => {
  it.each([
    ['2026-06-01T14:00:00Z', NOW + 2 * HOUR], ['2026-06-01T14:00:00.123456Z', NOW + 2 * HOUR], ['2026-06-01T16:00:00+02:00', NOW + 2 * HOUR],
    ['2026-06-01T14:00:00', NOW + 2 * HOUR], ['2026-06-01 14:00:00Z', NOW + 2 * HOUR], ['2026-06-01T12:00:00-0200', NOW + 2 * HOUR],
    ['soon', undefined], ['120', undefined], [120, undefined], [0, undefined], [null, undefined], [{}, undefined], [undefined, undefined], ['', undefined],
    ['+275760-09-13T00:00:00Z', undefined], ['2026-02-30T00:00:00Z', undefined], ['2026-06-01T24:00:00Z', undefined], ['2026-06-01', undefined], [1_780_000_000, undefined],
    ['x'.repeat(50), undefined],
  ])('T5, T7, T8: %j', (text, expected) => {
    expect(parseIsoTime(text)).toBe(expected);
  });

  it.each([
    ['T2 in two hours', '2026-06-01T14:00:00Z', 2 * HOUR],
    ['T3 missing', undefined, HOUR / 2],
    ['T4 past', '2026-06-01T11:00:00Z', HOUR / 2],
    ['T5 garbage', 'soon', HOUR / 2],
    ['T6 ten years ahead', '2036-06-01T12:00:00Z', MAX_BLOCK_MS],
    ['in a second', '2026-06-01T12:00:01Z', 60_000],
  ])('%s', (_name, refresh, wait) => {
    expect(blockUntil(refresh, NOW, NOW)).toBe(NOW + wait);
  });

  it('T60 is measured by the clock of the service', () => {
    expect(blockUntil('2026-06-01T14:00:00Z', NOW - DAY, NOW)).toBe(NOW - DAY + 2 * HOUR);
  });

  it('T11 a wait from elsewhere keeps to the same bounds', () => {
    expect([blockFor(0, NOW), blockFor(10 * DAY, NOW), blockFor(undefined, NOW)]).toEqual([NOW + 60_000, NOW + MAX_BLOCK_MS, NOW + HOUR / 2]);
  });
});
