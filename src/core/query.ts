/** What a person searches for. All times are UTC; all coordinates are degrees, longitude first. */

/** West, south, east, north in degrees. West > east crosses the antimeridian (RFC 7946, section 5.2). */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export interface SearchQuery {
  /** Items per page, sent as `limit` (interface, section 4.2). */
  readonly limit: number;
  /** A single time or an interval as STAC API defines it (`2026-06-01T00:00:00Z/..`), already expanded from shorthand. */
  readonly datetime?: string;
  readonly bbox?: BoundingBox;
  readonly collections?: readonly string[];
  readonly ids?: readonly string[];
}
