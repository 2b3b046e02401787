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

/** Codes of Node, OpenSSL (verify(1), err(3)), llhttp and undici. Those that begin alike are in `BY_PREFIX`. */
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

/** Whether a code says for certain that no byte of the request went out: only where an adapter does not know it better. */
export function failedBeforeSending(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/u.test(code)
    || /^certificate|^notTls$|^tls$/u.test(networkReason(error, 'connecting')));
}

/** The first code on the way down: of the error, of the errors it gathers (an address family each), of its cause. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) {
    return undefined;
  }
  const { code, name, cause, errors } = error as { readonly code?: unknown; readonly name?: unknown; readonly cause?: unknown; readonly errors?: unknown };
  if (typeof code === 'string') {
    return code;
  }
  if (name === 'HTTPParserError') {
    // undici's, which has a code only for some of what its parser refuses.
    return 'HPE_UNKNOWN';
  }
  return codeOf(Array.isArray(errors) ? errors[0] : undefined, depth + 1) ?? codeOf(cause, depth + 1);
}
