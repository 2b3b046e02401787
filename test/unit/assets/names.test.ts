import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { basename, join, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assetUrl, isPrivate } from '../../../src/core/assets/address.js';
import { byteWords, readAssets } from '../../../src/core/assets/asset.js';
import { distinctNames, safeFileName } from '../../../src/core/assets/fileName.js';
import { namedHost } from '../../../src/core/catalog/href.js';
import { withoutSignatures } from '../../../src/core/assets/signature.js';
import { readMultihash } from '../../../src/core/assets/multihash.js';
import { CatalogError } from '../../../src/core/failure.js';
import '../seed.js';

const HOSTILE = ['CON .txt', 'aux  .txt', 'com1 ', '../../x', '..%2f', 'C:\\x', '\\\\host\\x', 'CON', 'nul.txt', 'com1.tif', 'LPT\u00b9', 'x'.repeat(300), '日'.repeat(200), 'a.', 'a ', ' a', 'x:y', 'a\u202eb.tif', 'a\u0000b', '', '.', '..', '-rf', '$(x)', '~', 'a\nb', '\ud800', 'e\u0301'];

describe('S15: a safe file name', () => {
  const isSafe = (name: string): void => {
    expect(basename(name)).toBe(name);
    expect(win32.basename(name)).toBe(name);
    expect(join('/folder', name)).toBe(`/folder/${name}`);
    expect(name).toMatch(/^[\p{L}\p{N}._()+@ -]+$/u);
    expect(name).not.toMatch(/^[-. ]|[. ]$/u);
    expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt[\d¹²³]) *(?:\.|$)/iu);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
  };

  it.each(HOSTILE)('of %j', async (name) => {
    isSafe(await safeFileName(name, 'asset'));
  });

  it('is safe whatever it was, and different for different names', async () => {
    const name = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...HOSTILE), fc.array(fc.constantFrom('.', '/', '\\', ' ', 'a', 'A', '%', '\u202e', '\u0000', 'é', 'con', '\ud800', '\udfff', '.tif'), { maxLength: 8 }).map((parts) => parts.join('')));
    await fc.assert(fc.asyncProperty(name, name, async (a, b) => {
      const [first, second] = [await safeFileName(a, 'asset'), await safeFileName(b, 'asset')];
      isSafe(first);
      expect(first === second).toBe(a === b);
      const distinct = distinctNames([first, second, first.toUpperCase()]);
      distinct.forEach(isSafe);
      expect(new Set(distinct.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(3);
    }), { numRuns: 300 });
  });

  it('stays as it is where it can, and keeps its ending where not', async () => {
    expect(await safeFileName('scene_01 (VV).tif', 'asset')).toBe('scene_01 (VV).tif');
    expect(await safeFileName('a/b.tif', 'asset')).toMatch(/^a_b-[\da-f]{8}\.tif$/u);
    expect(distinctNames(['B1.tif', 'b1.tif', 'B1.tif'], ['b1.TIF'])).toEqual(['B1 (2).tif', 'b1 (3).tif', 'B1 (4).tif']);
  });
});

describe('the address of an asset', () => {
  const reasonFor = (href: string | undefined, baseUrl = 'https://api.example.com'): unknown => {
    try {
      return assetUrl(href, { baseUrl }).href;
    } catch (error) {
      return error instanceof CatalogError && error.failure.kind === 'asset' ? error.failure.reason : error;
    }
  };
  it.each([
    [undefined, 'noAddress'], ['data/x.tif', 'relativeAddress'], ['//host/x', 'relativeAddress'], ['file:///etc/passwd', 'localFile'], ['\\\\host\\x', 'relativeAddress'], ['data:text/plain,x', 'inlineData'],
    ['s3://bucket/key', 'objectStore'], ['gs://bucket/key', 'objectStore'], ['vscode:x', 'otherScheme'], ['command:x', 'otherScheme'], ['javascript:1', 'otherScheme'], ['C:\\x', 'otherScheme'],
    ['https://api.example.com@evil.example/', 'userInfo'], ['http://example.com/x', 'insecure'], ['http://127.0.0.1/x', 'privateAddress'], ['https://10.0.0.1/x', 'privateAddress'],
    ['https://0x7f.1/', 'privateAddress'], ['https://169.254.169.254/latest', 'privateAddress'], ['https://[::1]/', 'privateAddress'], ['https://[fd00::1]/', 'privateAddress'],
    ['https://[::ffff:10.0.0.1]/', 'privateAddress'], ['https://localhost./', 'privateAddress'], ['https://2130706433/', 'privateAddress'],
    ...[
      '[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[fec0::1]', '[ff02::1]', '[2001:0:a00:1::]', '[2001::1]', '[::10.0.0.1]', '[100::1]', '[2001:db8::1]',
      '198.18.0.1', '198.19.255.255', '192.0.0.1', '224.0.0.1', '255.255.255.255', 'router.lan', 'nas.home', 'NAS.HOME.', 'x.localdomain', 'x.intranet', 'x.corp', 'x.private', 'x.home.arpa', 'intranet', 'intranet.', 'x.localhost.',
    ].map((host): [string, string] => [`https://${host}/x`, 'privateAddress']),
    ['https://[2606:4700::1111]/x', 'https://[2606:4700::1111]/x'], ['https://[2001:4860:4860::8888]/x', 'https://[2001:4860:4860::8888]/x'], ['https://198.20.0.1/x', 'https://198.20.0.1/x'], ['https://lan.example/x', 'https://lan.example/x'],
    ['https://cdn.example.com/x?sig=1#part', 'https://cdn.example.com/x?sig=1'],
  ])('%j is %j', (href, expected) => {
    expect(reasonFor(href)).toBe(expected);
  });

  it('may be on this machine where the catalog is', () => {
    expect(reasonFor('http://127.0.0.2:1/x', 'http://127.0.0.1:2')).toBe('http://127.0.0.2:1/x');
    expect(isPrivate('8.8.8.8')).toBe(false);
  });
});

