import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DownloadPorts } from '../../../src/core/assets/downloadPorts.js';
import { openPart } from '../../../src/platform/downloadPart.js';
import { createEditorStream } from '../../../src/platform/network/editorStream.js';
import { bytesAt, say, serve, sha256Of, type FileHost } from '../../support/fileHost.js';
import { canFillDisk, onFullDisk, READ_ONLY_FOLDER } from '../../support/fullDisk.js';
import { failureOf, SECRET_TOKEN, testClock } from '../catalog/support.js';
import { openBench, type Bench } from './bench.js';

const SIZE = 300_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

const isWhole = async (size = SIZE): Promise<void> => {
  expect(await bench.files()).toEqual(['data.bin']);
  expect(Buffer.compare(await readFile(join(bench.folder, 'data.bin')), bytesAt(0, size))).toBe(0);
};
const tokensSent = (host: FileHost): readonly (string | undefined)[] => host.requests.map(({ headers }) => headers.authorization);

describe('a download', () => {
  it('comes from the catalog with the token, and is checked', async () => {
    bench.catalog.script = [serve({ size: SIZE })];
    const progress: number[] = [];
    const asset = { href: `${bench.catalog.origin}/data`, 'file:size': SIZE, 'file:checksum': `1220${sha256Of(SIZE)}` };
    expect(await bench.get(asset, { onProgress: (received) => progress.push(received) })).toEqual({ bytes: SIZE, checksum: 'matches' });
    await isWhole();
    expect(progress.at(-1)).toBe(SIZE);
    expect(tokensSent(bench.catalog)).toEqual([`Bearer ${SECRET_TOKEN}`]);
    expect(bench.catalog.requests[0]?.headers['accept-encoding']).toBe('identity');
    expect(bench.asked).toEqual([]);
  });

  it('S10: comes from another host without the token, after one question', async () => {
    bench.foreign.script = [serve({ size: SIZE })];
    expect(await bench.get({ href: `${bench.foreign.origin}/data?sig=1` })).toEqual({ bytes: SIZE, checksum: 'none' });
    expect(tokensSent(bench.foreign)).toEqual([undefined]);
    expect(bench.asked).toEqual([new URL(bench.foreign.origin).host]);
    await isWhole();
  });

  it('does not ask a host that a person did not allow', async () => {
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, { allow: false }))).toMatchObject({ kind: 'asset', reason: 'hostRefused' });
    expect(bench.foreign.requests).toEqual([]);
    expect(await bench.files()).toEqual([]);
  });

  it('S10: with the token in its address is asked for nowhere, nor is a redirect to one followed', async () => {
    for (const host of [bench.foreign, bench.catalog]) {
      for (const echo of [SECRET_TOKEN, SECRET_TOKEN.replaceAll('-', '%2d')]) {
        expect(await failureOf(bench.get({ href: `${host.origin}/data?token=${echo}` }))).toMatchObject({ kind: 'asset', reason: 'holdsToken' });
      }
    }
    bench.catalog.script = [say(302, { location: `${bench.foreign.origin}/${SECRET_TOKEN}/data` })];
    expect(await failureOf(bench.get({ href: `${bench.catalog.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'holdsToken' });
    expect([bench.foreign.requests.length, bench.catalog.requests.length]).toEqual([0, 1]);
  });

  it('S7: does not follow a redirect from https to http, on this machine either', async () => {
    const asked: string[] = [];
    const stream: DownloadPorts['stream'] = async ({ url }, { accept }) => {
      asked.push(url);
      const head = { status: 302, headers: new Map([['location', 'http://127.0.0.1:1/data']]) };
      await accept(head);
      return head;
    };
    expect(await failureOf(bench.get({ href: 'https://127.0.0.1:1/data' }, { ports: { stream } }))).toMatchObject({ kind: 'redirect', reason: 'downgrade' });
    expect(asked).toEqual(['https://127.0.0.1:1/data']);
  });

  it.each([301, 302, 303, 307, 308])('follows a %i to another host without the token, and back without it', async (status) => {
    bench.catalog.script = [say(status, { location: `${bench.foreign.origin}/there` }), serve({ size: SIZE })];
    bench.foreign.script = [say(status, { location: `${bench.catalog.origin}/back` })];
    await bench.get({ href: `${bench.catalog.origin}/data` });
    expect(tokensSent(bench.catalog)).toEqual([`Bearer ${SECRET_TOKEN}`, undefined]);
    expect(tokensSent(bench.foreign)).toEqual([undefined]);
    expect(bench.asked).toHaveLength(1);
    await isWhole();
  });

  it.each([
    ['http://example.com/x', { kind: 'asset', reason: 'insecure' }], ['file:///etc/passwd', { kind: 'asset', reason: 'localFile' }], ['data:,x', { kind: 'asset', reason: 'inlineData' }],
    ['//user@127.0.0.1/', { kind: 'asset', reason: 'userInfo' }], ['', { kind: 'redirect', reason: 'loop' }], ['http://', { kind: 'redirect', reason: 'noTarget' }],
  ])('does not follow a redirect to %j', async (location, failure) => {
    bench.catalog.script = [say(302, { location })];
    expect(await failureOf(bench.get({ href: `${bench.catalog.origin}/data` }))).toMatchObject(failure);
    expect(await bench.files()).toEqual([]);
  });

  it('goes on where it was cut, twice, and in the next session', async () => {
    const asset = { href: `${bench.foreign.origin}/data`, 'checksum:multihash': `1220${sha256Of(SIZE)}` };
    bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 }), serve({ size: SIZE, cutAfter: 100_000 }), serve({ size: SIZE })];
    expect(await bench.get(asset)).toEqual({ bytes: SIZE, checksum: 'matches' });
    await isWhole();
    const ranges = bench.foreign.requests.map(({ headers }) => headers.range);
    expect(ranges).toHaveLength(3);
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/u);
    expect(bench.foreign.requests[1]?.headers['if-range']).toBe('"v1"');
  });

  it('that is cancelled at 99 % leaves nothing under the final name, and goes on from there', async () => {
    const asset = { href: `${bench.foreign.origin}/data` };
    const controller = new AbortController();
    bench.foreign.script = [serve({ size: SIZE, cutAfter: SIZE * 0.99, hang: true }), serve({ size: SIZE })];
    expect(await failureOf(bench.get(asset, { signal: controller.signal, onProgress: (received) => received === SIZE * 0.99 && controller.abort() }))).toEqual({ kind: 'cancelled' });
    const left = await bench.files();
    expect(left).toHaveLength(2);
    expect(left).not.toContain('data.bin');
    await bench.get(asset);
    await isWhole();
    expect(bench.foreign.requests[1]?.headers.range).toBe('bytes=297000-');
  });

  it.each([
    ['without a validator', ''], ['with a weak validator', 'W/"v1"'],
  ])('%s begins anew, and leaves nothing when it is given up', async (_name, etag) => {
    const asset = { href: `${bench.foreign.origin}/data` };
    bench.foreign.script = [serve({ size: SIZE, etag, cutAfter: 100_000 }), serve({ size: SIZE, etag })];
    await bench.get(asset);
    expect(bench.foreign.requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
    await isWhole();
    bench.foreign.script = [serve({ size: SIZE, etag, cutAfter: 1_000 })];
    expect(await failureOf(bench.get(asset))).toMatchObject({ kind: 'asset', reason: 'keepsBreaking' });
    expect(await bench.files()).toEqual(['data.bin']);
  });

  it.each([
    ['ignores ranges', serve({ size: SIZE, noRange: true })],
    ['has another version by now', serve({ size: SIZE, etag: '"v2"' })],
  ])('begins anew where the host %s', async (_name, second) => {
    bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 }), second];
    await bench.get({ href: `${bench.foreign.origin}/data` });
    await isWhole();
  });

  it.each([
    ['a wrong range', { 'content-range': `bytes 5-${SIZE - 1}/${SIZE}` }], ['no range', {}], ['another version', { 'content-range': `bytes 100000-${SIZE - 1}/${SIZE}`, etag: '"v2"' }],
  ])('begins anew where a part comes with %s', async (_name, headers) => {
    bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 }), say(206, headers as Readonly<Record<string, string>>, 'wrong'), serve({ size: SIZE })];
    await bench.get({ href: `${bench.foreign.origin}/data` });
    await isWhole();
    expect(bench.foreign.requests[2]?.headers.range).toBeUndefined();
  });

  it('asks for a fresh link once when its own has expired', async () => {
    bench.foreign.script = [say(403), serve({ size: SIZE })];
    await bench.get({ href: `${bench.foreign.origin}/data?sig=old` }, { fresh: { href: `${bench.foreign.origin}/data?sig=new` } });
    expect(bench.foreign.requests.map(({ url }) => url)).toEqual(['/data?sig=old', '/data?sig=new']);
    await isWhole();
    bench.foreign.script = [say(403)];
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/x` }, { fresh: { href: `${bench.foreign.origin}/y` } }))).toMatchObject({ kind: 'asset', reason: 'linkRefused' });
    expect(bench.renewals.count).toBe(2);
  });

  it('gets another token from the catalog once, for the catalog alone', async () => {
    bench.catalog.script = [say(401), serve({ size: SIZE })];
    await bench.get({ href: `${bench.catalog.origin}/data` });
    expect(tokensSent(bench.catalog)).toEqual([`Bearer ${SECRET_TOKEN}`, `Bearer ${SECRET_TOKEN}-renewed`]);
    expect(bench.renewals.count).toBe(0);
  });

  it('that does not match its checksum or size is not kept', async () => {
    bench.foreign.script = [serve({ size: SIZE })];
    const href = `${bench.foreign.origin}/data`;
    for (const asset of [{ href, 'file:checksum': `1220${'0'.repeat(64)}` }, { href, 'file:size': SIZE + 1 }]) {
      expect(await failureOf(bench.get(asset))).toMatchObject({ kind: 'asset', reason: 'file:size' in asset ? 'wrongSize' : 'wrongChecksum' });
      expect((await bench.files()).includes('data.bin')).toBe(false);
    }
    expect(await bench.get({ href, 'file:checksum': 'ff' })).toEqual({ bytes: SIZE, checksum: 'unproven' });
  });

  it('with bytes of another file from before is fetched anew', async () => {
    const asset = { href: `${bench.foreign.origin}/data`, 'file:checksum': `1220${sha256Of(SIZE)}` };
    bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 })];
    const controller = new AbortController();
    await failureOf(bench.get(asset, { signal: controller.signal, onProgress: () => controller.abort() }));
    const part = (await bench.files()).find((name) => name.endsWith('.part')) ?? '';
    await writeFile(join(bench.folder, part), 'x'.repeat(50_000));
    bench.foreign.script = [serve({ size: SIZE })];
    expect(await bench.get(asset)).toEqual({ bytes: SIZE, checksum: 'matches' });
    await isWhole();
  });

  it('that came compressed is the file itself', async () => {
    const body = gzipSync(bytesAt(0, SIZE));
    bench.foreign.script = [(_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length, etag: '"v1"' }).end(body)];
    expect(await bench.get({ href: `${bench.foreign.origin}/data` })).toEqual({ bytes: SIZE, checksum: 'none' });
    await isWhole();
  });

  it('of nothing is an empty file', async () => {
    bench.foreign.script = [say(200)];
    expect(await bench.get({ href: `${bench.foreign.origin}/data` })).toEqual({ bytes: 0, checksum: 'none' });
    await isWhole(0);
  });

  it.each([404, 410, 451, 500])('that is answered with %i leaves nothing', async (status) => {
    bench.foreign.script = [say(status)];
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject(status === 404 || status === 410 ? { kind: 'asset', reason: 'notThere' } : { kind: 'status', status });
    expect(await bench.files()).toEqual([]);
  });

  it.each([
    [429, '7', 7_000], [503, 'Wed, 10 Jun 2026 12:00:09 GMT', 9_000], [503, 'soon', 1_000], [429, '0', 1_000],
  ])('that is answered with %i waits as long as "Retry-After: %s" asks for, and goes on', async (status, header, ms) => {
    const clock = testClock();
    bench.foreign.script = [say(status, { 'retry-after': header, date: 'Wed, 10 Jun 2026 12:00:00 GMT' }), serve({ size: SIZE })];
    expect(await bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { clock } })).toEqual({ bytes: SIZE, checksum: 'none' });
    expect(clock.slept).toEqual([ms]);
    await isWhole();
  });

  it('that is to wait for an hour says until when, and waits for nobody', async () => {
    const clock = testClock();
    const until = clock.now() + 3_600_000;
    bench.foreign.script = [say(429, { 'retry-after': '3600' })];
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { clock } }))).toEqual({ kind: 'status', host: new URL(bench.foreign.origin).host, status: 429, retryAt: until });
    expect(clock.slept).toEqual([]);
    expect(bench.foreign.requests).toHaveLength(1);
    expect(await bench.files()).toEqual([]);
  });

  it('of a terabyte, or of more than the disk holds, is not begun', async () => {
    bench.foreign.script = [(_request, response) => response.writeHead(200, { 'content-length': 1e12 }).flushHeaders()];
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'notWanted' });
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { allowSize: () => Promise.resolve(true) } }))).toEqual({ kind: 'target', reason: 'full' });
    expect(await bench.files()).toEqual([]);
  });

  it('works through the editor\'s own fetch as well', async () => {
    bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 }), serve({ size: SIZE })];
    expect(await bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { stream: createEditorStream() } })).toMatchObject({ bytes: SIZE });
    await isWhole();
  });
});

