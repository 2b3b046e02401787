import type { HttpRequest, HttpResponse } from '../../../../src/core/ports.js';

export interface IssuerAnswer {
  readonly kind: 'ok' | 'exhausted' | 'refused' | 'error' | 'hang' | 'unsent' | 'reset' | 'raw';
  readonly raw?: { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };
}

export interface IssuedToken {
  readonly value: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
  readonly expiresAt: number;
}

interface RequestBody {
  readonly client_id: string;
  readonly client_secret: string;
  readonly audience: string;
  readonly grant_type: string;
}

/** A token service and the API behind it, as far as tokens go. `now` is its own clock, milliseconds since the epoch. */
export class Issuer {
  answer: IssuerAnswer = { kind: 'ok' };
  secret = 'secret-1';
  clientId = 'client';
  lifetimeSeconds = 86_400;
  limit = 50;
  exhaustedUntil = 0;
  claims: Readonly<Record<string, unknown>> = {};
  /** Requests that arrived. */
  readonly received: { readonly at: number; readonly body: RequestBody }[] = [];
  readonly issued = new Map<string, IssuedToken>();
  readonly revoked = new Set<string>();
  /** The newest token. */
  lastIssued: string | undefined;
  #serial = 0;

  constructor(private readonly now: () => number) {}

  get exchanges(): number {
    return this.received.length;
  }

  /** Counts a request and answers it. */
  handle(request: HttpRequest): HttpResponse {
    const body = JSON.parse(request.body ?? '') as RequestBody;
    this.received.push({ at: this.now(), body });
    if (this.answer.kind === 'raw') {
      return respond(this.answer.raw?.status ?? 200, this.answer.raw?.body ?? '', { date: new Date(this.now()).toUTCString(), ...this.answer.raw?.headers });
    }
    if (this.answer.kind === 'error') {
      return this.#json(503, { error: 'temporarily_unavailable' });
    }
    if (this.answer.kind === 'refused' || body.client_id !== this.clientId || body.client_secret !== this.secret) {
      return this.#json(401, { error: 'invalid_client' });
    }
    const used = this.received.filter(({ at }) => at > this.now() - 86_400_000).length;
    if (this.answer.kind === 'exhausted' || this.exhaustedUntil > this.now() || used > this.limit) {
      const refresh = new Date(Math.max(this.exhaustedUntil, this.now() + 3_600_000)).toISOString();
      return this.#json(400, { error: 'invalid_request', error_description: { code: 429, message: 'rate_limit', rate_limit: this.limit, rate_limit_refresh: refresh } });
    }
    const token = this.issue(body.audience, used);
    return this.#json(200, { access_token: token.value, expires_in: this.lifetimeSeconds, token_type: 'Bearer' });
  }

  issue(audience: string, used = 1): IssuedToken {
    const issuedAt = Math.floor(this.now() / 1000);
    this.#serial += 1;
    const payload = {
      aud: audience, iat: issuedAt, exp: issuedAt + this.lifetimeSeconds, jti: this.#serial,
      'https://claims.example/rate_limit': this.limit,
      'https://claims.example/rate_limit_remaining': this.limit - used,
      ...this.claims,
    };
    const token = { value: jwt(payload), clientId: this.clientId, clientSecret: this.secret, audience, expiresAt: (issuedAt + this.lifetimeSeconds) * 1000 };
    this.issued.set(token.value, token);
    this.lastIssued = token.value;
    return token;
  }

  /** What the API says of a token. */
  accepts(value: string): boolean {
    const token = this.issued.get(value);
    return token !== undefined && !this.revoked.has(value) && token.expiresAt > this.now();
  }

  revokeAll(): void {
    [...this.issued.keys()].forEach((value) => this.revoked.add(value));
  }

  #json(status: number, body: unknown): HttpResponse {
    return respond(status, JSON.stringify(body), { date: new Date(this.now()).toUTCString() });
  }
}

export function respond(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: new Map(Object.entries(headers)), body: new TextEncoder().encode(body) };
}

/** A JWT whose signature nobody checks. */
export function jwt(payload: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}.c2lnbmF0dXJl`;
}
