/** What a footprint is once it has been read. Everything is in degrees, longitude first; the item's own geometry is never touched. */
import type { BoundingBox } from './boundingBox.js';

/** The earth's mean radius (IUGG, R1) in kilometres: the sphere that areas and distances are measured on. */
export const EARTH_RADIUS_KM = 6371.0088;

export type Position = readonly [longitude: number, latitude: number];
export type Line = readonly Position[];
/** Closed: the last position equals the first. */
export type Ring = readonly Position[];
/** The outer ring counter-clockwise, then its holes clockwise (RFC 7946, section 3.1.6). */
export type Polygon = readonly Ring[];
export type Pole = 'north' | 'south';

/** The drawable parts of a geometry. Edges are straight in longitude and latitude (RFC 7946, section 3.1.1). */
export interface Parts {
  readonly polygons: readonly Polygon[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
}

export interface UsableGeometry {
  readonly kind: 'usable';
  /** As RFC 7946, section 3.1.9 wants it: split at the antimeridian, longitudes in [-180, 180], poles closed along latitude 90. */
  readonly split: Parts;
  /** The same before the split: continuous, so that longitudes may pass 180. A ring around a pole runs once around and closes over it. */
  readonly continuous: Parts;
  /** The middle of the area (of the lines or points where there is none). */
  readonly centre: Position;
  /** The smallest cap of the sphere, nearly, that holds everything: what a view has to show. `radius` in degrees, up to 180. */
  readonly cap: Cap;
  /** West > east where it crosses the antimeridian (RFC 7946, section 5.2). */
  readonly extent: BoundingBox;
  /** On the sphere; 0 for lines and points. What lies in several polygons counts once, or a note says that it does not. */
  readonly areaKm2: number;
  readonly heights: Heights | undefined;
  readonly crossesAntimeridian: boolean;
  readonly poles: readonly Pole[];
  /** Positions that are used. */
  readonly positionCount: number;
  /** What a person should know of how the geometry was read; empty for a clean one. */
  readonly notes: readonly GeometryNote[];
}

export interface Cap {
  readonly centre: Position;
  readonly radius: number;
}

/** Third numbers of the positions, in metres as sent. */
export interface Heights {
  readonly lowest: number;
  readonly highest: number;
  readonly mean: number;
}

export interface UnusableGeometry {
  readonly kind: 'unusable';
  readonly reason: UnusableReason;
}

export type GeometryReading = UsableGeometry | UnusableGeometry;

/** Why nothing can be drawn. */
export type UnusableReason =
  /** `geometry` is null or missing, which STAC allows. */
  | { readonly kind: 'none' }
  | { readonly kind: 'notGeometry' }
  /** `type` is none of the seven of RFC 7946, section 1.4. */
  | { readonly kind: 'unknownType' }
  | { readonly kind: 'empty' }
  /** No position is a pair of finite numbers. */
  | { readonly kind: 'notNumbers' }
  /** `swapped`: it would fit if longitude and latitude changed places. */
  | { readonly kind: 'latitude'; readonly latitude: number; readonly swapped: boolean }
  | { readonly kind: 'longitude'; readonly longitude: number }
  /** Every ring has fewer than three different positions, or they lie on one line. */
  | { readonly kind: 'noArea' }
  /** A ring goes around the earth so often that no area can be meant. */
  | { readonly kind: 'winding' }
  /** A line with fewer than two different positions. */
  | { readonly kind: 'noLength' }
  | { readonly kind: 'tooDeep'; readonly limit: number }
  /** More than is read at once. */
  | { readonly kind: 'tooLarge' };

export type GeometryNote =
  | { readonly kind: 'ringsClosed'; readonly count: number }
  | { readonly kind: 'positionsSkipped'; readonly count: number }
  /** Parts (or holes) that cannot be drawn; `reason` is that of the first. */
  | { readonly kind: 'partsLeftOut'; readonly count: number; readonly of: number; readonly reason: UnusableReason }
  | { readonly kind: 'holesLeftOut'; readonly count: number }
  /** Coordinates as deep as a multi-part type wants them under a single-part type, or the reverse. */
  | { readonly kind: 'nesting' }
  /** A polygon whose coordinates are a list of positions, without the list of rings around it. */
  | { readonly kind: 'bareRing' }
  | { readonly kind: 'selfCrossing' }
  /** `counted`: the area has each place once. Else there is too much to compare, and the parts may overlap. */
  | { readonly kind: 'partsOverlap'; readonly counted: boolean }
  /** A `crs` member, which RFC 7946 took out of GeoJSON: the numbers are read as degrees all the same. */
  | { readonly kind: 'crsIgnored' };
