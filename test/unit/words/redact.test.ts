import { describe, expect, it } from 'vitest';
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

describe('foreign text', () => {
  it('cannot write lines or terminal commands into the log', () => {
    expect(visible('a\nb\u001B]52;c;x\u0007\u202E')).toBe('a\\u{a}b\\u{1b}]52;c;x\\u{7}\\u{202e}');
  });
});
