import { describe, expect, it } from 'vitest';
import { redactedLog } from '../../../src/platform/redactedLog.js';
import { redact, visible } from '../../../src/platform/redact.js';

describe('S17 S18: the redactor', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl failed', 'eyJzdWIiOiIxIn0'],
    ['{"client_secret":"s3\\"cret","x":1}', 's3'],
    ['client_secret=s3cret&x=1', 's3cret'],
    ['"access_token": "opaque-token"', 'opaque-token'],
    ['proxy http://user:pa55@proxy.example:8080/ refused', 'pa55'],
    ['set-cookie: session=abcdef; Path=/', 'abcdef'],
  ])('keeps secrets out of %j', (line, secret) => {
    expect(redact(line)).not.toContain(secret);
  });

  it('leaves ordinary lines as they are', () => {
    const line = 'GET https://api.example.com/stac/search 200 31 ms 43210 B';
    expect(redact(line)).toBe(line);
  });

  it('takes a line of a megabyte in its stride', () => {
    for (const piece of ['eyJ', 'eyJ.', 'Bearer ', 'a://', 'client_secret', '"\\']) {
      expect(redact(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThan(0);
    }
  });
});

it('S17 S18: no line of the log goes past the redactor', () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const log = redactedLog(() => ({ info: write, warn: write, error: write }));
  const secret = 'Bearer s3cret-token';
  log.request({ method: 'GET', origin: 'https://api.example.com', path: `/${secret}`, status: 200, ms: 1.4, bytes: 12 });
  log.info(secret);
  log.warn(secret);
  log.error(secret);
  log.error('failed', new Error(secret));
  log.foreign('it answered 400', `${secret}\n${'x'.repeat(3000)}`);
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe('GET https://api.example.com/Bearer <token> 200 1 ms 12 B');
  expect(lines.join()).not.toContain('s3cret');
  expect(lines[5]).toMatch(/^it answered 400 \(text from the service\): Bearer <token>/u);
  expect(lines[5]?.length).toBeLessThan(2100);
});

describe('foreign text', () => {
  it('cannot write lines or terminal commands into the log', () => {
    expect(visible('a\nb\u001B]52;c;x\u0007\u202E')).toBe('a\\u{a}b\\u{1b}]52;c;x\\u{7}\\u{202e}');
  });
});
