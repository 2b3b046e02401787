/** Centre and extent of a footprint. Degrees. */
import { widthOf, type BoundingBox } from './boundingBox.js';
import { boundsOf } from './bounds.js';
import { isInside } from './planar.js';
import { normalLongitude, placesWithin, spanOf, spansOnEarth, type Span } from './split.js';
import { NOWHERE, stepFor, stepsOf } from './steps.js';
import type { Line, Parts, Polygon, Position } from './types.js';
import { angleOfChord, RADIANS, toPosition, toVector, type Vector } from './vector.js';

/**
 * The middle of the polygons' area; of the lines' length where there is none; of the points otherwise. Takes parts before the split: on
 * the sphere they are the same, and fewer.
 * The lobes of a border that crosses itself count against each other: there it is the middle of the extent, `box`.
 */
export function centreOf({ polygons, lines, points }: Parts, box: BoundingBox, selfCrossing: boolean): Position {
  if (selfCrossing) {
    return boxCentre(box);
  }
  const rings = polygons.flat();
  if (rings.length > 0) {
    const small = isSmall(box) ? smallCentre(rings) : undefined;
    return small ?? direction(areaVector(rings, stepFor(rings))) ?? boxCentre(box);
  }
  const sum = lines.length > 0 ? lengthVector(lines, stepFor(lines)) : pointVector(points);
  return direction(sum) ?? boxCentre(box);
}

/** Small enough for a plane to be exact to the last shown digit, where sums over the sphere would drown in rounding. */
function isSmall(box: BoundingBox): boolean {
  const [, south, , north] = box;
  return widthOf(box) < 1 && north - south < 1 && Math.max(-south, north) < 89;
}

function direction(sum: Vector): Position | undefined {
  return Math.hypot(...sum) > 1e-9 ? toPosition(sum) : undefined;
}

/** How far parts reach. */
export interface Extent {
  /** West > east where the shortest box crosses the antimeridian. */
  readonly box: BoundingBox;
  /** Whether the box does, or a polygon or a line that goes on on the other side. */
  readonly crossesAntimeridian: boolean;
}

/** Takes parts before the split. */
export function extentOf({ polygons, lines, points }: Parts): Extent {
  const spans = new Spans(polygons.length + lines.length + points.length);
  for (const [outer] of polygons) {
    spans.add(outer ?? []);
  }
  for (const line of lines) {
    spans.add(line);
  }
  const { areDivided } = spans;
  for (const point of points) {
    spans.add([point]);
  }
  const [west, east] = spans.around();
  return { box: [west, spans.south, east, spans.north], crossesAntimeridian: areDivided || west > east };
}

/** The longitudes that each of so many continuous parts spans, in [-180, 180] and divided at its ends, and the latitudes of all. */
class Spans {
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;
  #count = 0;
  south = Infinity;
  north = -Infinity;
  /** Whether a part goes over the antimeridian. */
  areDivided = false;

  constructor(parts: number) {
    this.#lows = new Float64Array(2 * parts);
    this.#highs = new Float64Array(2 * parts);
  }

  add(part: Line): void {
    const { west, south, east, north } = boundsOf([part]);
    this.south = Math.min(this.south, south);
    this.north = Math.max(this.north, north);
    const pieces = spansOnEarth([west, east]);
    this.areDivided ||= pieces.length > 1;
    for (const [low, high] of pieces) {
      this.#put(low, high);
    }
  }

  #put(low: number, high: number): void {
    this.#lows[this.#count] = low;
    this.#highs[this.#count] = high;
    this.#count += 1;
  }

  /** The smallest arc that holds all of them. */
  around(): Span {
    return aroundTheEarth(this.#lows.subarray(0, this.#count).sort(), this.#highs.subarray(0, this.#count).sort());
  }
}

/**
 * The smallest arc of longitudes that holds all spans: the rest of the circle is the widest gap between them. Takes where they begin and
 * where they end, each sorted by itself: where one more has not begun when so many have ended, there is a gap.
 */
function aroundTheEarth(lows: Float64Array, highs: Float64Array): Span {
  const first = lows[0];
  const reach = highs.at(-1);
  if (first === undefined || reach === undefined) {
    return [-180, 180];
  }
  // Less is no gap but a rounding between two pieces that touch.
  let gap = { width: 1e-9, west: first, east: highs[0] ?? reach };
  for (let index = 1; index < lows.length; index += 1) {
    const low = lows[index] ?? first;
    const before = highs[index - 1] ?? low;
    if (low - before > gap.width) {
      gap = { width: low - before, west: low, east: before };
    }
  }
  const overTheSeam = first + 360 - reach;
  if (overTheSeam <= 1e-9 && gap.width <= 1e-9) {
    return [-180, 180];
  }
  return overTheSeam >= gap.width ? [first, reach] : [gap.west, gap.east];
}

