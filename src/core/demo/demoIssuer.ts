/**
 * The demo's token issuer (interface, sections 2.2, 2.3, 4.1, 7 and 8). Tokens are signed, so that one from before a restart still
 * works; the allowance and what was revoked live in memory.
 */
import type { Clock, HttpRequest, HttpResponse } from '../ports.js';
import type { Credentials } from '../auth/session.js';
import { headerOf, jsonAnswer } from './answers.js';
import { DEMO_CREDENTIALS } from './credentials.js';

const DAY = 24 * 3_600_000;
const FIELDS = ['client_id', 'client_secret', 'audience', 'grant_type'] as const;

export interface DemoIssuerOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** The `iss` claim. */
  readonly issuer: string;
  /** The audiences that tokens are made for. */
  readonly audiences: readonly string[];
  readonly credentials?: Credentials;
  /** The prefix of the allowance's claims. */
  readonly claimNamespace?: string;
  /** `expires_in` of the next tokens, seconds. */
  readonly lifetimeSeconds?: number;
  /** Exchanges per rolling 24 hours and client. */
  readonly allowance?: number;
}

export interface DemoIssuer {
  /** Answers a request to the token endpoint. */
  exchange(request: HttpRequest): Promise<HttpResponse>;
  /** Whether an `Authorization` header carries a token that is good for `audience` now. */
  accepts(authorization: string | undefined, audience: string): Promise<boolean>;
  /** A token without an exchange, as the account page gives it (interface, section 5.3). */
  temporaryToken(options?: { readonly audience?: string; readonly lifetimeSeconds?: number; readonly opaque?: boolean }): Promise<string>;
  revoke(token: string): void;
  revokeAll(): void;
  setLifetime(seconds: number): void;
  setAllowance(exchanges: number): void;
  /** No exchange until `refreshAt` (milliseconds since the epoch); `undefined` ends that. */
  exhaustUntil(refreshAt: number | undefined): void;
  /** From now on only these are right: the set was rotated. */
  setCredentials(credentials: Credentials): void;
  /** Exchanges that gave a token, ever. */
  readonly exchanges: number;
}

