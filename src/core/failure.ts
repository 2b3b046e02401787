import type { QueryMember } from './query/query.js';

/** No exchange is sent for a while. Times are milliseconds since the epoch. */
export interface Block {
  /** When the next one is possible, as far as it is believed. */
  readonly until: number;
  /** Exchanges permitted in 24 hours. */
  readonly limit: number | undefined;
  /** The time that the service named, where that is later than is believed. */
  readonly said?: number;
}

/**
 * Everything that can go wrong, as one closed union. `platform/notify` is the one place that turns a member into words,
 * so a new member does not compile until it has some.
 *
 * No member carries text written by a service: such text may hold links and goes to the log only, marked as foreign.
 */
export type Failure =
  | { readonly kind: 'cancelled' }
  /** No usable answer came. `sent` is false when it is certain that no byte of the request left this machine. */
  | { readonly kind: 'network'; readonly host: string; readonly reason: NetworkReason; readonly sent: boolean }
  /** An answer came, and it asks to go somewhere this client does not go. `to` is an origin, never a whole address. */
  | { readonly kind: 'redirect'; readonly host: string; readonly to: string | undefined; readonly reason: RedirectReason }
  /** The body passed the cap of `limitBytes` (counted after decompression). */
  | { readonly kind: 'tooLarge'; readonly host: string; readonly limitBytes: number }
  /** An answer with a good status whose body cannot be used. */
  | { readonly kind: 'malformed'; readonly host: string; readonly answer: 'search' | 'token' | 'item'; readonly reason: MalformedReason }
  /** Any status that is not a success and has no member of its own. */
  | { readonly kind: 'status'; readonly host: string; readonly status: number; readonly retryAt: number | undefined }
  /** 400 or 422 that names what of the query it refuses. */
  | { readonly kind: 'searchRefused'; readonly host: string; readonly status: number; readonly members: readonly QueryMember[] }
  /** 401 for reasons that another exchange would not cure (tokens: "A 401 for a request sent with token T"). */
  | { readonly kind: 'unauthorized'; readonly environment: string; readonly reason: UnauthorizedReason }
  /** The allowance is used up (interface, section 7). */
  | ({ readonly kind: 'exhausted'; readonly environment: string } & Block)
  /** The issuer does not accept the client id or secret. Nothing is sent again until they change. */
  | { readonly kind: 'credentialsRefused'; readonly environment: string; readonly status: number }
  /** The token service answered, and not with a token (status other than those above). */
  | { readonly kind: 'tokenService'; readonly environment: string; readonly host: string; readonly status: number }
  /** This client holds back an automatic exchange; a person may still ask for it. `until` as above. */
  | { readonly kind: 'heldBack'; readonly environment: string; readonly reason: HeldBackReason; readonly until: number | undefined }
  | { readonly kind: 'signedOut'; readonly environment: string; readonly reason: SignedOutReason }
  /** Input that cannot be used; `field` names what a person typed or passed, `problem` is a sentence of ours. */
  | { readonly kind: 'invalid'; readonly field: string; readonly problem: string }
  /** `disagreeing`: the folders of the workspace name different ones. */
  | { readonly kind: 'noEnvironment'; readonly named: string | undefined; readonly disagreeing?: true }
  /** The editor could not write a settings file: it has a mistake or unsaved changes, or the disk refused. Nothing was changed. */
  | { readonly kind: 'settingsFile'; readonly file: 'user' | 'workspace' }
  | { readonly kind: 'itemUnavailable'; readonly reason: 'notFound' | 'noCopy' | 'unreadable' }
  /** A paged search that cannot go on; what was gathered so far stays. `host` is where the link points, where that matters. */
  | { readonly kind: 'paging'; readonly reason: PagingReason; readonly host: string | undefined }
  /** This machine refused: a full disk, a read-only folder, a locked keyring. `code` is the system's (ENOSPC, EROFS). */
  | { readonly kind: 'machine'; readonly what: 'secrets' | 'storage'; readonly code: string | undefined }
  /** A file cannot be written where a person wants it; what was there stays as it was. */
  | { readonly kind: 'target'; readonly reason: TargetReason }
  /** An asset's address that is not asked, or a file that came and is not what the item says. `host` is where it is, where that is known. */
  | { readonly kind: 'asset'; readonly reason: AssetReason; readonly host: string | undefined }
  /** A defect of ours. Details are in the log. */
  | { readonly kind: 'internal' };