/** Whether polygons cover a position. Takes polygons before the split: the position counts in every place to which whole turns bring it. */
export function covers(polygons: readonly Polygon[], position: Position): boolean {
  return polygons.some((polygon) => {
    const outer = polygon[0] ?? [];
    return placesWithin(spanOf(outer, 0), position[0]).some((longitude) => {
      const there: Position = [longitude, position[1]];
      return isInside(outer, there) && !polygon.some((hole, index) => index > 0 && isInside(hole, there));
    });
  });
}

/** The integral of the unit vector over the area inside rings: Green's theorem, and Simpson's rule along each step. */
function areaVector(rings: readonly (readonly Position[])[], step: number): Vector {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const ring of rings) {
    let before = ring[0];
    for (const to of ring) {
      const from = before ?? to;
      before = to;
      if (from[0] === to[0]) {
        continue;
      }
      const steps = stepsOf(from, to, step, true);
      const width = (to[0] - from[0]) / steps;
      const height = (to[1] - from[1]) / steps;
      // The ends of steps count once for each step that they belong to, the middles four times.
      for (let half = 0; half <= 2 * steps; half += 1) {
        const weight = (width * RADIANS / 6) * (half % 2 === 1 ? 4 : half === 0 || half === 2 * steps ? 1 : 2);
        const lambda = (from[0] + (width * half) / 2) * RADIANS;
        const phi = (from[1] + (height * half) / 2) * RADIANS;
        const sine = Math.sin(phi);
        // The unit vector times cos(latitude), integrated from the equator to the position.
        const horizontal = weight * (phi + sine * Math.cos(phi)) / 2;
        x -= horizontal * Math.cos(lambda);
        y -= horizontal * Math.sin(lambda);
        z -= weight * (sine * sine) / 2;
      }
    }
  }
  return [x, y, z];
}

/** The integral of the unit vector over the length of lines. */
function lengthVector(lines: readonly (readonly Position[])[], step: number): Vector {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const line of lines) {
    let from = line[0] ?? NOWHERE;
    // The unit vector of where the line is; numbers, since a long line makes very many of them.
    let ax = Math.cos(from[1] * RADIANS) * Math.cos(from[0] * RADIANS);
    let ay = Math.cos(from[1] * RADIANS) * Math.sin(from[0] * RADIANS);
    let az = Math.sin(from[1] * RADIANS);
    for (let index = 1; index < line.length; index += 1) {
      const to = line[index] ?? from;
      const steps = stepsOf(from, to, step, false);
      for (let part = 1; part <= steps; part += 1) {
        const lambda = (from[0] + (to[0] - from[0]) * (part / steps)) * RADIANS;
        const phi = (from[1] + (to[1] - from[1]) * (part / steps)) * RADIANS;
        const bx = Math.cos(phi) * Math.cos(lambda);
        const by = Math.cos(phi) * Math.sin(lambda);
        const bz = Math.sin(phi);
        const weight = angleOfChord((bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az)) / 2;
        x += weight * (ax + bx);
        y += weight * (ay + by);
        z += weight * (az + bz);
        ax = bx;
        ay = by;
        az = bz;
      }
      from = to;
    }
  }
  return [x, y, z];
}

/** The centroid in the plane; stretching longitudes does not move it. */
function smallCentre(rings: readonly (readonly Position[])[]): Position | undefined {
  const first = rings[0]?.[0];
  if (first === undefined) {
    return undefined;
  }
  let [area, x, y] = [0, 0, 0];
  for (const ring of rings) {
    // Parts may lie on either side of the antimeridian.
    const turn = 360 * Math.round((first[0] - (ring[0]?.[0] ?? 0)) / 360);
    for (let index = 1; index < ring.length; index += 1) {
      const [ax, ay] = relative(ring[index - 1], first, turn);
      const [bx, by] = relative(ring[index], first, turn);
      const cross = ax * by - bx * ay;
      area += cross;
      x += (cross * (ax + bx)) / 3;
      y += (cross * (ay + by)) / 3;
    }
  }
  return area === 0 ? undefined : [normalLongitude(first[0] + x / area), first[1] + y / area];
}

function relative(position: Position | undefined, origin: Position, turn: number): Position {
  return position === undefined ? [0, 0] : [position[0] + turn - origin[0], position[1] - origin[1]];
}

function boxCentre(box: BoundingBox): Position {
  const [west, south, , north] = box;
  return [normalLongitude(west + widthOf(box) / 2), (south + north) / 2];
}

function pointVector(points: readonly Position[]): Vector {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const point of points) {
    const vector = toVector(point[0], point[1]);
    x += vector[0];
    y += vector[1];
    z += vector[2];
  }
  return [x, y, z];
}