export function createDemoIssuer(options: DemoIssuerOptions): DemoIssuer {
  const { clock, issuer, audiences, claimNamespace = 'https://claims.demo.invalid' } = options;
  let credentials = options.credentials ?? DEMO_CREDENTIALS;
  let lifetimeSeconds = options.lifetimeSeconds ?? 86_400;
  let allowance = options.allowance ?? 50;
  let exhausted: number | undefined;
  let issuedSinceRevocation: Set<string> | undefined;
  let serial = 0;
  let exchanges = 0;
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
  const used = new Map<string, number[]>();
  const revoked = new Set<string>();
  const opaque = new Map<string, { readonly audience: string; readonly expiresAt: number }>();

  const signature = async (text: string): Promise<string> => {
    key ??= crypto.subtle.importKey('raw', new TextEncoder().encode(`demo:${issuer}`), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(text))));
  };

  const sign = async (audience: string, seconds: number, claims: Readonly<Record<string, unknown>>): Promise<string> => {
    const issuedAt = Math.floor(clock.now() / 1_000);
    serial += 1;
    const jti = `${issuedAt.toString(36)}-${serial}-${crypto.getRandomValues(new Uint32Array(1)).join()}`;
    const payload = { iss: `${issuer}/`, aud: audience, iat: issuedAt, exp: issuedAt + seconds, jti, ...claims };
    const text = `${encodeJson({ alg: 'HS256', typ: 'JWT' })}.${encodeJson(payload)}`;
    const token = `${text}.${await signature(text)}`;
    issuedSinceRevocation?.add(token);
    return token;
  };

  const recent = (clientId: string): number[] => {
    const kept = (used.get(clientId) ?? []).filter((at) => at > clock.now() - DAY);
    used.set(clientId, kept);
    return kept;
  };

  const refreshAt = (clientId: string): number | undefined => {
    if (exhausted !== undefined && exhausted > clock.now()) {
      return exhausted;
    }
    const times = recent(clientId);
    return times.length < allowance ? undefined : (times[times.length - allowance] ?? clock.now()) + DAY;
  };

  return {
    get exchanges() {
      return exchanges;
    },

    async exchange(request) {
      if (request.method !== 'POST') {
        return oauthError(405, 'invalid_request', 'Method not allowed');
      }
      const body = readFields(request);
      if (typeof body === 'string') {
        return oauthError(400, 'invalid_request', body);
      }
      if (body.grant_type !== 'client_credentials') {
        return oauthError(400, 'unsupported_grant_type', 'Unsupported grant type');
      }
      if (body.client_id !== credentials.clientId || body.client_secret !== credentials.clientSecret) {
        return oauthError(401, 'invalid_client', 'Unauthorized');
      }
      if (!audiences.includes(body.audience)) {
        return oauthError(403, 'access_denied', 'Service not found');
      }
      const refresh = refreshAt(body.client_id);
      if (refresh !== undefined) {
        return jsonAnswer(400, {
          error: 'invalid_request',
          error_description: { code: 429, message: 'rate_limit', rate_limit: allowance, rate_limit_refresh: new Date(refresh).toISOString() },
        }, { 'cache-control': 'no-store' });
      }
      const times = recent(body.client_id);
      times.push(clock.now());
      exchanges += 1;
      const token = await sign(body.audience, lifetimeSeconds, {
        sub: `${body.client_id}@clients`,
        gty: 'client-credentials',
        [`${claimNamespace}/rate_limit`]: allowance,
        [`${claimNamespace}/rate_limit_remaining`]: Math.max(0, allowance - times.length),
      });
      return jsonAnswer(200, { access_token: token, expires_in: lifetimeSeconds, token_type: 'Bearer' }, { 'cache-control': 'no-store' });
    },

    async accepts(authorization, audience) {
      const token = /^Bearer ([\w.~+/-]+=*)$/iu.exec(authorization ?? '')?.[1];
      if (token === undefined || revoked.has(token)) {
        return false;
      }
      const known = opaque.get(token);
      if (known !== undefined) {
        return known.audience === audience && known.expiresAt > clock.now();
      }
      const [head = '', payload = '', signed = ''] = token.split('.');
      if (issuedSinceRevocation?.has(token) === false || signed === '' || signed !== (await signature(`${head}.${payload}`))) {
        return false;
      }
      const claims = decodeJson(payload) as { readonly aud?: unknown; readonly exp?: unknown };
      return claims.aud === audience && typeof claims.exp === 'number' && claims.exp * 1_000 > clock.now();
    },

    async temporaryToken({ audience = audiences[0] ?? '', lifetimeSeconds: seconds = 86_400, opaque: asOpaque = false } = {}) {
      if (!asOpaque) {
        return sign(audience, seconds, { sub: 'person|demo' });
      }
      const token = base64url(crypto.getRandomValues(new Uint8Array(33)));
      opaque.set(token, { audience, expiresAt: clock.now() + seconds * 1_000 });
      return token;
    },

    revoke: (token) => void revoked.add(token),
    revokeAll: () => {
      opaque.clear();
      issuedSinceRevocation = new Set();
    },
    setLifetime: (seconds) => {
      lifetimeSeconds = seconds;
    },
    setAllowance: (value) => {
      allowance = value;
    },
    exhaustUntil: (value) => {
      exhausted = value;
    },
    setCredentials: (value) => {
      credentials = value;
    },
  };
}

/** The four fields of section 4.1 and nothing else, or what is wrong with the body. */
function readFields(request: HttpRequest): Record<(typeof FIELDS)[number], string> | string {
  const type = headerOf(request.headers, 'content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/iu.test(type)) {
    return 'content-type must be application/json';
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(request.body ?? '');
  } catch {
    return 'body is not JSON';
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return 'body is not an object';
  }
  const values = new Map<string, unknown>(Object.entries(parsed));
  for (const field of FIELDS) {
    const value = values.get(field);
    if (typeof value !== 'string' || value === '') {
      return `missing field ${field}`;
    }
  }
  if (values.size !== FIELDS.length) {
    return 'unexpected field';
  }
  return parsed as Record<(typeof FIELDS)[number], string>;
}

function oauthError(status: number, error: string, description: string): HttpResponse {
  return jsonAnswer(status, { error, error_description: description }, { 'cache-control': 'no-store' });
}

function encodeJson(value: unknown): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}

function decodeJson(text: string): unknown {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
}

/** Base64 without padding, in the alphabet for addresses (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
