/** Every variable of the environment that Node or undici reads, what it may change of a request, and that it does not change more. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createServer as createTlsServer } from 'node:https';
import type { NetworkMode } from '../../../src/platform/settings.js';
import { makeCertificate } from '../../support/certificates.js';
import { root } from '../../support/setup.mjs';
import type { RequestReport } from '../../support/processes/requestProcess.js';
import { listen, proxyTo, rawServer, type TestProxy } from './loopback.js';

const run = promisify(execFile);

/** `followed`, `refused`, `kept out` of what is logged: each has its tests below. The rest have nothing to do with a request. */
const DECISIONS: Readonly<Record<string, string>> = {
  HTTPS_PROXY: 'followed', https_proxy: 'followed', HTTP_PROXY: 'followed', http_proxy: 'followed', NO_PROXY: 'followed', no_proxy: 'followed',
  NODE_TLS_REJECT_UNAUTHORIZED: 'refused',
  NODE_EXTRA_CA_CERTS: 'refused', SSL_CERT_FILE: 'refused', SSL_CERT_DIR: 'refused',
  NODE_USE_ENV_PROXY: 'refused', ALL_PROXY: 'refused',
  NODE_USE_SYSTEM_CA: 'refused, and needless: the system\u2019s certificates always count',
  OPENSSL_CONF: 'refused where it would lower the version of TLS; it loads code as NODE_OPTIONS does, which is nobody\u2019s to undo',
  NODE_DEBUG: 'kept out',
  NODE_DEBUG_NATIVE: 'C++ only: names no header and no body',
  NODE_OPTIONS: 'set aside: whoever sets it runs code of their own',
  NODE_PATH: 'what is loaded by name is bundled, or Node\u2019s own',
  NODE_V8_COVERAGE: 'writes which lines ran', NODE_REDIRECT_WARNINGS: 'where warnings go: none holds a secret', NODE_NO_WARNINGS: 'fewer warnings',
  NODE_PENDING_DEPRECATION: 'more warnings', NODE_COMPILE_CACHE: 'a cache of code', NODE_COMPILE_CACHE_PORTABLE: 'a cache of code',
  NODE_DISABLE_COMPILE_CACHE: 'a cache of code', NODE_ICU_DATA: 'names of languages',
  UNDICI_NO_WASM_SIMD: 'one of two builds of the same parser', JEST_WORKER_ID: 'undici\u2019s own tests', CI: 'undici\u2019s own tests',
  UV_THREADPOOL_SIZE: 'how many names are looked up at once', UV_USE_IO_URING: 'how files are read', NODE_PENDING_PIPE_INSTANCES: 'pipes of Windows',
  RES_OPTIONS: 'how names are looked up: whoever answers needs a certificate all the same', CARES_HOSTS: 'as RES_OPTIONS, and not for what connects',
  OPENSSL_ENGINES: 'as OPENSSL_CONF', OPENSSL_MODULES: 'as OPENSSL_CONF', OPENSSL_CONF_INCLUDE: 'as OPENSSL_CONF',
  TZ: 'how times are shown', FORCE_COLOR: 'a terminal\u2019s', NO_COLOR: 'a terminal\u2019s', NODE_DISABLE_COLORS: 'a terminal\u2019s', TERM: 'a terminal\u2019s',
  NODE_PRESERVE_SYMLINKS: 'how modules are found', NODE_PRESERVE_SYMLINKS_MAIN: 'how modules are found', NODE_SKIP_PLATFORM_CHECK: 'whether Node starts',
  NODE_REPL_EXTERNAL_MODULE: 'of the prompt', NODE_REPL_HISTORY: 'of the prompt', NODE_INSPECT_RESUME_ON_START: 'of the debugger',
  NODE_TEST_CONTEXT: 'of the test runner', NODE_TEST_WORKER_ID: 'of the test runner', WATCH_REPORT_DEPENDENCIES: 'of --watch',
  NODE_CHANNEL_FD: 'of processes that a process starts', NODE_CHANNEL_SERIALIZATION_MODE: 'of processes that a process starts',
  NODE_CLUSTER_SCHED_POLICY: 'of processes that a process starts', NODE_UNIQUE_ID: 'of processes that a process starts', comspec: 'of processes that a process starts',
  SystemRoot: 'a folder', windir: 'a folder', TEMP: 'a folder', TMP: 'a folder', USERPROFILE: 'a folder', HOME: 'a folder',
  __MINIMATCH_TESTING_PLATFORM__: 'minimatch\u2019s own tests',
};

