/** Reads a GeoJSON geometry (RFC 7946, section 3.1) of any quality into shapes that can be drawn, and measured on a sphere. */
import { atOnce, type Steps } from '../steps.js';
import { CrossingSearch } from './crossings.js';
import { MAX_NESTED } from './limits.js';
import { closedRing, readPositions, Tally } from './positions.js';
import { placeHole, spanOf, type Span } from './split.js';
import { TOO_LARGE } from './tooLarge.js';
import type { GeometryNote, Line, Parts, Pole, Polygon, Position, Ring, UnusableGeometry, UnusableReason } from './types.js';
import { continuousLine, continuousRing } from './antimeridian.js';

/** Holes times edges of the ring they lie in, before holes are placed by their extent alone. */
const MAX_HOLE_TESTS = 20_000_000;
/** Holes, lines or points between two steps. */
const AT_ONCE = 64;

/** Everything drawable that was found, and what could not be used. */
interface Findings {
  readonly polygons: Polygon[];
  readonly lines: Line[];
  readonly points: Position[];
  readonly poles: Set<Pole>;
  readonly tally: Tally;
  readonly search: CrossingSearch;
  readonly areas: number[];
  parts: number;
  readonly refused: UnusableReason[];
}

/** The drawable parts of a geometry before anything is measured on them. */
export interface Shape {
  readonly kind: 'usable';
  /** See `UsableGeometry`. */
  readonly continuous: Parts;
  /** Of each polygon by itself, in steradians. */
  readonly areas: readonly number[];
  readonly poles: ReadonlySet<Pole>;
  readonly tally: Tally;
  readonly notes: readonly GeometryNote[];
}

/**
 * Never throws and never changes what it is given. Heights are set aside, rings that are open are closed, equal neighbours and
 * unreadable positions dropped; winding is ignored; a ring around a pole holds the pole on its smaller side; a ring whose edges
 * had to be taken over the antimeridian and that then covers more than half the earth means the other half.
 * The work is bounded by the number of positions, and some milliseconds in search of crossings.
 */
export function readShape(geometry: unknown): Shape | UnusableGeometry {
  return atOnce(readShapeSteps(geometry));
}

/** The same, a few parts of the geometry at a step. */
export function* readShapeSteps(geometry: unknown): Steps<Shape | UnusableGeometry> {
  if (geometry === null || geometry === undefined) {
    return { kind: 'unusable', reason: { kind: 'none' } };
  }
  if (geometry === TOO_LARGE) {
    return { kind: 'unusable', reason: { kind: 'tooLarge' } };
  }
  if (typeof geometry !== 'object' || Array.isArray(geometry)) {
    return { kind: 'unusable', reason: { kind: 'notGeometry' } };
  }
  const findings: Findings = { polygons: [], lines: [], points: [], poles: new Set(), tally: new Tally(), search: new CrossingSearch(), areas: [], parts: 0, refused: [] };
  yield* collect(geometry, findings);
  const { polygons, lines, points, tally } = findings;
  if (polygons.length + lines.length + points.length === 0) {
    return { kind: 'unusable', reason: findings.refused[0] ?? { kind: 'empty' } };
  }
  return {
    kind: 'usable',
    continuous: { polygons, lines, points },
    areas: findings.areas,
    poles: findings.poles,
    tally,
    notes: notesOf(findings, 'crs' in geometry && geometry.crs !== undefined && geometry.crs !== null),
  };
}

