/**
 * The link to the next page (STAC API, item search, pagination). It comes from the service and carries a token to wherever it points,
 * so it is followed only on the environment's own origin, at its search path, by GET or POST, and never with headers of its own.
 */
import { originOf, searchUrl, type Environment } from '../environment.js';
import type { PagingReason } from '../failure.js';
import type { PageCursor } from './pages.js';
import type { LinkShape } from '../wire/search.js';
import { isJsonObject } from '../jsonObject.js';

export type NextLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'cursor'; readonly cursor: PageCursor }
  /** `host` is where the link points, where that matters. */
  | { readonly kind: 'refused'; readonly reason: PagingReason; readonly host: string | undefined };

const MAX_HREF = 64 * 1024;
/** An address that wants filling in (RFC 6570). JSON in a parameter that was not encoded is none. */
const TEMPLATE = /\{[+#./;?&]?[\w.,:*%-]+\}/u;
const MAX_BODY = 1024 * 1024;
/** A search has some twenty members. */
const MAX_MEMBERS = 1000;
/** Catalogs send one or two next links. Behind so many that lead nowhere no other is looked at. */
const MAX_NEXT_LINKS = 100;

/**
 * The next page of an answer. Of several next links, {@link MAX_NEXT_LINKS} at the most, the first that can be followed counts.
 * @param request how this page was asked for: a relative address starts there, and `merge` adds to its body.
 * @param firstBody the query as a POST body, for `merge` after a GET.
 */
export function readNextLink(
  links: readonly LinkShape[],
  environment: Environment,
  request: PageCursor,
  firstBody: Readonly<Record<string, unknown>>,
): NextLink {
  let refused: NextLink | undefined;
  let seen = 0;
  for (const link of links) {
    if (!isNext(link.rel)) {
      continue;
    }
    seen += 1;
    if (seen > MAX_NEXT_LINKS) {
      break;
    }
    const read = readOne(link, environment, request, firstBody);
    if (read.kind === 'cursor') {
      return read;
    }
    refused ??= read;
  }
  return refused ?? { kind: 'none' };
}

function readOne(link: LinkShape, environment: Environment, request: PageCursor, firstBody: Readonly<Record<string, unknown>>): NextLink {
  const method = methodOf(link.method);
  if (method === undefined) {
    return refuse('method');
  }
  if (typeof link.type === 'string' && !/json/iu.test(link.type)) {
    return refuse('badLink');
  }
  const { href } = link;
  if (typeof href !== 'string' || href.trim() === '' || href.length > MAX_HREF || TEMPLATE.test(href)) {
    return refuse('badLink');
  }
  const target = URL.parse(href, request.url);
  if (target === null) {
    return refuse('badLink');
  }
  if (target.origin !== originOf(environment.baseUrl)) {
    return target.protocol === 'https:' || target.protocol === 'http:' ? refuse('otherOrigin', target.host) : refuse('badLink');
  }
  if (target.username !== '' || target.password !== '') {
    return refuse('badLink');
  }
  const searchPath = withoutSlash(new URL(searchUrl(environment)).pathname);
  const path = withoutSlash(target.pathname);
  if (path !== searchPath && !(method === 'GET' && path.startsWith(`${searchPath}/`))) {
    return refuse('otherPath', target.host);
  }
  target.hash = '';
  return method === 'GET' ? { kind: 'cursor', cursor: { method, url: target.href } } : post(target.href, link, request, firstBody);
}

function post(url: string, link: LinkShape, request: PageCursor, firstBody: Readonly<Record<string, unknown>>): NextLink {
  const added = link.body ?? {};
  if (!isJsonObject(added) || Object.keys(added).length > MAX_MEMBERS) {
    return refuse('badLink');
  }
  try {
    const before: unknown = request.method === 'POST' ? JSON.parse(request.body) : firstBody;
    // Spreading defines members one by one: a member named __proto__ stays a member.
    const body = JSON.stringify(link.merge === true && isJsonObject(before) ? { ...before, ...added } : added);
    return body.length > MAX_BODY ? refuse('badLink') : { kind: 'cursor', cursor: { method: 'POST', url, body } };
  } catch {
    // Nested too deeply to be written again.
    return refuse('badLink');
  }
}

/** Whether a link's relation says that it leads to the next page. */
export function isNext(rel: unknown): boolean {
  return (Array.isArray(rel) ? rel as readonly unknown[] : [rel]).some((one) => typeof one === 'string' && one.toLowerCase() === 'next');
}

function methodOf(method: unknown): 'GET' | 'POST' | undefined {
  if (method === undefined || method === null) {
    return 'GET';
  }
  const upper = typeof method === 'string' ? method.toUpperCase() : '';
  return upper === 'GET' || upper === 'POST' ? upper : undefined;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function refuse(reason: PagingReason, host?: string): NextLink {
  return { kind: 'refused', reason, host };
}