/** The names of variables that a source reads. */
function namesIn(source: string): readonly string[] {
  return [...source.matchAll(/process\.env(?:\.|\[['"])(\w+)/gu)].map(([, name = '']) => name);
}

test('every variable that Node and undici read is decided', async () => {
  const node = process.execPath;
  const sources = await run(node, ['--no-warnings', '-e', 'process.stdout.write(JSON.stringify(Object.values(process.binding("natives")).filter((each) => typeof each === "string")))'], { maxBuffer: 1 << 28 });
  const { stdout: help } = await run(node, ['--help']);
  const undici = join(root, 'node_modules', 'undici', 'lib');
  const files = (await readdir(undici, { recursive: true })).filter((name) => name.endsWith('.js'));
  const names = new Set([
    ...(JSON.parse(sources.stdout) as string[]).flatMap(namesIn),
    ...[...help.slice(help.indexOf('Environment variables:')).matchAll(/^([A-Z][A-Z0-9_]+)\b/gmu)].map(([, name = '']) => name),
    ...(await Promise.all(files.map(async (name) => namesIn(await readFile(join(undici, name), 'utf8'))))).flat(),
  ]);
  expect(names).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  expect(names).toContain('http_proxy');
  expect([...names].filter((name) => !Object.hasOwn(DECISIONS, name))).toEqual([]);
});

const certificate = makeCertificate(['DNS:api.test.invalid', 'IP:127.0.0.1']);

describe.runIf(certificate !== undefined)('a request', () => {
  const { key, cert } = certificate ?? { key: '', cert: '' };
  let folder = '';
  let script = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-variables-'));
    script = join(folder, 'request.cjs');
    await build({ entryPoints: [join(root, 'test/support/processes/requestProcess.ts')], outfile: script, bundle: true, platform: 'node', format: 'cjs', target: 'node22', logLevel: 'error' });
    await writeFile(join(folder, 'own.pem'), cert);
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  /** A target whose certificate only these tests know, and a proxy to it. */
  async function target(options: { readonly maxVersion?: 'TLSv1.1' } = {}): Promise<{ port: number; requests: string[]; proxy: TestProxy; proxyUrl: string }> {
    const requests: string[] = [];
    const server = createTlsServer({ key, cert, ...options, ...(options.maxVersion === undefined ? {} : { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }) }, (request, response) => {
      requests.push(request.url ?? '');
      response.end('secure');
    });
    server.on('tlsClientError', () => undefined);
    onTestFinished(() => void server.close());
    const port = await listen(server);
    const proxy = await proxyTo(port);
    return { port, requests, proxy, proxyUrl: `http://someone:canary-password@127.0.0.1:${proxy.port}` };
  }

  async function send(mode: NetworkMode, url: string, env: Readonly<Record<string, string>>, proxy: object = {}): Promise<{ report: RequestReport; stderr: string }> {
    const { stdout, stderr } = await run(process.execPath, [script, mode, url, JSON.stringify(proxy)], { env });
    return { report: JSON.parse(stdout) as RequestReport, stderr };
  }

  const untrusted = { kind: 'network', reason: 'certificateUntrusted', sent: false };
  const THROUGH = 'https://api.test.invalid/oauth/token';

  test.each<NetworkMode>(['auto', 'undici', 'editor'])('NODE_TLS_REJECT_UNAUTHORIZED switches no check off: %s, directly and through a proxy', async (mode) => {
    const { port, requests, proxy, proxyUrl } = await target();
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl };
    const [direct, through] = await Promise.all([send(mode, `https://127.0.0.1:${port}/`, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }), send(mode, THROUGH, env)]);
    expect([direct.report.failure, through.report.failure]).toMatchObject([untrusted, untrusted]);
    expect([requests, proxy.tunnels.length]).toEqual([[], 1]);
    expect(through.report.log.join('\n')).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  });

  test.each<readonly [string, (folder: string) => Readonly<Record<string, string>>]>([
    ['NODE_EXTRA_CA_CERTS', (at) => ({ NODE_EXTRA_CA_CERTS: join(at, 'own.pem') })],
    ['SSL_CERT_FILE and NODE_USE_SYSTEM_CA', (at) => ({ SSL_CERT_FILE: join(at, 'own.pem'), NODE_USE_SYSTEM_CA: '1' })],
    ['SSL_CERT_DIR and NODE_USE_SYSTEM_CA', (at) => ({ SSL_CERT_DIR: at, NODE_USE_SYSTEM_CA: '1' })],
  ])('%s adds nobody to trust, unless the user chose the editor\'s stack', async (_names, variables) => {
    const { requests, proxyUrl } = await target();
    const env = { ...variables(folder), NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl };
    const [auto, undici] = await Promise.all([send('auto', THROUGH, env), send('undici', THROUGH, env)]);
    expect([auto.report.failure, undici.report.failure, requests]).toMatchObject([untrusted, untrusted, []]);
    expect(auto.report.log.join('\n')).toMatch(/The environment sets .* To follow it, set "catalogSearch.network" to "editor"/u);
    if (variables(folder)['SSL_CERT_DIR'] === undefined) {
      expect((await send('editor', THROUGH, env)).report.status).toBe(200);
    }
  });

  test('the proxy of the variables is asked once, also where Node would ask it by itself; of ALL_PROXY nobody asks', async () => {
    const { proxy, proxyUrl } = await target();
    await send('undici', THROUGH, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl });
    expect(proxy.tunnels.map(({ target: to }) => to)).toEqual(['api.test.invalid:443']);
    const [all, none] = await Promise.all([send('undici', THROUGH, { ALL_PROXY: proxyUrl }), send('undici', THROUGH, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl, NO_PROXY: 'test.invalid' })]);
    expect([all.report.failure, none.report.failure]).toMatchObject([{ kind: 'network', sent: false }, { kind: 'network', sent: false }]);
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('http.proxySupport off is followed whatever the variables say', async () => {
    const { proxy, proxyUrl } = await target();
    const { report } = await send('undici', THROUGH, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl }, { proxySupport: 'off', proxy: proxyUrl });
    expect(report.failure).toMatchObject({ kind: 'network', sent: false });
    expect(proxy.tunnels).toEqual([]);
  });

  test('OPENSSL_CONF lowers no version of TLS', async () => {
    const { port, requests } = await target({ maxVersion: 'TLSv1.1' });
    await writeFile(join(folder, 'openssl.cnf'), 'nodejs_conf = own\n[own]\nssl_conf = ssl\n[ssl]\nsystem_default = low\n[low]\nMinProtocol = TLSv1\nCipherString = DEFAULT@SECLEVEL=0\n');
    const { report } = await send('undici', `https://127.0.0.1:${port}/`, { OPENSSL_CONF: join(folder, 'openssl.cnf') });
    expect(report.failure).toMatchObject({ kind: 'network', reason: 'tls', sent: false });
    expect(requests).toEqual([]);
  });

  test('NODE_DEBUG writes no secret to the standard error', async () => {
    const { proxyUrl } = await target();
    const plain = await rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')));
    const env = { NODE_DEBUG: 'http,https,http2,net,tls,stream,undici,fetch,timer', HTTPS_PROXY: proxyUrl };
    const [through, direct] = await Promise.all([send('undici', THROUGH, env), send('undici', `http://127.0.0.1:${plain}/oauth/token`, env)]);
    expect(direct.report.status).toBe(200);
    const stderr = through.stderr + direct.stderr;
    expect(stderr).toContain('sending request to CONNECT');
    expect(stderr).toContain('sending request to POST');
    expect(stderr).not.toMatch(new RegExp(`canary|${Buffer.from('someone:canary-password').toString('base64')}`, 'u'));
  });
});