/** Walks nested collections with a list of its own: depth costs no stack. */
function* collect(root: object, findings: Findings): Steps<void> {
  const waiting: { readonly geometry: unknown; readonly depth: number }[] = [{ geometry: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { geometry, depth } = next;
    if (typeof geometry !== 'object' || geometry === null) {
      refuse(findings, { kind: 'notGeometry' });
    } else if (!('type' in geometry) || geometry.type !== 'GeometryCollection') {
      yield* readParts(geometry, findings) ?? [];
    } else if (depth >= MAX_NESTED) {
      refuse(findings, { kind: 'tooDeep', limit: MAX_NESTED });
    } else {
      const members: readonly unknown[] = 'geometries' in geometry && Array.isArray(geometry.geometries) ? geometry.geometries : [];
      for (let index = members.length - 1; index >= 0; index -= 1) {
        waiting.push({ geometry: members[index], depth: depth + 1 });
      }
    }
  }
}

/** Undefined where there is nothing to read. */
function readParts(geometry: object, findings: Findings): Steps<void> | undefined {
  const coordinates = 'coordinates' in geometry ? geometry.coordinates : undefined;
  const type = 'type' in geometry ? geometry.type : undefined;
  switch (type) {
    case 'Polygon':
    case 'MultiPolygon':
      return readPolygons(partsOf(coordinates, type === 'MultiPolygon', 3, findings), findings);
    case 'LineString':
    case 'MultiLineString':
      return readEach(partsOf(coordinates, type === 'MultiLineString', 2, findings), findings, readLine);
    case 'Point':
    case 'MultiPoint':
      return readEach(partsOf(coordinates, type === 'MultiPoint', 1, findings), findings, readPoint);
    default:
      refuse(findings, { kind: 'unknownType' });
      return undefined;
  }
}

/**
 * What one part or several consist of. `depth` is how deep the arrays of one part lie. Real services mix up the types, so the depth that
 * is there decides.
 */
function partsOf(coordinates: unknown, multiple: boolean, depth: number, findings: Findings): readonly unknown[] {
  if (!Array.isArray(coordinates)) {
    refuse(findings, { kind: 'notGeometry' });
    return [];
  }
  const found = depthOf(coordinates);
  if (depth === 3 && found === 2 && coordinates.every(isPosition)) {
    // The positions of a line under the name of a polygon can only be its ring.
    findings.tally.bareRing = true;
    return [[coordinates]];
  }
  const asMultiple = found === depth || found === depth + 1 ? found === depth + 1 : multiple;
  findings.tally.nesting ||= asMultiple !== multiple;
  if (asMultiple && coordinates.length === 0) {
    refuse(findings, { kind: 'empty' });
  }
  return asMultiple ? coordinates : [coordinates];
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number';
}

/** How deep the first members of arrays lie inside each other, counted to 5. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let inner = value; Array.isArray(inner) && depth < 5; inner = (inner as readonly unknown[])[0]) {
    depth += 1;
  }
  return depth;
}

function* readPolygons(parts: readonly unknown[], findings: Findings): Steps<void> {
  for (const part of parts) {
    yield;
    if (!Array.isArray(part)) {
      refuse(findings, { kind: 'notGeometry' });
      continue;
    }
    const rings: readonly unknown[] = part;
    const polygon = outerRing(rings, findings);
    if ('kind' in polygon) {
      refuse(findings, polygon);
      continue;
    }
    for (let index = 1; index < rings.length; index += 1) {
      if (index % AT_ONCE === 0) {
        yield;
      }
      addHole(polygon, rings[index], findings);
    }
    findings.parts += 1;
    findings.polygons.push(polygon.rings);
    findings.areas.push(Math.max(0, polygon.area));
    polygon.poles.forEach((pole) => findings.poles.add(pole));
  }
}

/** A polygon before all of its holes are there. */
interface Outline {
  readonly rings: Ring[];
  readonly outer: Ring;
  /** The longitudes of the outer ring. */
  readonly around: Span;
  /** Whether holes are placed by their positions, not by their extent alone. */
  readonly exact: boolean;
  area: number;
  poles: readonly Pole[];
}

function outerRing(rings: readonly unknown[], { tally, search }: Findings): Outline | UnusableReason {
  const reading = readPositions(rings[0] ?? [], tally);
  if (!reading.ok) {
    return reading.reason;
  }
  const outer = continuousRing(closedRing(reading.positions, tally), search);
  if (typeof outer === 'string') {
    return { kind: outer };
  }
  const { ring, area, poles, selfCrossing } = outer;
  tally.selfCrossing ||= selfCrossing;
  return { rings: [ring], outer: ring, around: spanOf(ring, 0), exact: (rings.length - 1) * ring.length < MAX_HOLE_TESTS, area, poles };
}

function addHole(polygon: Outline, coordinates: unknown, { tally, search }: Findings): void {
  const { rings, outer, around, exact } = polygon;
  const reading = readPositions(coordinates, tally);
  const hole = reading.ok ? continuousRing(closedRing(reading.positions, tally), search) : 'noArea';
  const placed = typeof hole === 'string' ? [] : placeHole(hole.ring, outer, around, exact);
  if (typeof hole === 'string' || placed.length === 0) {
    tally.holesLeftOut += 1;
    return;
  }
  polygon.area -= hole.area;
  polygon.poles = hole.poles.length === 0 ? polygon.poles : polygon.poles.filter((pole) => !hole.poles.includes(pole));
  tally.selfCrossing ||= hole.selfCrossing;
  placed.forEach((ring) => rings.push(ring.toReversed()));
}

function* readEach(parts: readonly unknown[], findings: Findings, read: (part: unknown, findings: Findings) => void): Steps<void> {
  for (let index = 0; index < parts.length; index += 1) {
    if (index % AT_ONCE === 0) {
      yield;
    }
    read(parts[index], findings);
  }
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
  if (tally.bareRing) {
    notes.push({ kind: 'bareRing' });
  }
  if (tally.selfCrossing) {
    notes.push({ kind: 'selfCrossing' });
  }
  if (crs) {
    notes.push({ kind: 'crsIgnored' });
  }
  return notes;
}
