/** The three networks of the setting, made of real parts: our own stack, and the runtime's fetch with the dispatchers that the editor gives it. */
import { createServer as createTlsServer } from 'node:tls';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { Agent, ProxyAgent } from 'undici';
import { onTestFinished } from 'vitest';
import { createEditorFetch } from '../../../src/platform/network/editorFetch.js';
import { createNetwork, type Network, type NetworkOptions } from '../../../src/platform/network/network.js';
import { createUndiciFetch } from '../../../src/platform/network/undiciFetch.js';
import type { EditorProxySettings, NetworkMode } from '../../../src/platform/settings.js';
import type { Certificate } from '../../support/certificates.js';
import { listen, NO_PROXY } from './loopback.js';

export const NETWORKS: readonly NetworkMode[] = ['auto', 'undici', 'editor'];

export interface TestNetworkOptions {
  readonly mode: NetworkMode;
  /** Read at each request. */
  readonly proxy?: () => EditorProxySettings;
  /** Trusted by both stacks beside the usual. */
  readonly certificate?: Certificate | undefined;
  readonly variables?: NetworkOptions['variables'];
  readonly log?: NetworkOptions['log'];
}

/** As the extension makes it, in the place of whose editor the runtime's own fetch stands. Closed after the test. */
export function testNetwork({ mode, proxy = () => NO_PROXY, certificate, variables, log }: TestNetworkOptions): Network {
  const network = createNetwork({
    mode: () => mode,
    proxySettings: proxy,
    ...(variables === undefined ? {} : { variables }),
    ...(log === undefined ? {} : { log }),
    demo: () => Promise.reject(new Error('not asked for')),
    loadUndici: () => Promise.resolve((options) => createUndiciFetch({ ...options, extraCertificates: certificate === undefined ? [] : [certificate.cert] })),
    editor: createEditorFetch({ fetch: editorsFetch(proxy, certificate) }),
  });
  onTestFinished(() => network.dispose());
  return network;
}

/** What the editor's extension host makes of `fetch`: the runtime's own, with undici's `ProxyAgent` or `Agent` for the way to go. */
export function editorsFetch(proxy: () => EditorProxySettings, certificate?: Certificate): typeof globalThis.fetch {
  const ca = certificate?.cert;
  const dispatchers = new Map<string | undefined, Agent | ProxyAgent>();
  onTestFinished(async () => {
    await Promise.all([...dispatchers.values()].map(async (each) => await each.destroy()));
  });
  return async (input, init) => {
    const settings = proxy();
    const uri = settings.proxySupport === 'off' ? undefined : settings.proxy;
    let dispatcher = dispatchers.get(uri);
    if (dispatcher === undefined) {
      dispatcher = uri === undefined
        ? new Agent({ connect: ca === undefined ? {} : { ca } })
        : new ProxyAgent({ uri, requestTls: ca === undefined ? {} : { ca }, ...(settings.authorization === undefined ? {} : { token: settings.authorization }) });
      dispatchers.set(uri, dispatcher);
    }
    return await fetch(input, Object.assign({}, init, { dispatcher }));
  };
}

/** Ends TLS in front of a server that speaks HTTP on `port`. @returns its own port */
export async function secureFront(port: number, { key, cert }: Certificate): Promise<number> {
  const server = createTlsServer({ key, cert }, (socket) => {
    const onward = connect(port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.once('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  return await listen(server);
}

/** A port whose connections are never made: nobody takes them, and the system's queue of those that wait is full. */
export async function blackHole(): Promise<number> {
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort } = require('node:worker_threads');
     const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(async () => {
    waiting.forEach((socket) => socket.destroy());
    await worker.terminate();
  });
  // Those that fit into the queue are there at once; the queue is full when one more than those is not.
  await new Promise((resolve) => waiting[0]?.once('connect', resolve));
  return port;
}