describe('a multihash', () => {
  it.each([['1114', 'sha1'], ['1220', 'sha256'], ['1340', 'sha512'], ['2030', 'sha384'], ['d50110', 'md5'], ['1620', 'sha3-256'], ['c0e40240', 'blake2b512'], ['e0e40220', 'blake2s256']])('of code %s is %s', (prefix, algorithm) => {
    const digest = createHash(algorithm).update('x').digest('hex');
    expect(readMultihash(prefix + digest)).toEqual({ kind: 'known', algorithm, digest });
    expect(readMultihash((prefix + digest).toUpperCase())).toEqual({ kind: 'known', algorithm, digest });
    expect(readMultihash((prefix + digest).slice(0, -2))).toEqual({ kind: 'unknown' });
  });

  it.each(['', 'zz', '1220', '9912aa', 'ffffffffffff', 'x'.repeat(1_000_000)])('%.20j proves nothing', (text) => {
    expect(readMultihash(text)).toEqual({ kind: 'unknown' });
  });
});

describe('an address as it stands in an item', () => {
  const hrefOf = (href: string, self?: string, catalog = 'https://api.example.com/v1'): string | undefined =>
    readAssets(JSON.stringify({ links: self === undefined ? [] : [{ rel: 'self', href: self }], assets: { a: { href } } }), catalog)[0]?.href;

  it.each([
    ['//host.example/x', undefined, 'https://host.example/x'], ['//host.example/x', 'http://127.0.0.1:1/i', 'http://host.example/x'], ['\\\\host.example\\x', undefined, 'https://host.example/x'],
    ['//host.example/x', 'file:///items/1', 'file://host.example/x'], ['x.tif', undefined, 'x.tif'], ['/x.tif', undefined, '/x.tif'], ['/x.tif', 'https://a.example/i/1', 'https://a.example/x.tif'],
    ['///x', undefined, '///x'], ['//', undefined, '//'], ['https://b.example/x', 'https://a.example/i/1', 'https://b.example/x'],
  ])('%j with the own link %j is %j', (href, self, expected) => {
    expect(hrefOf(href, self)).toBe(expected);
  });

  it('is said to be at the host that it names', () => {
    expect(['//host.example:8080/x', 'https://a.example/x', 's3://bucket/x', 'file:///etc/passwd', 'x.tif', '/x.tif', ''].map(namedHost)).toEqual(['host.example:8080', 'a.example', 'bucket', 'file:', undefined, undefined, undefined]);
  });
});

it('an asset in an object store is taken from its first https alternate, and names its other addresses', () => {
  const signed = 'https://bucket.s3.example/k?X-Amz-Signature=abc';
  const read = (asset: object): unknown => readAssets(JSON.stringify({ assets: { a: asset } })).map(({ href, alternate, others }) => [href, alternate, others.map(({ name }) => name)])[0];
  expect(read({ href: 's3://bucket/k', alternate: { http: { href: 'http://x/k' }, s3_signed: { href: signed }, other: { href: 'https://y.example/k' } } })).toEqual([signed, 's3_signed', [undefined, 'http', 'other']]);
  expect(read({ alternate: { s3: { href: 's3://bucket/k' }, web: { href: signed } } })).toEqual([signed, 'web', ['s3']]);
  expect(read({ href: 'https://own.example/k', alternate: { s3_signed: { href: signed } } })).toEqual(['https://own.example/k', undefined, ['s3_signed']]);
  expect(read({ href: 's3://bucket/k', alternate: { s3: { href: 's3://other/k' } } })).toEqual(['s3://bucket/k', undefined, ['s3']]);
  for (const alternate of [null, [], 'x', 5, { a: null }, { a: { href: 5 } }]) expect(read({ href: 's3://b/k', alternate })).toEqual(['s3://b/k', undefined, []]);
});

it.each([
  ['"https://b.example/k?X-Amz-Expires=60&X-Amz-Credential=AKIA%2Fx&X-Amz-Signature=0f", "x": 1', '"https://b.example/k?X-Amz-Expires=60&X-Amz-Credential=removed&X-Amz-Signature=removed", "x": 1'],
  ['"https://b.example/k?se=1\\u0026sig=secret%3D"', '"https://b.example/k?se=1\\u0026sig=removed"'],
  ['"https://b.example/k?size=5&design=6"', '"https://b.example/k?size=5&design=6"'],
])('a signature is no part of what is kept: %j', (text, expected) => {
  expect(withoutSignatures(text)).toBe(expected);
});

it('assets are read leniently, against the item\'s own link', () => {
  const text = JSON.stringify({
    links: [{ rel: 'self', href: 'https://api.example.com/items/1' }],
    assets: { a: { href: './a.tif', roles: ['data', 1], 'file:size': 5, 'file:checksum': '1220' }, b: null, c: { href: 5, 'file:size': -1 }, ['__proto__']: { href: 'https://x/y' } },
  });
  expect(readAssets(text).map(({ key, href, roles, size }) => [key, href, roles, size])).toEqual([
    ['a', 'https://api.example.com/items/a.tif', ['data'], 5], ['c', undefined, [], undefined], ['__proto__', 'https://x/y', [], undefined],
  ]);
  for (const assets of [null, [], 'x', {}, undefined]) {
    expect(readAssets(JSON.stringify({ assets }))).toEqual([]);
  }
});

it.each([[0, '0 B'], [812, '812 B'], [12_345, '12.3 kB'], [200_000_000, '200 MB'], [1e12, '1.0 TB']])('%i bytes are %s', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words);
});
