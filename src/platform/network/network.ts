/** The one `Fetch` of the program: chooses per origin between the two adapters and the demo. */
import { DEMO_ENVIRONMENT, isLoopback } from '../../core/environment.js';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { Fetch, FetchOptions, HttpHead, HttpRequest, HttpResponse, Log, StreamFetch, StreamOptions } from '../../core/ports.js';
import type { EditorProxySettings, NetworkMode } from '../settings.js';
import { createEditorFetch } from './editorFetch.js';
import { createEditorStream } from './editorStream.js';
import { looseVariable, type LooseVariable } from './certificateVariables.js';
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
  readonly editorStream?: StreamFetch;
  readonly loadUndici?: () => Promise<(options: UndiciFetchOptions) => UndiciFetch>;
}

export interface Network extends Disposable {
  readonly fetch: Fetch;
  readonly stream: StreamFetch;
  /** Settings changed: running requests finish as they began, later ones start afresh. */
  reset(): void;
}

/** One request, as each of the adapters would send it. */
interface Ways<T> {
  readonly request: HttpRequest;
  /** The bound of the request as a whole, whoever sends it. */
  readonly totalMs: number | undefined;
  readonly byUndici: (adapter: UndiciFetch) => Promise<T>;
  readonly byEditor: (totalMs: number | undefined) => Promise<T>;
}

/** The demo's hosts: those of its environment, and whatever else lies in its domain, which cannot exist (RFC 6761). */
const DEMO_DOMAIN = `.${new URL(DEMO_ENVIRONMENT.baseUrl).hostname.split('.').slice(-2).join('.')}`;

/** Does and loads nothing until the first request. */
export function createNetwork(options: NetworkOptions): Network {
  const editor = options.editor ?? createEditorFetch();
  const editorStream = options.editorStream ?? createEditorStream();
  const load = options.loadUndici ?? (async () => (await import('./undiciFetch.js')).createUndiciFetch);
  let editorsOrigins = new Set<string>();
  let stack: Promise<UndiciFetch | undefined> | undefined;
  let demo: Promise<Fetch> | undefined;
  let disposed = false;

  const said = new Set<string>();
  const sayOnce = (text: string): void => {
    if (!said.has(text)) {
      said.add(text);
      options.log?.info(text);
    }
  };

  /** The variable, if any, for which the editor's fetch is not to be trusted with certificates. */
  const loose = (): LooseVariable | undefined => {
    const variable = looseVariable(options.variables?.() ?? {});
    if (variable !== undefined) {
      sayOnce(`The environment sets ${variable.name}, which is not followed: certificates are checked by those of the system.${
        variable.effect === 'unchecked' ? '' : ' To follow it, set "catalogSearch.network" to "editor".'}`);
    }
    return variable;
  };

  const undici = (): Promise<UndiciFetch | undefined> => {
    // A browser host has no such module: there the editor's own is all there is.
    stack ??= load().then((create) => {
      loose();
      const proxy = options.proxySettings();
      if (!proxy.strictSSL) {
        sayOnce('The setting "http.proxyStrictSSL" is off: the certificate of a proxy is not checked. Those of the hosts behind it are.');
      }
      return create({ proxy, variables: options.variables?.() ?? {} });
    }, () => undefined);
    return stack;
  };

  /** Undici first; where nothing could be sent that way, the editor once, and from then on for this origin. */
  const auto = async <T>({ request, totalMs, byUndici, byEditor }: Ways<T>): Promise<T> => {
    const url = new URL(request.url);
    const chosen = editorsOrigins;
    const adapter = chosen.has(url.origin) && loose() === undefined ? undefined : await undici();
    if (adapter === undefined) {
      return unlessUnchecked(url, () => byEditor(totalMs));
    }
    const started = performance.now();
    try {
      return await byUndici(adapter);
    } catch (error) {
      const left = totalMs === undefined ? undefined : totalMs - (performance.now() - started);
      if (!mayTryEditor(error, url) || loose() !== undefined || (left !== undefined && left <= 0)) {
        throw error;
      }
      const response = await byEditor(left).catch((second: unknown) => {
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

  /** For hosts that have no stack but the editor's. */
  const unlessUnchecked = <T>(url: URL, send: () => Promise<T>): Promise<T> => (loose()?.effect === 'unchecked' && url.protocol === 'https:'
    ? Promise.reject(new CatalogError({ kind: 'network', host: url.host, reason: 'certificateUntrusted', sent: false }))
    : send());

  const byUndiciAlone = async <T>(ways: Ways<T>): Promise<T> => {
    const adapter = await undici();
    return adapter === undefined ? unlessUnchecked(new URL(ways.request.url), () => ways.byEditor(ways.totalMs)) : ways.byUndici(adapter);
  };

  const choose = async <T>(ways: Ways<T>): Promise<T> => {
    const mode = options.mode();
    switch (mode) {
      case 'auto':
        return auto(ways);
      case 'undici':
        return byUndiciAlone(ways);
      case 'editor':
        // The user's own setting may add certificates to trust; it does not switch the check off.
        return loose()?.effect === 'unchecked' ? byUndiciAlone(ways) : ways.byEditor(ways.totalMs);
    }
  };

  const demoHandler = async (url: URL): Promise<Fetch | undefined> => {
    if (disposed) {
      throw new CatalogError({ kind: 'cancelled' });
    }
    if (!url.hostname.endsWith(DEMO_DOMAIN)) {
      return undefined;
    }
    demo ??= options.demo();
    return await demo.catch((error: unknown) => {
      demo = undefined;
      throw error;
    });
  };

  return {
    async fetch(request, fetchOptions: FetchOptions): Promise<HttpResponse> {
      const handler = await demoHandler(new URL(request.url));
      if (handler !== undefined) {
        fetchOptions.onSent?.();
        return handler(request, fetchOptions);
      }
      return choose({
        request,
        totalMs: fetchOptions.limits.totalMs,
        byUndici: (adapter) => adapter.fetch(request, fetchOptions),
        byEditor: (totalMs) => editor(request, totalMs === undefined ? fetchOptions : { ...fetchOptions, limits: { ...fetchOptions.limits, totalMs } }),
      });
    },
    async stream(request, streamOptions: StreamOptions): Promise<HttpHead> {
      const handler = await demoHandler(new URL(request.url));
      if (handler === undefined) {
        return choose({ request, totalMs: undefined, byUndici: (adapter) => adapter.stream(request, streamOptions), byEditor: () => editorStream(request, streamOptions) });
      }
      const { limits, signal, accept } = streamOptions;
      const { body, ...head } = await handler(request, { limits: { ...limits, maxBytes: Infinity }, signal });
      await (await accept(head))?.(body);
      return head;
    },
    reset() {
      void stack?.then((adapter) => adapter?.retire());
      stack = undefined;
      editorsOrigins = new Set();
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
