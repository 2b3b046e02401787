import { describe, expect, test } from 'vitest';
import { networkReason, failedBeforeSending } from '../../../src/platform/network/networkReason.js';
import { routeTo, type Variables } from '../../../src/platform/network/proxyRoute.js';
import { NO_PROXY } from './loopback.js';

const to = (target: string, settings: Partial<typeof NO_PROXY> = {}, variables: Variables = {}): string => {
  const route = routeTo(new URL(target), { ...NO_PROXY, ...settings }, variables);
  return route.kind === 'proxy' ? route.proxy.url.host : route.kind;
};

describe('the way to a host', () => {
  test('prefers the setting to the variables, and lower case to upper', () => {
    expect(to('https://api.example.com/')).toBe('direct');
    expect(to('https://api.example.com/', {}, { HTTP_PROXY: 'http://a:1' })).toBe('a:1');
    expect(to('https://api.example.com/', {}, { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:1' })).toBe('b:1');
    expect(to('https://api.example.com/', {}, { HTTPS_PROXY: 'http://b:1', https_proxy: 'c:1' })).toBe('c:1');
    expect(to('https://api.example.com/', { proxy: 'http://d:1' }, { https_proxy: 'c:1' })).toBe('d:1');
    expect(to('https://api.example.com/', { proxy: 'https://d' })).toBe('d');
  });

  test('never leads to this machine through a proxy, nor past one that cannot be used', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(to(`http://${host}:8080/`, { proxy: 'http://d:1' })).toBe('direct');
    }
    expect(to('https://api.example.com/', { proxy: 'socks5://d:1' })).toBe('unusable');
    expect(to('https://api.example.com/', { proxy: 'http://' })).toBe('unusable');
  });

  test.each([
    ['*', true], ['example.com', true], ['.example.com', true], ['*.example.com', true], ['api.example.com', true], ['API.example.com', true],
    ['api.example.com:443', true], ['api.example.com:8443', false], ['ample.com', false], ['other.com', false], ['', false], ['.', false],
  ])('noProxy %s', (pattern, direct) => {
    expect(to('https://api.example.com/', { proxy: 'http://d:1', noProxy: [pattern] })).toBe(direct ? 'direct' : 'd:1');
    expect(to('https://api.example.com/', { proxy: 'http://d:1' }, { NO_PROXY: `other.net, ${pattern}` })).toBe(direct ? 'direct' : 'd:1');
  });

  test('a setting for exceptions replaces the variable', () => {
    expect(to('https://api.example.com/', { proxy: 'http://d:1', noProxy: ['other.net'] }, { NO_PROXY: '*' })).toBe('d:1');
  });
});

describe('reasons', () => {
  test.each([
    ['CERT_HAS_EXPIRED', 'certificateExpired'], ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateUntrusted'], ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'notTls'], ['EAI_AGAIN', 'offline'], ['ENOTFOUND', 'hostNotFound'], ['SOMETHING', 'unknown'],
  ])('%s is %s', (code, reason) => {
    expect(networkReason(Object.assign(new Error('x'), { code }), 'connecting')).toBe(reason);
    expect(networkReason(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }), 'connecting')).toBe(reason);
  });

  test('an error of several address families is the first one\'s, and of anything else unknown', () => {
    expect(networkReason({ errors: [{ code: 'ECONNREFUSED' }, { code: 'ENETUNREACH' }] }, 'connecting')).toBe('refused');
    expect(networkReason('text', 'waiting')).toBe('unknown');
    expect([failedBeforeSending({ code: 'ECONNRESET' }), failedBeforeSending({ code: 'CERT_HAS_EXPIRED' }), failedBeforeSending(undefined)]).toEqual([false, true, false]);
  });
});
