import { describe, expect, test, vi } from 'vitest';
import { CatalogError, type Failure, type NetworkReason } from '../../../src/core/failure.js';
import type { Fetch, HttpResponse } from '../../../src/core/ports.js';
import { createNetwork, type NetworkOptions } from '../../../src/platform/network/network.js';
import type { NetworkMode } from '../../../src/platform/settings.js';
import { failureOf, get, NO_PROXY } from './loopback.js';

const answer = (status: number): HttpResponse => ({ status, headers: new Map(), body: new Uint8Array() });
const network = (reason: NetworkReason, sent: boolean): Failure => ({ kind: 'network', host: 'api.example.com', reason, sent });
const URL_A = 'https://api.example.com/stac/search';

/** Adapters that answer 201 (undici), 202 (editor) and 203 (demo), or fail as told. */
function setUp(options: { undici?: Failure; editor?: Failure; mode?: NetworkMode; without?: boolean; variables?: Readonly<Record<string, string>> } = {}) {
  const behaviour = { ...options };
  const play = (status: number, failure: () => Failure | undefined) => vi.fn<Fetch>(() => {
    const failed = failure();
    return failed === undefined ? Promise.resolve(answer(status)) : Promise.reject(new CatalogError(failed));
  });
  const undici = play(201, () => behaviour.undici);
  const editor = play(202, () => behaviour.editor);
  const demo = vi.fn(() => Promise.resolve(play(203, () => undefined) as Fetch));
  const retire = vi.fn();
  const dispose = vi.fn();
  const create = vi.fn(() => ({ fetch: undici as Fetch, stream: () => Promise.reject(new Error('not asked for')), retire, dispose }));
  const load = vi.fn(() => (options.without === true ? Promise.reject(new Error('no such module')) : Promise.resolve(create)));
  const proxySettings = vi.fn(() => NO_PROXY);
  const info = vi.fn();
  const made: NetworkOptions = { mode: () => behaviour.mode ?? 'auto', proxySettings, demo, editor, loadUndici: load, variables: () => options.variables ?? {}, log: { info } };
  return { behaviour, undici, editor, demo, retire, dispose, create, load, proxySettings, info, network: createNetwork(made) };
}

const ask = async (on: { network: { fetch: Fetch } }, url = URL_A): Promise<number> => (await get(on.network.fetch, url)).status;

