import type { NetworkReason } from '../../core/failure.js';

/** A failure to connect that is known by more than an error code. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';

  constructor(readonly reason: NetworkReason, options?: { readonly cause?: unknown }) {
    super(reason, options);
  }
}

/** Where a request was when it failed: the same code means different things. */
export type Phase = 'connecting' | 'waiting' | 'receiving';

/** Codes of Node, OpenSSL (verify(1), err(3)), llhttp, undici, and Chromium (net_error_list.h). Those that begin alike are in `BY_PREFIX`. */
const BY_CODE: ReadonlyMap<string, NetworkReason> = new Map<string, NetworkReason>([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'hostNotFound'],
  ['EAI_AGAIN', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['ENETDOWN', 'offline'],
  ['EHOSTUNREACH', 'offline'],
  ['EHOSTDOWN', 'offline'],
  ['EADDRNOTAVAIL', 'offline'],
  ['ETIMEDOUT', 'connectTimeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headersTimeout'],
  ['UND_ERR_BODY_TIMEOUT', 'bodyTimeout'],
  ['ECONNRESET', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cutOff'],
  ['HPE_INVALID_EOF_STATE', 'cutOff'],
  ['UND_ERR_HEADERS_OVERFLOW', 'notHttp'],
  ['CERT_HAS_EXPIRED', 'certificateExpired'],
  ['CERT_NOT_YET_VALID', 'certificateExpired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateWrongHost'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateUntrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificateUntrusted'],
  ['INVALID_CA', 'certificateUntrusted'],
  ['INVALID_PURPOSE', 'certificateUntrusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'notTls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'notTls'],
  ['ERR_SSL_HTTP_REQUEST', 'notTls'],
  ['EPROTO', 'tls'],
  ['Z_BUF_ERROR', 'cutOff'],
  ['Z_DATA_ERROR', 'badEncoding'],
  // What the editor's fetch fails with where it is Electron's.
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxyRefused'],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'proxyUnreachable'],
  ['net::ERR_NAME_NOT_RESOLVED', 'hostNotFound'],
  ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
  ['net::ERR_CONNECTION_REFUSED', 'refused'],
  ['net::ERR_CERT_DATE_INVALID', 'certificateExpired'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificateWrongHost'],
]);

const BY_PREFIX: readonly (readonly [string, NetworkReason])[] = [
  ['HPE_', 'notHttp'],
  ['UNABLE_TO_', 'certificateUntrusted'],
  ['CERT_', 'certificateUntrusted'],
  ['CRL_', 'certificateUntrusted'],
  ['ERR_SSL_', 'tls'],
  ['ERR_TLS_', 'tls'],
  ['Z_', 'badEncoding'],
  // What zlib's decompressor for br calls its errors.
  ['ERR__ERROR_FORMAT', 'badEncoding'],
  ['ERR_BROTLI', 'badEncoding'],
  ['net::ERR_CERT_', 'certificateUntrusted'],
  ['net::ERR_PROXY_AUTH_', 'proxySignIn'],
];

/** Turns what an adapter threw into a reason, by its code or that of its causes. */
export function networkReason(error: unknown, phase: Phase): NetworkReason {
  if (error instanceof ConnectError) {
    return error.reason;
  }
  const code = codeOf(error);
  // A connection that ends in order, too early, was not broken: the answer was cut.
  if (phase === 'receiving' && code === 'UND_ERR_SOCKET') {
    return 'cutOff';
  }
  if (phase !== 'connecting' && code === 'ETIMEDOUT') {
    return phase === 'receiving' ? 'bodyTimeout' : 'headersTimeout';
  }
  return (code === undefined ? undefined : BY_CODE.get(code) ?? BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1]) ?? 'unknown';
}

/** How a proxy answered when it was asked for a tunnel, where undici says so: in words only. */
export function proxyAnswer(error: unknown): NetworkReason | undefined {
  const status = causes(error).map(({ message }) => /^Proxy response \((\d{3})\)/u.exec(String(message))?.[1]).find((each) => each !== undefined);
  return status === undefined ? undefined : reasonOfProxy(Number(status));
}

/** What a proxy means that does not make a tunnel (RFC 9110, sections 9.3.6 and 15.5.8). */
export function reasonOfProxy(status: number): NetworkReason {
  return status === 407 ? 'proxySignIn' : 'proxyRefused';
}

/** Whether a code says for certain that no byte of the request went out: only where an adapter does not know it better. */
export function failedBeforeSending(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|net::ERR_(?:NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|CONNECTION_REFUSED))$/u.test(code)
    || /^certificate|^notTls$|^tls$|^proxy/u.test(networkReason(error, 'connecting')));
}

/** The first code on the way down. */
function codeOf(error: unknown): string | undefined {
  for (const { code, name, message } of causes(error)) {
    if (typeof code === 'string') {
      return code;
    }
    if (name === 'HTTPParserError') {
      // undici's, which has a code only for some of what its parser refuses.
      return 'HPE_UNKNOWN';
    }
    const chromium = /^net::(ERR_[A-Z0-9_]+)/u.exec(String(message))?.[1];
    if (chromium !== undefined) {
      return `net::${chromium}`;
    }
  }
  return undefined;
}

interface ErrorParts {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** An error and what is below it: the first of the errors that it gathers (an address family each), and its cause. */
function causes(error: unknown, depth = 0): readonly ErrorParts[] {
  if (typeof error !== 'object' || error === null || depth > 5) {
    return [];
  }
  const { errors, cause } = error as ErrorParts;
  return [error as ErrorParts, ...causes(Array.isArray(errors) ? errors[0] : undefined, depth + 1), ...causes(cause, depth + 1)];
}
