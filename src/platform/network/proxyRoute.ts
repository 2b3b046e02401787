import { isLoopback } from '../../core/environment.js';
import type { EditorProxySettings } from '../settings.js';

/** The variables of a process, as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface ProxyRoute {
  readonly url: URL;
  /** The whole value of `Proxy-Authorization`, where one is known. */
  readonly authorization: string | undefined;
}

/** A setting or variable that names no proxy anyone could reach; `direct` would leak past a proxy that was meant. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly proxy: ProxyRoute } | { readonly kind: 'unusable' };

/**
 * The way to a host: the editor's `http.proxy` before the variables (HTTPS_PROXY, HTTP_PROXY; lower case first, as curl does),
 * `http.noProxy` before NO_PROXY, never a proxy to this machine, and none at all where `http.proxySupport` is off.
 */
export function routeTo(target: URL, settings: EditorProxySettings, variables: Variables): Route {
  if (settings.proxySupport === 'off') {
    return { kind: 'direct' };
  }
  const text = settings.proxy ?? variable(variables, 'https_proxy') ?? variable(variables, 'http_proxy');
  if (text === undefined || isLoopback(target.hostname)) {
    return { kind: 'direct' };
  }
  const noProxy = settings.noProxy.length > 0 ? settings.noProxy : (variable(variables, 'no_proxy') ?? '').split(/[\s,]+/u);
  if (noProxy.some((pattern) => matches(target, pattern.trim().toLowerCase()))) {
    return { kind: 'direct' };
  }
  const address = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return { kind: 'unusable' };
  }
  return { kind: 'proxy', proxy: { url, authorization: settings.authorization ?? basic(url) } };
}

function variable(variables: Variables, name: string): string | undefined {
  return [variables[name], variables[name.toUpperCase()]].find((value) => value !== undefined && value.trim() !== '')?.trim();
}

/** `*`, `host`, `.host`, `*.host`, each with `:port` or without; a host stands for those below it, too. */
function matches(target: URL, pattern: string): boolean {
  if (pattern === '' || pattern === '*') {
    return pattern === '*';
  }
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/u.exec(pattern) ?? [];
  if (port !== undefined && port !== (target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port)) {
    return false;
  }
  const host = target.hostname.replace(/\.$/u, '');
  const suffix = name.replace(/^\*?\./u, '');
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

function basic(url: URL): string | undefined {
  if (url.username === '') {
    return undefined;
  }
  const pair = [url.username, url.password].map(decode).join(':');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