export type NetworkReason =
  | 'refused' | 'hostNotFound' | 'offline' | 'connectTimeout' | 'headersTimeout' | 'bodyTimeout' | 'tooSlow'
  | 'reset' | 'cutOff' | 'notHttp' | 'notTls' | 'certificateUntrusted' | 'certificateExpired' | 'certificateWrongHost' | 'tls'
  | 'proxySignIn' | 'proxyRefused' | 'proxyUnreachable' | 'badEncoding' | 'insecureAddress' | 'unknown';

export type RedirectReason = 'otherOrigin' | 'downgrade' | 'loop' | 'noTarget' | 'notAllowed';
export type MalformedReason = 'empty' | 'html' | 'cutOff' | 'notJson' | 'wrongShape' | 'tokenUnusable' | 'tokenType' | 'encoding' | 'tooDeep';
export type UnauthorizedReason =
  | 'pastedTokenRefused' | 'wrongAudience' | 'neverAccepted' | 'refusedAgain';
export type HeldBackReason = 'hourlyCap' | 'dailyCap' | 'fewRemaining' | 'recentFailure' | 'otherWindow';
export type SignedOutReason = 'never' | 'bySelf' | 'elsewhere' | 'pastedExpired' | 'storeUnreadable' | 'credentialsChanged';
export type PagingReason = 'loop' | 'noNewItems' | 'endless' | 'otherOrigin' | 'otherPath' | 'badLink' | 'method';
export type TargetReason =
  /** Something has that name; a link; a folder. Links are not followed, folders not replaced. */
  | 'exists' | 'link' | 'folder'
  | 'missing' | 'readOnly' | 'full' | 'nameTooLong'
  /** Another window writes the same file. */
  | 'busy'
  | 'failed';
export type AssetReason =
  | 'noAddress' | 'relativeAddress' | 'localFile' | 'objectStore' | 'inlineData' | 'otherScheme' | 'userInfo' | 'holdsToken' | 'insecure' | 'privateAddress'
  /** A person did not want to ask this host. */
  | 'hostRefused'
  /** The link is not accepted (401, 403), also after it was asked for anew. */
  | 'linkRefused'
  | 'notThere'
  | 'wrongSize' | 'wrongChecksum' | 'tooLargeToOpen' | 'keepsBreaking'
  /** Closed by a person who was told how large it is. */
  | 'notWanted';

/** The one error that crosses module boundaries; its message is for logs and debuggers, never for people. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';

  constructor(readonly failure: Failure, options?: { readonly cause?: unknown }) {
    super(failure.kind === 'network' || failure.kind === 'unauthorized' ? `${failure.kind}: ${failure.reason}` : failure.kind, options);
  }
}

/** Any thrown value as a {@link Failure}: aborts become `cancelled`, what nobody expected becomes `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CatalogError) {
    return error.failure;
  }
  return isAbort(error) ? { kind: 'cancelled' } : { kind: 'internal' };
}

/** Throws `cancelled` when the work is no longer wanted. Call it after each await. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new CatalogError({ kind: 'cancelled' });
  }
}

/** What work resolves to; undefined where it was cancelled. @throws what else it throws */
export async function unlessCancelled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (toFailure(error).kind === 'cancelled') {
      return undefined;
    }
    throw error;
  }
}

/** For the default branch of a switch over a union: does not compile while a member is missing. */
export function unreachable(value: never): never {
  throw new Error(`unexpected variant: ${String(value)}`);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