describe('the network', () => {
  test('loads nothing before the first request, and once', async () => {
    const all = setUp();
    expect(all.load).not.toHaveBeenCalled();
    expect(await Promise.all([ask(all), ask(all)])).toEqual([201, 201]);
    expect([all.load.mock.calls.length, all.create.mock.calls.length, all.editor.mock.calls.length]).toEqual([1, 1, 0]);
  });

  test.each<NetworkReason>(['hostNotFound', 'connectTimeout', 'refused', 'certificateUntrusted', 'proxySignIn', 'proxyUnreachable'])(
    '%s, nothing sent: once through the editor, which is kept for the origin', async (reason) => {
      const all = setUp({ undici: network(reason, false) });
      expect([await ask(all), await ask(all)]).toEqual([202, 202]);
      expect([all.undici.mock.calls.length, all.editor.mock.calls.length]).toEqual([1, 2]);
      await ask(all, 'https://auth.example.com/oauth/token');
      expect(all.undici).toHaveBeenCalledTimes(2);
    });

  test.each<Failure>([network('reset', true), network('headersTimeout', true), network('insecureAddress', false), { kind: 'cancelled' },
    { kind: 'tooLarge', host: 'api.example.com', limitBytes: 1 }])('%o is not tried again', async (failure) => {
    const all = setUp({ undici: failure });
    expect(await failureOf(get(all.network.fetch, URL_A))).toEqual(failure);
    expect(all.editor).not.toHaveBeenCalled();
  });

  test('this machine is not tried again: there is no other way to it', async () => {
    const all = setUp({ undici: network('refused', false) });
    await failureOf(get(all.network.fetch, 'http://127.0.0.1:1/'));
    expect(all.editor).not.toHaveBeenCalled();
  });

  test('when both fail, the first is told, unless the second was sent', async () => {
    const first = network('certificateUntrusted', false);
    const unsent = setUp({ undici: first, editor: network('unknown', false) });
    expect(await failureOf(get(unsent.network.fetch, URL_A))).toEqual(first);
    unsent.behaviour.editor = network('reset', true);
    expect(await failureOf(get(unsent.network.fetch, URL_A))).toEqual(network('reset', true));
    unsent.behaviour.editor = { kind: 'cancelled' };
    expect(await failureOf(get(unsent.network.fetch, URL_A))).toEqual({ kind: 'cancelled' });
    // It never worked, so it is not kept.
    expect(unsent.undici).toHaveBeenCalledTimes(3);
  });

  test('the editor has the time that the first attempt left', async () => {
    const all = setUp({ undici: network('connectTimeout', false) });
    const limits = { connectMs: 1_000, headersMs: Infinity, bodyIdleMs: Infinity, maxBytes: 1, totalMs: 60_000 };
    await get(all.network.fetch, URL_A, { limits });
    const { totalMs = 0 } = all.editor.mock.calls[0]?.[1].limits ?? {};
    expect(totalMs).toBeGreaterThan(0);
    expect(totalMs).toBeLessThan(60_000);
    await failureOf(get(setUp({ undici: network('connectTimeout', false) }).network.fetch, URL_A, { limits: { ...limits, totalMs: 0 } }));
  });

  test.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'])('where the environment sets %s the editor is not tried by itself, which is said once', async (name) => {
    const all = setUp({ undici: network('proxyRefused', false), variables: { [name]: '/somewhere' } });
    expect(await failureOf(get(all.network.fetch, URL_A))).toEqual(network('proxyRefused', false));
    await failureOf(get(all.network.fetch, URL_A));
    expect(all.editor).not.toHaveBeenCalled();
    expect(all.info.mock.calls).toEqual([[expect.stringContaining(name)]]);
    all.behaviour.mode = 'editor';
    expect(await ask(all)).toBe(202);
  });

  test('where the environment switches the check of certificates off the editor is not asked at all', async () => {
    const variables = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(await ask(setUp({ mode: 'editor', variables }))).toBe(201);
    const alone = setUp({ mode: 'editor', variables, without: true });
    expect(await failureOf(get(alone.network.fetch, URL_A))).toEqual(network('certificateUntrusted', false));
    expect(alone.editor).not.toHaveBeenCalled();
    expect(await ask(setUp({ mode: 'editor', variables: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } }))).toBe(202);
  });

  test('that the proxy\'s certificate is not checked is said', async () => {
    const all = setUp();
    all.proxySettings.mockReturnValue({ ...NO_PROXY, strictSSL: false });
    await ask(all);
    expect(all.info.mock.calls).toEqual([[expect.stringContaining('http.proxyStrictSSL')]]);
  });

  test('the mode decides, and is read each time', async () => {
    const all = setUp({ undici: network('refused', false), mode: 'undici' });
    expect(await failureOf(get(all.network.fetch, URL_A))).toEqual(network('refused', false));
    expect(all.editor).not.toHaveBeenCalled();
    all.behaviour.mode = 'editor';
    expect(await ask(all)).toBe(202);
    expect(all.undici).toHaveBeenCalledTimes(1);
  });

  test('a host without Node has the editor\'s only', async () => {
    expect(await ask(setUp({ without: true }))).toBe(202);
    expect(await ask(setUp({ without: true, mode: 'undici' }))).toBe(202);
  });

  test('settings are read again after a reset, and the choice of adapters begins anew', async () => {
    const all = setUp({ undici: network('refused', false) });
    await ask(all);
    await ask(all);
    all.network.reset();
    await ask(all);
    expect([all.retire.mock.calls.length, all.proxySettings.mock.calls.length, all.undici.mock.calls.length]).toEqual([1, 2, 2]);
  });

  test('the demo never leaves the process', async () => {
    const all = setUp();
    expect(await ask(all, 'https://api.demo.invalid/stac/search')).toBe(203);
    expect(await ask(all, 'https://auth.demo.invalid/oauth/token')).toBe(203);
    expect([all.demo.mock.calls.length, all.load.mock.calls.length, all.editor.mock.calls.length]).toEqual([1, 0, 0]);
    expect(await ask(all, 'https://api.demo.invalid.example.com/')).toBe(201);
    expect(await ask(all, 'https://xdemo.invalid/')).toBe(201);
  });

  test('nothing is sent after disposal', async () => {
    const all = setUp();
    await ask(all);
    all.network.dispose();
    await vi.waitFor(() => expect(all.dispose).toHaveBeenCalledTimes(1));
    expect(await failureOf(get(all.network.fetch, URL_A))).toEqual({ kind: 'cancelled' });
    expect(all.undici).toHaveBeenCalledTimes(1);
  });

  test('the real adapter is found and made from the settings', async () => {
    const real = createNetwork({ mode: () => 'undici', proxySettings: () => ({ ...NO_PROXY, proxy: 'socks://nowhere' }), demo: () => Promise.reject(new Error('no')) });
    expect(await failureOf(get(real.fetch, URL_A))).toEqual(network('proxyUnreachable', false));
    real.dispose();
  });
});
