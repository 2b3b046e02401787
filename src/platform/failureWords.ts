/** The one place where a failure becomes a sentence: what happened, until when, and the one thing to do about it. */
import { unreachable, type Failure, type HeldBackReason, type MalformedReason, type NetworkReason, type PagingReason, type SignedOutReason } from '../core/failure.js';
import { assetSentence, targetSentence } from './fileWords.js';
import { duration, nextExchangeWords, untilWords } from '../core/timeWords.js';

/** The one button beside a message. `none` where there is nothing to do but wait or read. */
export type FailureAction = 'retry' | 'signIn' | 'pasteToken' | 'switchEnvironment' | 'addEnvironment' | 'openSettings' | 'openUserSettings' | 'openWorkspaceSettings' | 'renewToken' | 'loadMore' | 'showSession' | 'showLog' | 'none';

export interface FailureWords {
  readonly message: string;
  readonly action: FailureAction;
}

const MIB = 1_048_576;

/** `now` is in milliseconds since the epoch. Hosts come from addresses and are plain ASCII; nothing here is a service's own text. */
export function describeFailure(failure: Failure, now: number): FailureWords {
  switch (failure.kind) {
    case 'cancelled':
      return words('Cancelled.', 'none');
    case 'network':
      return networkWords(failure.host, failure.reason);
    case 'redirect':
      return words(
        failure.to === undefined
          ? `${failure.host} answered with a redirect that cannot be followed. Is the address right?`
          : `${failure.host} redirects to ${failure.to}, which was not followed. Is the address right, or does the network want a sign-in?`,
        'openSettings',
      );
    case 'tooLarge':
      return failure.limitBytes < MIB
        ? words(`The answer of ${failure.host} is larger than ${Math.round(failure.limitBytes / 1_024)} KiB, too large for what was asked.`, 'showLog')
        : words(`The answer of ${failure.host} is larger than ${Math.round(failure.limitBytes / MIB)} MiB. Ask for fewer items per page.`, 'openSettings');
    case 'malformed':
      return malformedWords(failure.host, failure.answer, failure.reason);
    case 'status':
      return statusWords(failure.host, failure.status, failure.retryAt, now);
    case 'searchRefused':
      return words(`The catalog refused the ${failure.members.join(' and the ')} of this search (HTTP ${failure.status}). Details are in the log.`, 'showLog');
    case 'unauthorized':
      return unauthorizedWords(failure);
    case 'exhausted':
      return words(
        `${failure.environment}: the organization's limit of ${failure.limit === undefined ? '' : `${failure.limit} `}token exchanges is reached. The next is possible at ${nextExchangeWords(failure, now)}; until then a temporary token from the account page works.`,
        'pasteToken',
      );
    case 'credentialsRefused':
      return words(`${failure.environment}: the client id or client secret was not accepted. Nothing more is sent until they change.`, 'signIn');
    case 'tokenService':
      return tokenServiceWords(failure.environment, failure.host, failure.status);
    case 'heldBack':
      return heldBackWords(failure.environment, failure.reason, failure.until, now);
    case 'signedOut':
      return signedOutWords(failure.environment, failure.reason);
    case 'invalid':
      return words(`${failure.field}: ${failure.problem}`, 'none');
    case 'settingsFile':
      return words(`The ${failure.file === 'user' ? 'user\'s' : 'workspace\'s'} settings file cannot be written, so nothing was changed. Does it have a mistake or unsaved changes, or is it read-only?`, failure.file === 'user' ? 'openUserSettings' : 'openWorkspaceSettings');
    case 'noEnvironment':
      if (failure.disagreeing === true) {
        return words('The folders of this workspace name different environments. Choose the one for the whole workspace.', 'switchEnvironment');
      }
      return failure.named === undefined
        ? words('No environment is chosen for this workspace.', 'switchEnvironment')
        : words(`The environment "${failure.named}" is not in your settings.`, 'switchEnvironment');
    case 'itemUnavailable':
      return itemWords(failure.reason);
    case 'paging':
      return pagingWords(failure.reason, failure.host);
    case 'machine':
      return failure.what === 'secrets'
        ? words('The system\'s keyring did not answer, so that the sign-in cannot be kept beyond this window.', 'showLog')
        : words(`This machine could not write a file${failure.code === undefined ? '' : ` (${failure.code})`}.`, 'showLog');
    case 'target':
      return { message: targetSentence(failure.reason), action: 'none' };
    case 'asset':
      return { message: assetSentence(failure.reason, failure.host), action: 'none' };
    case 'internal':
      return words('Something went wrong inside Catalog Search. Details are in the log.', 'showLog');
    default:
      return unreachable(failure);
  }
}