it('keeps nothing of a signed address: beside a part, in the log, in its failure', async () => {
  const controller = new AbortController();
  const lines: string[] = [];
  const log = { request: (...line: unknown[]) => void lines.push(JSON.stringify(line)), info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line), foreign: (line: string) => void lines.push(line) };
  bench.foreign.script = [serve({ size: SIZE, cutAfter: 100_000 }), serve({ size: SIZE, cutAfter: 200_000 })];
  const failure = await failureOf(bench.get({ href: `${bench.foreign.origin}/data?X-Amz-Signature=canary4711&sig=canary4711` }, {
    signal: controller.signal, ports: { log },
    onProgress: (received) => {
      if (received >= 150_000) controller.abort();
    },
  }));
  expect(bench.foreign.requests.at(-1)?.url).toContain('canary4711');
  const names = await bench.files();
  expect(names).toHaveLength(2);
  const kept = await Promise.all(names.map(async (name) => await readFile(join(bench.folder, name), 'latin1')));
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify([failure, names, kept, lines])).not.toContain('canary4711');
});

describe('a disk that takes no more', () => {
  const href = (): string => `${bench.foreign.origin}/data`;

  it.runIf(canFillDisk)('ends a download that does not say how long it is, and keeps only what can be gone on with', async () => {
    bench.foreign.script = [serve({ size: SIZE, noLength: true })];
    expect(await onFullDisk(100_000, () => failureOf(bench.get({ href: href() })))).toEqual({ kind: 'target', reason: 'full' });
    const left = await bench.files();
    expect(left).toEqual([expect.stringMatching(/^data\.bin\.[\da-f]{8}\.part$/), expect.stringMatching(/^data\.bin\.[\da-f]{8}\.part\.json$/)]);
    expect((await stat(join(bench.folder, left[0] ?? ''))).size).toBe(100_000);
    bench.foreign.script = [serve({ size: SIZE })];
    await bench.get({ href: href() });
    expect(bench.foreign.requests.at(-1)?.headers.range).toBe('bytes=100000-');
    await isWhole();
  });

  it.runIf(canFillDisk)('keeps nothing of what cannot be gone on with', async () => {
    bench.foreign.script = [serve({ size: SIZE, etag: '' })];
    expect(await onFullDisk(100_000, () => failureOf(bench.get({ href: href() })))).toEqual({ kind: 'target', reason: 'full' });
    expect(await bench.files()).toEqual([]);
  });

  it('is told from a place where nothing can be written, and from a folder that is none', async () => {
    await writeFile(join(bench.folder, 'file'), '');
    expect(await failureOf(openPart(join(bench.folder, 'file', 'data.bin'), 'x'))).toEqual({ kind: 'target', reason: 'missing' });
    if (process.platform === 'linux') {
      expect(await failureOf(openPart(join(READ_ONLY_FOLDER, 'data.bin'), 'x'))).toEqual({ kind: 'target', reason: 'readOnly' });
    }
  });
});

