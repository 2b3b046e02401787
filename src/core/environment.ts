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

/**
 * Whether two definitions ask the same service in the same way: what came by one of them may be shown, continued and asked for again by
 * the other. What only people see of an environment, its kind and its account page, makes no difference.
 */
export function isSameService(one: Environment, other: Environment): boolean {
  return one === other || SERVICE_MEMBERS.every((member) => one[member] === other[member]);
}

const SERVICE_MEMBERS = ['name', 'baseUrl', 'authUrl', 'audience', 'searchPath', 'tokenPath'] as const satisfies readonly (keyof Environment)[];

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
  return { ok: true, value: stripTrailingSlashes(url.href) };
}

/** Whether a host name (as WHATWG URL gives it) can only mean this machine: 127.0.0.0/8, [::1], localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/** The `origin` of an address that {@link checkAddress} accepted. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/**
 * Host and port of an address, for words on screen.
 * `URL.parse`, here and wherever an address is a stranger's: of very long ones `canParse` may say yes to what `new URL` then throws at.
 */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

/** The address of the item search (interface, section 4.2). */
export function searchUrl(environment: Environment): string {
  return environment.baseUrl + environment.searchPath;
}

/** The address of the token endpoint (interface, section 4.1). */
export function tokenUrl(environment: Environment): string {
  return environment.authUrl + environment.tokenPath;
}

function stripTrailingSlashes(href: string): string {
  let end = href.length;
  while (href[end - 1] === '/') {
    end -= 1;
  }
  return href.slice(0, end);
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}

/** One entry of the settings that cannot be used, and why. `field` is undefined where the entry as a whole is wrong. */
export interface EnvironmentProblem {
  readonly index: number;
  readonly name: string | undefined;
  readonly field: string | undefined;
  readonly problem: string;
}

/**
 * Reads the setting `catalogSearch.environments`. An entry that cannot be used is left out and named; the others stay.
 * @param raw whatever the settings file holds
 */
export function parseEnvironments(raw: unknown): { readonly environments: readonly Environment[]; readonly problems: readonly EnvironmentProblem[] } {
  const environments: Environment[] = [];
  const problems: EnvironmentProblem[] = [];
  for (const [index, entry] of (Array.isArray(raw) ? raw : []).entries()) {
    const read = readEnvironment(entry, environments);
    if ('problem' in read) {
      problems.push({ index, ...read });
    } else {
      environments.push(read);
    }
  }
  return { environments, problems };
}

/** A name for an environment, checked as it is typed. `taken` are the names in use. */
export function checkEnvironmentName(text: string, taken: readonly string[]): Checked<string> {
  const name = text.trim();
  if (name === '') {
    return problem('Type a name, for example Acme.');
  }
  if (name.length > 60) {
    return problem('A name has at most 60 characters.');
  }
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) || name.includes('$(')) {
    return problem('A name has no control characters, invisible characters or icons.');
  }
  // The demo's name is reserved in any case: a look-alike would be asked for real credentials.
  if ([DEMO_ENVIRONMENT.name, ...taken].some((other) => other.toLowerCase() === name.toLowerCase())) {
    return problem('This name is taken.');
  }
  return { ok: true, value: name };
}

/** A path below an address: `/stac/search`. */
export function checkPath(text: string): Checked<string> {
  const path = text.trim();
  if (!path.startsWith('/') || path.startsWith('//')) {
    return problem('A path starts with one slash, for example /stac/search.');
  }
  if (/[\s\\?#]/u.test(path) || path.split('/').some((part) => part === '.' || part === '..')) {
    return problem('A path holds no spaces, backslashes, "?", "#" or "..".');
  }
  return { ok: true, value: path };
}

const KINDS: readonly string[] = ['production', 'sandbox', 'other'] satisfies readonly EnvironmentKind[];

function readEnvironment(entry: unknown, sofar: readonly Environment[]): Environment | Omit<EnvironmentProblem, 'index'> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { name: undefined, field: undefined, problem: 'An environment is an object with name, kind, baseUrl and authUrl.' };
  }
  const raw = entry as Readonly<Record<string, unknown>>;
  const text = (field: string): string => (typeof raw[field] === 'string' ? raw[field] : '');
  const name = checkEnvironmentName(text('name'), sofar.map((other) => other.name));
  if (!name.ok) {
    return { name: text('name') || undefined, field: 'name', problem: name.problem };
  }
  const wrong = (field: string, why: string): Omit<EnvironmentProblem, 'index'> => ({ name: name.value, field, problem: why });
  const kind = text('kind');
  if (!KINDS.includes(kind)) {
    return wrong('kind', 'The kind is production, sandbox or other.');
  }
  const baseUrl = checkAddress(text('baseUrl'));
  if (!baseUrl.ok) {
    return wrong('baseUrl', baseUrl.problem);
  }
  const authUrl = checkAddress(text('authUrl'));
  if (!authUrl.ok) {
    return wrong('authUrl', authUrl.problem);
  }
  const searchPath = checkPath(raw['searchPath'] === undefined ? DEMO_ENVIRONMENT.searchPath : text('searchPath'));
  if (!searchPath.ok) {
    return wrong('searchPath', searchPath.problem);
  }
  const tokenPath = checkPath(raw['tokenPath'] === undefined ? DEMO_ENVIRONMENT.tokenPath : text('tokenPath'));
  if (!tokenPath.ok) {
    return wrong('tokenPath', tokenPath.problem);
  }
  const accountPageUrl = raw['accountPageUrl'] === undefined ? undefined : checkAccountPage(text('accountPageUrl'));
  if (accountPageUrl?.ok === false) {
    return wrong('accountPageUrl', accountPageUrl.problem);
  }
  return {
    name: name.value,
    kind: kind as EnvironmentKind,
    baseUrl: baseUrl.value,
    authUrl: authUrl.value,
    audience: text('audience') === '' ? text('baseUrl').trim() : text('audience'),
    accountPageUrl: accountPageUrl?.value,
    searchPath: searchPath.value,
    tokenPath: tokenPath.value,
  };
}

/** A page for people to open in their browser; unlike an API's address it may have a query and a fragment. */
function checkAccountPage(text: string): Checked<string> {
  const [address = ''] = text.trim().split(/[?#]/u, 1);
  const checked = checkAddress(address);
  return checked.ok ? { ok: true, value: new URL(text.trim()).href } : checked;
}
