/** Geometries packed for the map and unpacked again, for tests that ask what is drawn. */
import { FootprintPacker } from '../../../src/core/geo/footprintPacker.js';
import { readPacked, RING, ringsOf, type PackedFootprints, type UnpackedRing } from '../../../src/core/geo/packedFootprints.js';
import type { Line, Polygon, Position } from '../../../src/core/geo/types.js';

/** @throws Error where the packer wrote what the reader does not take */
export function unpacked(bytes: Uint8Array): PackedFootprints {
  const packed = readPacked(bytes);
  if (packed === undefined) {
    throw new Error('not readable');
  }
  return packed;
}

/** The rings of one geometry; empty where it is unusable. */
export function drawnRings(geometry: unknown, most?: number): UnpackedRing[] {
  const packer = new FootprintPacker(most);
  packer.add(geometry);
  return ringsOf(unpacked(packer.take()), 0);
}

export interface DrawnParts {
  /** Filled rings, each as a polygon of its own: holes run the other way. */
  readonly polygons: readonly Polygon[];
  /** Everything that is stroked, borders of polygons too. */
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
}

export function drawnParts(geometry: unknown, most?: number): DrawnParts {
  const rings = drawnRings(geometry, most);
  const of = (kind: number): UnpackedRing[] => rings.filter((ring) => (ring.kind & kind) !== 0);
  return { polygons: of(RING.fill).map(({ positions }) => [positions]), lines: of(RING.stroke).map(({ positions }) => positions), points: of(RING.point).flatMap(({ positions }) => positions) };
}