describe('the target of a download', () => {
  const href = (): string => `${bench.foreign.origin}/data`;
  beforeEach(() => {
    bench.foreign.script = [serve({ size: SIZE })];
  });

  it('is replaced only when a person agreed', async () => {
    await writeFile(join(bench.folder, 'data.bin'), 'mine');
    expect(await failureOf(bench.get({ href: href() }))).toEqual({ kind: 'target', reason: 'exists' });
    expect(await readFile(join(bench.folder, 'data.bin'), 'utf8')).toBe('mine');
    await bench.get({ href: href() }, { overwrite: true });
    await isWhole();
  });

  it('is no link and no folder', async () => {
    const secret = join(bench.folder, 'secret');
    await writeFile(secret, 'mine');
    await symlink(secret, join(bench.folder, 'data.bin'));
    for (const overwrite of [false, true]) {
      expect(await failureOf(bench.get({ href: href() }, { overwrite }))).toEqual({ kind: 'target', reason: 'link' });
    }
    expect(await readFile(secret, 'utf8')).toBe('mine');
    expect((await lstat(join(bench.folder, 'data.bin'))).isSymbolicLink()).toBe(true);
  });

  it('is not a folder', async () => {
    await mkdir(join(bench.folder, 'data.bin'));
    expect(await failureOf(bench.get({ href: href() }, { overwrite: true }))).toEqual({ kind: 'target', reason: 'folder' });
  });

  it('has no link waiting under the name of its part', async () => {
    const controller = new AbortController();
    await failureOf(bench.get({ href: href() }, { signal: controller.signal, onProgress: () => controller.abort() }));
    const part = (await bench.files()).find((name) => name.endsWith('.part')) ?? '';
    const secret = join(bench.folder, 'secret');
    await writeFile(secret, 'mine');
    const { rm } = await import('node:fs/promises');
    await rm(join(bench.folder, part));
    await symlink(secret, join(bench.folder, part));
    expect(await failureOf(bench.get({ href: href() }))).toEqual({ kind: 'target', reason: 'link' });
    expect(await readFile(secret, 'utf8')).toBe('mine');
  });
});

it('200 MB cut twice are resumed, and never held in memory', async () => {
  const size = 200_000_000;
  bench.foreign.script = [serve({ size, cutAfter: 70_000_000 }), serve({ size, cutAfter: 70_000_000 }), serve({ size })];
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const done = await bench.get({ href: `${bench.foreign.origin}/data`, 'file:size': size, 'file:checksum': `1220${sha256Of(size)}` }, {
    onProgress: () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    },
  });
  expect(done).toEqual({ bytes: size, checksum: 'matches' });
  expect(bench.foreign.requests.map(({ headers }) => headers.range !== undefined)).toEqual([false, true, true]);
  expect(most).toBeLessThan(100_000_000);
}, 120_000);
