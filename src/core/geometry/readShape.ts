/** Reads a GeoJSON geometry (RFC 7946, section 3.1) of any quality into shapes that can be drawn, and measured on a sphere. */
import { closedRing, readPositions, Tally } from './positions.js';
import { placeHole, spanOf } from './split.js';
import type { GeometryNote, Line, Parts, Pole, Polygon, Position, Ring, UnusableGeometry, UnusableReason } from './types.js';
import { continuousLine, continuousRing } from './unwrap.js';

/** Geometry collections inside each other, at most. */
const MAX_DEPTH = 128;
/** Holes times edges of the ring they lie in, before holes are placed by their extent alone. */
const MAX_HOLE_TESTS = 20_000_000;

/** Everything drawable that was found, and what could not be used. */
interface Findings {
  readonly polygons: Polygon[];
  readonly lines: Line[];
  readonly points: Position[];
  readonly poles: Set<Pole>;
  readonly tally: Tally;
  areaSteradians: number;
  parts: number;
  readonly refused: UnusableReason[];
}

/** The drawable parts of a geometry before anything is measured on them. */
export interface Shape {
  readonly kind: 'usable';
  /** See `UsableGeometry`. */
  readonly continuous: Parts;
  readonly areaSteradians: number;
  readonly poles: ReadonlySet<Pole>;
  readonly tally: Tally;
  readonly notes: readonly GeometryNote[];
}

/**
 * Never throws and never changes what it is given. Heights are set aside, rings that are open are closed, equal neighbours and
 * unreadable positions dropped; winding is ignored; a ring around a pole holds the pole on its smaller side; a ring whose edges
 * had to be taken over the antimeridian and that then covers more than half the earth means the other half.
 * The work is bounded by the number of positions, except for the search of short rings for crossings.
 */
export function readShape(geometry: unknown): Shape | UnusableGeometry {
  if (geometry === null || geometry === undefined) {
    return { kind: 'unusable', reason: { kind: 'none' } };
  }
  if (typeof geometry !== 'object' || Array.isArray(geometry)) {
    return { kind: 'unusable', reason: { kind: 'notGeometry' } };
  }
  const findings: Findings = { polygons: [], lines: [], points: [], poles: new Set(), tally: new Tally(), areaSteradians: 0, parts: 0, refused: [] };
  collect(geometry, findings);
  const { polygons, lines, points, tally } = findings;
  if (polygons.length + lines.length + points.length === 0) {
    return { kind: 'unusable', reason: findings.refused[0] ?? { kind: 'empty' } };
  }
  return {
    kind: 'usable',
    continuous: { polygons, lines, points },
    areaSteradians: findings.areaSteradians,
    poles: findings.poles,
    tally,
    notes: notesOf(findings, 'crs' in geometry && geometry.crs !== undefined && geometry.crs !== null),
  };
}

