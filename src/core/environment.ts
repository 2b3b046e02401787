/** Environments: where requests and secrets may go. Addresses come from the user's own settings only (design, behaviour 5). */

export type EnvironmentKind = 'production' | 'sandbox' | 'other' | 'demo';

/** A named target. Addresses are absolute, without a trailing slash, and already checked by {@link checkAddress}. */
export interface Environment {
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** The API's address; {@link searchPath} is appended. */
  readonly baseUrl: string;
  /** The token issuer's address; {@link tokenPath} is appended. */
  readonly authUrl: string;
  /** Sent exactly as configured (interface, section 5): a trailing slash matters to issuers. */
  readonly audience: string;
  readonly accountPageUrl: string | undefined;
  readonly searchPath: string;
  readonly tokenPath: string;
}

/** The built-in environment. Its hosts are in a domain that cannot exist (RFC 6761), so nothing can leave by mistake. */
export const DEMO_ENVIRONMENT: Environment = {
  name: 'Demo',
  kind: 'demo',
  baseUrl: 'https://api.demo.invalid',
  authUrl: 'https://auth.demo.invalid',
  audience: 'https://api.demo.invalid',
  accountPageUrl: undefined,
  searchPath: '/stac/search',
  tokenPath: '/oauth/token',
};

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/**
 * An address that a person typed, checked the way it will be used: parsed once, https (or http on a loopback host), no user info,
 * no fragment, no query.
 * @returns the address without a trailing slash, or one sentence that says what is wrong with it.
 */
export function checkAddress(text: string): Checked<string> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return problem('Type an address, for example https://api.example.com.');
  }
  // The URL parser drops tabs and newlines and turns backslashes into slashes: what is shown would not be what is used.
  if (/[\s\\]/u.test(trimmed)) {
    return problem('An address holds no spaces, line breaks or backslashes.');
  }
  if (!/^https?:\/\//iu.test(trimmed)) {
    return problem('An address starts with https://.');
  }
  if (!URL.canParse(trimmed)) {
    return problem('This is not a complete address.');
  }
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/iu.test(trimmed)) {
    return problem('Leave out the user name and password; sign in separately.');
  }
  if (trimmed.includes('#')) {
    return problem('Leave out the part from # on.');
  }
  if (trimmed.includes('?')) {
    return problem('Leave out the part from ? on.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return problem('Use https://; http:// is accepted only for this machine (127.0.0.1, localhost).');
  }
  return { ok: true, value: stripTrailingSlash(url.href) };
}

/** Whether a host name (as WHATWG URL gives it) can only mean this machine: 127.0.0.0/8, [::1], localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/** The `origin` of an address that {@link checkAddress} accepted. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/** Host and port of an address, for words on screen. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** The address of the item search (interface, section 4.2). */
export function searchUrl(environment: Environment): string {
  return environment.baseUrl + environment.searchPath;
}

/** The address of the token endpoint (interface, section 4.1). */
export function tokenUrl(environment: Environment): string {
  return environment.authUrl + environment.tokenPath;
}

function stripTrailingSlash(href: string): string {
  return href.endsWith('/') ? href.slice(0, -1) : href;
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
