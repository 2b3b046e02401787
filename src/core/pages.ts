/** Result sets: the items of one search over all its pages, in order, without duplicates. */
import type { PagingReason } from './failure.js';
import type { Item } from './item.js';
import type { QueryFilter, SearchQuery } from './query.js';

/** How to ask for one page. `body` is JSON text. The address is on the environment's own origin, at its search path. */
export type PageCursor =
  | { readonly method: 'GET'; readonly url: string }
  | { readonly method: 'POST'; readonly url: string; readonly body: string };

/** What the service says of a page. Only numbers that make sense are kept. */
export interface PageContext {
  readonly limit?: number;
  readonly returned?: number;
  readonly matched?: number;
}

/** Something that a person may want to know about an answer that was used all the same. Words are made where it is shown. */
export type Note =
  /** `type` was not spelled "FeatureCollection". */
  | { readonly kind: 'typeSpelling' }
  /** The content type was not JSON, the body was. */
  | { readonly kind: 'contentType' }
  /** The body was not UTF-8 throughout; what could not be read is shown as U+FFFD. */
  | { readonly kind: 'invalidUtf8' }
  /** `context.returned` does not agree with the features that came. */
  | { readonly kind: 'returnedDiffers'; readonly returned: number; readonly features: number }
  /** The service applied another limit than the one asked for. */
  | { readonly kind: 'limitDiffers'; readonly asked: number; readonly applied: number }
  /** More features in one page than this client reads. */
  | { readonly kind: 'pageCapped'; readonly kept: number; readonly sent: number }
  /** There is a next page, and it is not followed. `host` is where the link points, where that matters. */
  | { readonly kind: 'pagingStopped'; readonly reason: PagingReason; readonly host: string | undefined };

/** One answer. */
export interface Page {
  /** How this page was asked for. */
  readonly request: PageCursor;
  readonly items: readonly Item[];
  /** Features that could not be read and are not in `items`. */
  readonly unreadable: number;
  readonly context: PageContext;
  readonly next: PageCursor | undefined;
  readonly notes: readonly Note[];
}

/** The items gathered by one search. A new object with each page; the earlier ones stay as they were. */
export interface ResultSet {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
  readonly items: readonly Item[];
  /** How many there are in all, where the service says so. */
  readonly matched: number | undefined;
  /** Features received, over all pages. */
  readonly returned: number;
  /** Items that do not match the query, by the filter that the service ignored. */
  readonly leftOut: Readonly<Record<QueryFilter, number>>;
  readonly unreadable: number;
  /** Items that had come before. */
  readonly duplicates: number;
  readonly next: PageCursor | undefined;
  /** There is no next page to follow, and yet the last page was full or the service counts more. */
  readonly mayHaveMore: boolean;
  /** When the last page came, milliseconds since the epoch. */
  readonly asOf: number;
  /** Without repetitions. */
  readonly notes: readonly Note[];
  readonly pages: number;
}
export declare function emptyResultSet(environment: string, query: SearchQuery, now: number): ResultSet;
export declare function appendPage(set: ResultSet, page: Page, now: number): ResultSet;
export declare function findInSet(set: ResultSet, collection: string, id: string): Item | undefined;
export declare function leftOutTotal(set: ResultSet): number;