/** Walks nested collections with a list of its own: depth costs no stack. */
function collect(root: object, findings: Findings): void {
  const waiting: { readonly geometry: unknown; readonly depth: number }[] = [{ geometry: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { geometry, depth } = next;
    if (typeof geometry !== 'object' || geometry === null) {
      refuse(findings, { kind: 'notGeometry' });
    } else if (!('type' in geometry) || geometry.type !== 'GeometryCollection') {
      readPart(geometry, findings);
    } else if (depth >= MAX_DEPTH) {
      refuse(findings, { kind: 'tooDeep', limit: MAX_DEPTH });
    } else {
      const members: readonly unknown[] = 'geometries' in geometry && Array.isArray(geometry.geometries) ? geometry.geometries : [];
      for (let index = members.length - 1; index >= 0; index -= 1) {
        waiting.push({ geometry: members[index], depth: depth + 1 });
      }
    }
  }
}

function readPart(geometry: object, findings: Findings): void {
  const coordinates = 'coordinates' in geometry ? geometry.coordinates : undefined;
  const type = 'type' in geometry ? geometry.type : undefined;
  switch (type) {
    case 'Polygon':
    case 'MultiPolygon':
      return readParts(coordinates, type === 'MultiPolygon', 3, findings, readPolygon);
    case 'LineString':
    case 'MultiLineString':
      return readParts(coordinates, type === 'MultiLineString', 2, findings, readLine);
    case 'Point':
    case 'MultiPoint':
      return readParts(coordinates, type === 'MultiPoint', 1, findings, readPoint);
    default:
      return refuse(findings, { kind: 'unknownType' });
  }
}

/** `depth` is how deep the arrays of one part lie. Real services mix up the types, so the depth that is there decides. */
function readParts(coordinates: unknown, multiple: boolean, depth: number, findings: Findings, read: (part: unknown, findings: Findings) => void): void {
  if (!Array.isArray(coordinates)) {
    return refuse(findings, { kind: 'notGeometry' });
  }
  const found = depthOf(coordinates);
  const asMultiple = found === depth || found === depth + 1 ? found === depth + 1 : multiple;
  findings.tally.nesting ||= asMultiple !== multiple;
  if (!asMultiple) {
    return read(coordinates, findings);
  }
  if (coordinates.length === 0) {
    return refuse(findings, { kind: 'empty' });
  }
  (coordinates as readonly unknown[]).forEach((part) => read(part, findings));
}

/** How deep the first members of arrays lie inside each other, counted to 5. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let inner = value; Array.isArray(inner) && depth < 5; inner = (inner as readonly unknown[])[0]) {
    depth += 1;
  }
  return depth;
}

function readPolygon(coordinates: unknown, findings: Findings): void {
  if (!Array.isArray(coordinates)) {
    return refuse(findings, { kind: 'notGeometry' });
  }
  const rings = coordinates as readonly unknown[];
  const { tally } = findings;
  const reading = readPositions(rings[0] ?? [], tally);
  if (!reading.ok) {
    return refuse(findings, reading.reason);
  }
  const outer = continuousRing(closedRing(reading.positions, tally));
  if (typeof outer === 'string') {
    return refuse(findings, { kind: outer });
  }
  let { area, poles } = outer;
  const around = spanOf(outer.ring, 0);
  const exact = (rings.length - 1) * outer.ring.length < MAX_HOLE_TESTS;
  const polygon: Ring[] = [outer.ring];
  for (let index = 1; index < rings.length; index += 1) {
    const hole = readPositions(rings[index], tally);
    const ring = hole.ok ? continuousRing(closedRing(hole.positions, tally)) : 'noArea';
    const placed = typeof ring === 'string' ? [] : placeHole(ring.ring, outer.ring, around, exact);
    if (typeof ring === 'string' || placed.length === 0) {
      tally.holesLeftOut += 1;
      continue;
    }
    area -= ring.area;
    poles = ring.poles.length === 0 ? poles : poles.filter((pole) => !ring.poles.includes(pole));
    tally.selfCrossing ||= ring.selfCrossing;
    placed.forEach((positions) => polygon.push(positions.toReversed()));
  }
  findings.parts += 1;
  findings.polygons.push(polygon);
  findings.areaSteradians += Math.max(0, area);
  poles.forEach((pole) => findings.poles.add(pole));
  tally.selfCrossing ||= outer.selfCrossing;
}

function readLine(coordinates: unknown, findings: Findings): void {
  const reading = readPositions(coordinates, findings.tally);
  if (!reading.ok) {
    return refuse(findings, reading.reason);
  }
  if (reading.positions.length < 2) {
    return refuse(findings, { kind: 'noLength' });
  }
  findings.parts += 1;
  findings.lines.push(continuousLine(reading.positions));
}

function readPoint(coordinates: unknown, findings: Findings): void {
  if (Array.isArray(coordinates) && coordinates.length === 0) {
    return refuse(findings, { kind: 'empty' });
  }
  const reading = readPositions([coordinates], findings.tally);
  if (!reading.ok) {
    return refuse(findings, reading.reason);
  }
  findings.parts += 1;
  findings.points.push(...reading.positions);
}

function refuse(findings: Findings, reason: UnusableReason): void {
  findings.parts += 1;
  findings.refused.push(reason);
}

function notesOf({ tally, refused, parts }: Findings, crs: boolean): GeometryNote[] {
  const notes: GeometryNote[] = [];
  const [reason] = refused;
  if (reason !== undefined) {
    notes.push({ kind: 'partsLeftOut', count: refused.length, of: parts, reason });
  }
  if (tally.holesLeftOut > 0) {
    notes.push({ kind: 'holesLeftOut', count: tally.holesLeftOut });
  }
  if (tally.skipped > 0) {
    notes.push({ kind: 'positionsSkipped', count: tally.skipped });
  }
  if (tally.ringsClosed > 0) {
    notes.push({ kind: 'ringsClosed', count: tally.ringsClosed });
  }
  if (tally.nesting) {
    notes.push({ kind: 'nesting' });
  }
  if (tally.selfCrossing) {
    notes.push({ kind: 'selfCrossing' });
  }
  if (crs) {
    notes.push({ kind: 'crsIgnored' });
  }
  return notes;
}
