/** What a person searches for. All times are UTC; all coordinates are degrees, longitude first. */
import type { Item } from './item.js';

/** West, south, east, north in degrees. West > east crosses the antimeridian (RFC 7946, section 5.2). */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export interface SearchQuery {
  /** Items per page, sent as `limit` (interface, section 4.2). */
  readonly limit: number;
  /** A single time or an interval as STAC API defines it (`2026-06-01T00:00:00Z/..`), already expanded from shorthand. */
  readonly datetime?: string;
  /** Days back from when the search runs. `resolveQuery` sets `datetime` from it each time, so that "again" moves on with time. */
  readonly lastDays?: number;
  readonly bbox?: BoundingBox;
  readonly collections?: readonly string[];
  readonly ids?: readonly string[];
}

/** The filters that are checked again here, because a service may ignore them. */
export type QueryFilter = 'datetime' | 'bbox' | 'collections' | 'ids';
export type QueryCheck =
  | { readonly ok: true; readonly value: SearchQuery }
  | { readonly ok: false; readonly field: string; readonly problem: string };
export type QueryMatch = { readonly ok: true } | { readonly ok: false; readonly ignored: QueryFilter };
export declare function parseQuery(input: unknown, defaults: { readonly limit: number }): QueryCheck;
export declare function resolveQuery(query: SearchQuery, now: number): SearchQuery;
export declare function queryParameters(query: SearchQuery): URLSearchParams;
export declare function queryFromParameters(parameters: URLSearchParams, defaults: { readonly limit: number }): QueryCheck;
export declare function describeQuery(query: SearchQuery): string;
export declare function matchesQuery(query: SearchQuery, item: Item): QueryMatch;
