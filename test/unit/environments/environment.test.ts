import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, checkEnvironmentName, checkPath, isLoopback, parseEnvironments, searchUrl, tokenUrl } from '../../../src/core/environment.js';

const acme = { name: 'Acme', kind: 'production', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' };

describe('an address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['  https://API.example.com/v1/ ', 'https://api.example.com/v1'],
    ['https://api.example.com:444', 'https://api.example.com:444'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is accepted', (typed, used) => {
    expect(checkAddress(typed)).toEqual({ ok: true, value: used });
  });

  it.each([
    '', ' ', 'api.example.com', 'example', 'https://', 'https:///', 'ftp://example.com', 'file:///etc', 'javascript:alert(1)', 'data:text/html,x',
    'http://api.example.com', 'http://10.0.0.1', 'http://169.254.169.254', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example',
    'https://user@example.com', 'https://user:secret@example.com', 'https://@example.com', 'https://api.example.com@evil.example',
    'https://example.com/#', 'https://example.com/#a', 'https://example.com/?a=b', 'https://example.com/?',
    'https:\\\\example.com', 'https://exa mple.com', 'https://example.com/\tx', 'https://example.com\n.evil', 'https://example.com:99999',
  ])('%j is refused with a sentence', (typed) => {
    const checked = checkAddress(typed);
    expect(checked.ok).toBe(false);
    expect(checked.ok ? '' : checked.problem).toMatch(/^[A-Z].*\.$/);
  });

  it('never throws, and what it accepts has no user info, query or fragment and is https or on this machine', () => {
    fc.assert(fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: 'binary' }), fc.string().map((text) => `https://${text}`)), (text) => {
      const checked = checkAddress(text);
      if (checked.ok) {
        const url = new URL(checked.value);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(url.protocol === 'https:' || isLoopback(url.hostname)).toBe(true);
        expect(checkAddress(checked.value)).toEqual(checked);
      }
    }), { numRuns: 2000 });
  });
});

describe('the environments of the settings', () => {
  it('get the defaults of the contract', () => {
    const { environments, problems } = parseEnvironments([acme]);
    expect(problems).toEqual([]);
    const [environment] = environments;
    expect(environment).toEqual({ ...acme, audience: acme.baseUrl, accountPageUrl: undefined, searchPath: '/stac/search', tokenPath: '/oauth/token' });
    expect(environment && [searchUrl(environment), tokenUrl(environment)]).toEqual(['https://api.example.com/stac/search', 'https://auth.example.com/oauth/token']);
  });

  it('keep the audience to the letter: issuers tell a trailing slash apart', () => {
    expect(parseEnvironments([{ ...acme, audience: 'https://api.example.com/' }]).environments[0]?.audience).toBe('https://api.example.com/');
    expect(parseEnvironments([{ ...acme, baseUrl: 'https://api.example.com/' }]).environments[0]).toMatchObject({ audience: 'https://api.example.com/', baseUrl: 'https://api.example.com' });
  });

  it('keep their own paths and account page', () => {
    const { environments } = parseEnvironments([{ ...acme, searchPath: '/v2/search', tokenPath: '/token', accountPageUrl: 'https://app.example.com/account?tab=api#token' }]);
    expect(environments[0]).toMatchObject({ searchPath: '/v2/search', tokenPath: '/token', accountPageUrl: 'https://app.example.com/account?tab=api#token' });
  });

  it.each([
    [null, undefined], ['x', undefined], [[], undefined], [{ ...acme, name: 7 }, 'name'], [{ ...acme, name: 'demo' }, 'name'], [{ ...acme, name: 'a\u202Eb' }, 'name'],
    [{ ...acme, kind: 'demo' }, 'kind'], [{ ...acme, kind: undefined }, 'kind'], [{ ...acme, baseUrl: 'http://api.example.com' }, 'baseUrl'],
    [{ ...acme, authUrl: 'https://u:p@auth.example.com' }, 'authUrl'], [{ ...acme, searchPath: 'https://evil.example/search' }, 'searchPath'],
    [{ ...acme, searchPath: '//evil.example/search' }, 'searchPath'], [{ ...acme, tokenPath: '/../token' }, 'tokenPath'], [{ ...acme, accountPageUrl: 'javascript:alert(1)' }, 'accountPageUrl'],
  ])('leave out %j and name the field', (entry, field) => {
    const { environments, problems } = parseEnvironments([entry, { ...acme, name: 'Other' }]);
    expect(environments.map(({ name }) => name)).toEqual(['Other']);
    expect(problems).toMatchObject([{ index: 0, field }]);
  });

  it('refuse a second one of the same name', () => {
    const { environments, problems } = parseEnvironments([acme, { ...acme, name: 'ACME', baseUrl: 'https://other.example.com' }]);
    expect(environments).toHaveLength(1);
    expect(problems).toMatchObject([{ index: 1, field: 'name' }]);
  });

  it('are read from anything without throwing', () => {
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (raw) => {
      parseEnvironments(raw);
      parseEnvironments([raw]);
      parseEnvironments([{ ...acme, name: raw, audience: raw, accountPageUrl: raw }]);
    }));
  });
});

describe('names and paths', () => {
  it('are trimmed', () => {
    expect(checkEnvironmentName(' Acme 1 ', [])).toEqual({ ok: true, value: 'Acme 1' });
    expect(checkPath(' /a/b ')).toEqual({ ok: true, value: '/a/b' });
  });

  it.each(['', '   ', 'x'.repeat(61), 'DEMO', 'taken', 'a\nb', '$(error) x', 'a\u200Bb'])('%j is no name', (name) => {
    expect(checkEnvironmentName(name, ['Taken']).ok).toBe(false);
  });

  it.each(['', 'a', '//a', '/a?b', '/a#b', '/a/../b', '/./a', '/a b', '/a\\b'])('%j is no path', (path) => {
    expect(checkPath(path).ok).toBe(false);
  });
});