function networkWords(host: string, reason: NetworkReason): FailureWords {
  switch (reason) {
    case 'refused':
      return words(`Cannot reach ${host}: nothing answers there.`, 'retry');
    case 'hostNotFound':
      return words(`The host ${host} was not found. Check the address.`, 'openSettings');
    case 'offline':
      return words(`Cannot reach ${host}: this machine seems to be offline.`, 'retry');
    case 'connectTimeout':
    case 'headersTimeout':
      return words(`No answer from ${host} in time.`, 'retry');
    case 'bodyTimeout':
    case 'tooSlow':
      return words(`The answer of ${host} came too slowly and was given up.`, 'retry');
    case 'reset':
      return words(`The connection to ${host} was lost.`, 'retry');
    case 'cutOff':
      return words(`The answer of ${host} was cut off.`, 'retry');
    case 'notHttp':
      return words(`${host} does not speak HTTP. Check the address and the port.`, 'openSettings');
    case 'notTls':
      return words(`${host} does not speak TLS. Check the address: https or http, and the port.`, 'openSettings');
    case 'certificateUntrusted':
      return words(`The certificate of ${host} is not trusted by this machine. A company proxy's certificate belongs in the system's certificate store.`, 'showLog');
    case 'certificateExpired':
      return words(`The certificate of ${host} has expired.`, 'showLog');
    case 'certificateWrongHost':
      return words(`The certificate of ${host} is for another host. Check the address.`, 'openSettings');
    case 'tls':
      return words(`No secure connection to ${host} could be made.`, 'showLog');
    case 'proxySignIn':
      return words(`The proxy wants a sign-in before it lets requests to ${host} through.`, 'openSettings');
    case 'proxyRefused':
      return words(`The proxy does not let requests to ${host} through.`, 'showLog');
    case 'proxyUnreachable':
      return words('The proxy cannot be reached. Check the setting "http.proxy".', 'openSettings');
    case 'badEncoding':
      return words(`The answer of ${host} is compressed in a way that cannot be read.`, 'showLog');
    case 'insecureAddress':
      return words(`${host} is not asked, since its address is not https.`, 'openSettings');
    case 'unknown':
      return words(`The request to ${host} failed.`, 'showLog');
    default:
      return unreachable(reason);
  }
}

function malformedWords(host: string, answer: 'search' | 'token' | 'item', reason: MalformedReason): FailureWords {
  const what = answer === 'token' ? 'the token service' : 'the catalog';
  switch (reason) {
    case 'empty':
      return words(`${host} answered without content.`, 'retry');
    case 'html':
      return words(`${host} answered with a web page instead of data. Does the network want a sign-in, or is the address wrong?`, 'retry');
    case 'cutOff':
      return words(`The answer of ${host} was cut off.`, 'retry');
    case 'notJson':
      return words(`${host} answered with something that is not JSON. Is this the address of ${what}?`, 'openSettings');
    case 'wrongShape':
      return words(`${host} answered with JSON that is not what ${what} sends. Is the address right?`, 'openSettings');
    case 'tokenUnusable':
      return words(`${host} answered without a token that can be used.`, 'showLog');
    case 'tokenType':
      return words(`${host} issued a token of a type other than Bearer, which cannot be used here.`, 'showLog');
    case 'encoding':
      return words(`The answer of ${host} is in a text encoding that cannot be read.`, 'showLog');
    case 'tooDeep':
      return words(`The answer of ${host} is nested too deeply.`, 'showLog');
    default:
      return unreachable(reason);
  }
}

function statusWords(host: string, status: number, retryAt: number | undefined, now: number): FailureWords {
  const code = `(HTTP ${status})`;
  if (retryAt !== undefined && retryAt > now) {
    return words(`${host} asks to wait until ${untilWords(retryAt, now)} ${code}.`, 'retry');
  }
  switch (status) {
    case 400:
    case 422:
      return words(`The catalog refused this search ${code}. Details are in the log.`, 'showLog');
    case 402:
      return words(`${host} asks for a payment for this ${code}.`, 'showLog');
    case 403:
    case 451:
      return words(`You have no permission for this at ${host} ${code}.`, 'showLog');
    case 404:
    case 410:
      return words(`${host} knows nothing at this address ${code}. Check the address in the settings.`, 'openSettings');
    case 407:
      return words(`A proxy in front of ${host} wants a sign-in ${code}.`, 'openSettings');
    case 413:
      return words(`${host} finds this too large ${code}. Ask for fewer items per page.`, 'openSettings');
    case 414:
      return words(`The filters are too long for ${host} ${code}.`, 'showLog');
    case 429:
      return words(`${host} is asked too often at the moment ${code}.`, 'retry');
    default:
      return status >= 500
        ? words(`${host} has a problem of its own ${code}.`, 'retry')
        : words(`${host} did not answer as a catalog does ${code}.`, 'showLog');
  }
}

