/** The one `Fetch` of the program: chooses per origin between the two adapters and the demo. */
import { DEMO_ENVIRONMENT, isLoopback } from '../../core/environment.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { Fetch, FetchOptions, HttpRequest, HttpResponse, Log } from '../../core/ports.js';
import type { EditorProxySettings, NetworkMode } from '../settings.js';
import { createEditorFetch } from './editorFetch.js';
import type { Variables } from './proxyRoute.js';
import type { UndiciFetch, UndiciFetchOptions } from './undiciFetch.js';

export interface NetworkOptions {
  /** Read at each request. */
  readonly mode: () => NetworkMode;
  /** Read when the adapter is made: at the first request, and after each {@link Network.reset}. */
  readonly proxySettings: () => EditorProxySettings;
  /** `process.env` where there is one. */
  readonly variables?: () => Variables;
  /** Makes the demo catalog's handler, at the first request to it. */
  readonly demo: () => Promise<Fetch>;
  readonly log?: Pick<Log, 'info'>;
  /** For tests. */
  readonly editor?: Fetch;
  readonly loadUndici?: () => Promise<(options: UndiciFetchOptions) => UndiciFetch>;
}

export interface Network extends Disposable {
  readonly fetch: Fetch;
  /** Settings changed: running requests finish as they began, later ones start afresh. */
  reset(): void;
}

/** The demo's hosts: those of its environment, and whatever else lies in its domain, which cannot exist (RFC 6761). */
const DEMO_DOMAIN = `.${new URL(DEMO_ENVIRONMENT.baseUrl).hostname.split('.').slice(-2).join('.')}`;

/** Does and loads nothing until the first request. */
export function createNetwork(options: NetworkOptions): Network {
  const editor = options.editor ?? createEditorFetch();
  const load = options.loadUndici ?? (async () => (await import('./undiciFetch.js')).createUndiciFetch);
  let byEditor = new Set<string>();
  let stack: Promise<UndiciFetch | undefined> | undefined;
  let demo: Promise<Fetch> | undefined;
  let disposed = false;

  const undici = (): Promise<UndiciFetch | undefined> => {
    // A browser host has no such module: there the editor's own is all there is.
    stack ??= load().then((create) => create({ proxy: options.proxySettings(), variables: options.variables?.() ?? {} }), () => undefined);
    return stack;
  };

  const auto = async (request: HttpRequest, fetchOptions: FetchOptions): Promise<HttpResponse> => {
    const url = new URL(request.url);
    const chosen = byEditor;
    const adapter = chosen.has(url.origin) ? undefined : await undici();
    if (adapter === undefined) {
      return editor(request, fetchOptions);
    }
    try {
      return await adapter.fetch(request, fetchOptions);
    } catch (error) {
      if (!mayTryEditor(error, url)) {
        throw error;
      }
      const response = await editor(request, fetchOptions).catch((second: unknown) => {
        // The first says more about what is wrong, unless the second was sent: then that is what counts.
        throw second instanceof CatalogError && (second.failure.kind !== 'network' || second.failure.sent) ? second : error;
      });
      if (!chosen.has(url.origin)) {
        chosen.add(url.origin);
        options.log?.info(`Requests to ${url.origin} go through the editor's own network stack from now on.`);
      }
      return response;
    }
  };

  return {
    async fetch(request, fetchOptions) {
      const url = new URL(request.url);
      if (disposed) {
        throw new CatalogError({ kind: 'cancelled' });
      }
      if (url.hostname.endsWith(DEMO_DOMAIN)) {
        demo ??= options.demo();
        const handler = await demo.catch((error: unknown) => {
          demo = undefined;
          throw error;
        });
        return handler(request, fetchOptions);
      }
      const mode = options.mode();
      switch (mode) {
        case 'auto':
          return auto(request, fetchOptions);
        case 'undici': {
          const adapter = await undici();
          return (adapter?.fetch ?? editor)(request, fetchOptions);
        }
        case 'editor':
          return editor(request, fetchOptions);
      }
    },
    reset() {
      void stack?.then((adapter) => adapter?.retire());
      stack = undefined;
      byEditor = new Set();
    },
    dispose() {
      disposed = true;
      void stack?.then((adapter) => adapter?.dispose());
    },
  };
}

/** Only what was certainly not sent, and only where the editor may know a way that we do not. */
function mayTryEditor(error: unknown, url: URL): boolean {
  return error instanceof CatalogError && error.failure.kind === 'network' && !error.failure.sent
    && error.failure.reason !== 'insecureAddress' && !isLoopback(url.hostname);
}
