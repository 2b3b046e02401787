/**
 * A process that sends one request by the network of the setting, as the extension makes it, and prints what came of it. Its environment is
 * the one that the test is about. Arguments: the mode, the address, and the editor's proxy settings that differ from the usual, in JSON.
 */
import { toFailure, type Failure } from '../../../src/core/failure.js';
import { createNetwork } from '../../../src/platform/network/network.js';
import type { EditorProxySettings, NetworkMode } from '../../../src/platform/settings.js';

export interface RequestReport {
  readonly status?: number;
  readonly failure?: Failure;
  readonly log: readonly string[];
}

const [mode = 'auto', url = '', proxy = '{}'] = process.argv.slice(2);
const log: string[] = [];
const network = createNetwork({
  mode: () => mode as NetworkMode,
  proxySettings: () => ({ proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined, proxySupport: 'on', ...JSON.parse(proxy) as Partial<EditorProxySettings> }),
  variables: () => process.env,
  demo: () => Promise.reject(new Error('not asked for')),
  log: { info: (line) => void log.push(line) },
});
const limits = { connectMs: 10_000, headersMs: 10_000, bodyIdleMs: 10_000, maxBytes: 1_000 };
const request = { method: 'POST', url, headers: { authorization: 'Bearer canary-token', 'content-type': 'application/json' }, body: '{"client_secret":"canary-secret"}' } as const;
network.fetch(request, { limits, signal: new AbortController().signal })
  .then(({ status }): RequestReport => ({ status, log }), (error: unknown): RequestReport => ({ failure: toFailure(error), log }))
  .then((report) => {
    process.stdout.write(JSON.stringify(report), () => process.exit());
  }, () => process.exit(1));