function unauthorizedWords(failure: Extract<Failure, { kind: 'unauthorized' }>): FailureWords {
  const { environment } = failure;
  switch (failure.reason) {
    case 'pastedTokenRefused':
      return words(`${environment}: the pasted token is no longer accepted. Paste a new one.`, 'pasteToken');
    case 'wrongAudience':
      return words(`${environment}: the token was made for another environment.`, 'switchEnvironment');
    case 'neverAccepted':
      return words(`${environment}: the catalog does not accept the token that its issuer just made. A new one would be refused likewise; check the audience in the settings.`, 'openSettings');
    case 'refusedAgain':
      return words(`${environment}: the catalog does not accept the token. Nothing more is tried by itself.`, 'showSession');
    default:
      return unreachable(failure.reason);
  }
}

function tokenServiceWords(environment: string, host: string, status: number): FailureWords {
  if (status === 404 || status === 405 || status === 410) {
    return words(`${environment}: there is no token service at ${host} (HTTP ${status}). Check the issuer's address.`, 'openSettings');
  }
  if (status === 407) {
    return words(`${environment}: a proxy in front of ${host} wants a sign-in (HTTP 407).`, 'openSettings');
  }
  if (status === 403) {
    // What the issuer itself says with 403 is `credentialsRefused`: this was a page of markup.
    return words(`${environment}: a web page came in place of an answer of ${host} (HTTP 403). Does a proxy or the network want a sign-in?`, 'showLog');
  }
  return words(`${environment}: the token service at ${host} could not make a token (HTTP ${status}).`, status >= 500 ? 'retry' : 'showLog');
}

function heldBackWords(environment: string, reason: HeldBackReason, until: number | undefined, now: number): FailureWords {
  const when = until === undefined || until <= now ? '' : ` until ${untilWords(until, now)}`;
  switch (reason) {
    case 'hourlyCap':
    case 'dailyCap':
      return words(`${environment}: no more token exchanges are made by themselves${when}, to spare the organization's allowance.`, 'renewToken');
    case 'fewRemaining':
      return words(`${environment}: few token exchanges are left for the whole organization, so none is made by itself.`, 'renewToken');
    case 'recentFailure':
      return words(`${environment}: the last token exchange failed; the next is tried by itself ${until === undefined || until <= now ? 'soon' : `in ${duration(until - now)}`}.`, 'renewToken');
    case 'otherWindow':
      return words(`${environment}: another window is renewing the token and has not finished.`, 'retry');
    default:
      return unreachable(reason);
  }
}

function signedOutWords(environment: string, reason: SignedOutReason): FailureWords {
  switch (reason) {
    case 'never':
    case 'bySelf':
      return words(`You are not signed in to ${environment}.`, 'signIn');
    case 'elsewhere':
      return words(`You signed out of ${environment} in another window.`, 'signIn');
    case 'pastedExpired':
      return words(`The pasted token for ${environment} has expired. Paste a new one.`, 'pasteToken');
    case 'storeUnreadable':
      return words(`The stored sign-in for ${environment} cannot be read. Sign in again.`, 'signIn');
    case 'credentialsChanged':
      return words(`The credentials for ${environment} were changed in another window.`, 'retry');
    default:
      return unreachable(reason);
  }
}

function itemWords(reason: 'notFound' | 'noCopy' | 'unreadable'): FailureWords {
  switch (reason) {
    case 'notFound':
      return words('The catalog has no such item.', 'none');
    case 'noCopy':
      return words('This item is not on this machine any more. Search for it again.', 'none');
    case 'unreadable':
      return words('The item cannot be read. Details are in the log.', 'showLog');
    default:
      return unreachable(reason);
  }
}

function pagingWords(reason: PagingReason, host: string | undefined): FailureWords {
  switch (reason) {
    case 'loop':
      return words('The catalog\'s next page is one that was already read, so that loading stops here.', 'none');
    case 'noNewItems':
      return words('The catalog\'s next pages hold nothing new, so that loading stops here.', 'none');
    case 'endless':
      return words('The catalog goes on with further pages beyond any number that this client follows in one go, so that it stops here. Narrow the search.', 'none');
    case 'otherOrigin':
      return words(`The next page is on another host${host === undefined ? '' : ` (${host})`}, which was not asked.`, 'showLog');
    case 'otherPath':
    case 'badLink':
    case 'method':
      return words('The catalog\'s link to the next page cannot be followed.', 'showLog');
    default:
      return unreachable(reason);
  }
}

function words(message: string, action: FailureAction): FailureWords {
  return { message, action };
}
