/** Centre, extent and the cap of the sphere that holds a footprint. Degrees. */
import type { BoundingBox } from '../boundingBox.js';
import { isInside } from './planar.js';
import { normalLongitude, type Span } from './split.js';
import type { Cap, Parts, Polygon, Position } from './types.js';

const RADIANS = Math.PI / 180;
/** The step, in degrees, in which long edges are followed where a sum stands for an integral. */
const STEP = 1;
/** Rounds of moving the cap's centre towards what lies farthest. */
const ROUNDS = 60;
/** Degrees. Positions nearer to each other are one place. */
const ONE_PLACE = 1e-9;
/** Positions added along long edges, at most (roughly). */
const MAX_ADDED = 50_000;
/** The cap is made from at most so many positions. */
const MAX_POSITIONS = 4000;

type Vector = readonly [x: number, y: number, z: number];

export function toVector([longitude, latitude]: Position): Vector {
  const shrink = Math.cos(latitude * RADIANS);
  return [shrink * Math.cos(longitude * RADIANS), shrink * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
}

function toPosition([x, y, z]: Vector): Position {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
}

/** The angle between two positions in degrees. */
export function distance(a: Position, b: Position): number {
  return angleBetween(toVector(a), toVector(b));
}

function angleBetween(p: Vector, q: Vector): number {
  const [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return (2 * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2))) / RADIANS;
}

/**
 * The middle of the polygons' area; of the lines' length where there is none; of the points otherwise. Takes split parts.
 * The lobes of a border that crosses itself count against each other: there it is the middle of the extent, `box`.
 */
export function centreOf(parts: Parts, box: BoundingBox, selfCrossing: boolean): Position {
  if (selfCrossing) {
    return boxCentre(box);
  }
  const rings = parts.polygons.flat();
  if (rings.length > 0) {
    const small = isSmall(box) ? smallCentre(rings) : undefined;
    return small ?? direction(areaVector(rings, stepFor(rings))) ?? boxCentre(box);
  }
  const sum = parts.lines.length > 0 ? lengthVector(parts.lines, stepFor(parts.lines)) : addAll(parts.points.map(toVector));
  return direction(sum) ?? boxCentre(box);
}

/** Small enough for a plane to be exact to the last shown digit, where sums over the sphere would drown in rounding. */
function isSmall([west, south, east, north]: BoundingBox): boolean {
  return east - west + (east < west ? 360 : 0) < 1 && north - south < 1 && Math.max(-south, north) < 89;
}

function direction(sum: Vector): Position | undefined {
  return Math.hypot(...sum) > 1e-9 ? toPosition(sum) : undefined;
}

/** West > east where the shortest box crosses the antimeridian. Takes split parts. */
export function extentOf({ polygons, lines, points }: Parts): BoundingBox {
  const most = polygons.length + lines.length + points.length;
  const [lows, highs] = [new Float64Array(most), new Float64Array(most)];
  let [south, north, count] = [Infinity, -Infinity, 0];
  const add = (piece: readonly Position[]): void => {
    let [west, east] = [Infinity, -Infinity];
    for (const [longitude, latitude] of piece) {
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
    lows[count] = west;
    highs[count] = east;
    count += 1;
  };
  polygons.forEach(([outer]) => outer === undefined || add(outer));
  lines.forEach(add);
  points.forEach((point) => add([point]));
  const [west, east] = aroundTheEarth(lows.subarray(0, count).sort(), highs.subarray(0, count).sort());
  return [west, south, east, north];
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
  lows.forEach((low, index) => {
    const before = highs[index - 1] ?? low;
    if (low - before > gap.width) {
      gap = { width: low - before, west: low, east: before };
    }
  });
  const overTheSeam = first + 360 - reach;
  if (overTheSeam <= 1e-9 && gap.width <= 1e-9) {
    return [-180, 180];
  }
  return overTheSeam >= gap.width ? [first, reach] : [gap.west, gap.east];
}

/** A cap that holds all parts, at most a few percent wider than the smallest. */
export function capOf(parts: Parts, centre: Position): Cap {
  const lines = [...parts.polygons.flat(), ...parts.lines];
  const step = stepFor(lines);
  let count = parts.points.length;
  lines.forEach((line) => { follow(line, step, false, () => { count += 1; }); });
  const stride = Math.ceil(count / MAX_POSITIONS);
  const vectors: Vector[] = [];
  let index = 0;
  const take = (longitude: number, latitude: number): void => {
    if (index % stride === 0) {
      vectors.push(toVector([longitude, latitude]));
    }
    index += 1;
  };
  lines.forEach((line) => { follow(line, step, false, take); });
  parts.points.forEach((point) => { take(...point); });
  let middle = toVector(centre);
  let far = farthest(vectors, middle);
  let best: Cap = { centre, radius: far.angle };
  if (best.radius < ONE_PLACE) {
    return { centre, radius: 0 };
  }
  for (let round = 1; round <= ROUNDS && best.radius < 90; round += 1) {
    const { vector } = far;
    const moved: Vector = [middle[0] + (vector[0] - middle[0]) / (round + 1), middle[1] + (vector[1] - middle[1]) / (round + 1), middle[2] + (vector[2] - middle[2]) / (round + 1)];
    const length = Math.hypot(...moved);
    if (length < 1e-9) {
      break;
    }
    middle = [moved[0] / length, moved[1] / length, moved[2] / length];
    far = farthest(vectors, middle);
    if (far.angle < best.radius) {
      best = { centre: toPosition(middle), radius: far.angle };
    }
  }
  // A shape can reach farther than its border: the whole earth has none.
  const opposite: Position = [normalLongitude(best.centre[0] + 180), -best.centre[1]];
  return best.radius > 60 && covers(parts.polygons, opposite) ? { centre: best.centre, radius: 180 } : overPole(best, vectors);
}

/** A cap around a pole that is all but centred on it is: the map then stands straight, the prime meridian downwards. */
function overPole(cap: Cap, vectors: readonly Vector[]): Cap {
  const pole: Position = [0, cap.centre[1] > 0 ? 90 : -90];
  if (distance(cap.centre, pole) > cap.radius * 0.1) {
    return cap;
  }
  return { centre: pole, radius: farthest(vectors, toVector(pole)).angle };
}

/** Whether split polygons cover a position with longitude in [-180, 180]. */
export function covers(polygons: readonly Polygon[], position: Position): boolean {
  return polygons.some(([outer, ...holes]) => outer !== undefined && isInside(outer, position) && !holes.some((hole) => isInside(hole, position)));
}

function farthest(vectors: readonly Vector[], origin: Vector): { readonly angle: number; readonly vector: Vector } {
  let longest = 0;
  let vector = origin;
  for (const candidate of vectors) {
    const [x, y, z] = [candidate[0] - origin[0], candidate[1] - origin[1], candidate[2] - origin[2]];
    const square = x * x + y * y + z * z;
    if (square > longest) {
      longest = square;
      vector = candidate;
    }
  }
  return { angle: (2 * Math.asin(Math.min(1, Math.sqrt(longest) / 2))) / RADIANS, vector };
}

/** The integral of the unit vector over the area inside rings: Green's theorem, and Simpson's rule along each step. */
function areaVector(rings: readonly (readonly Position[])[], step: number): Vector {
  let [x, y, z] = [0, 0, 0];
  for (const ring of rings) {
    let [longitude, latitude] = ring[0] ?? [0, 0];
    let start = below(longitude, latitude);
    follow(ring, step, true, (nextLongitude, nextLatitude) => {
      const width = ((nextLongitude - longitude) * RADIANS) / 6;
      const end = below(nextLongitude, nextLatitude);
      if (width !== 0) {
        const middle = below((longitude + nextLongitude) / 2, (latitude + nextLatitude) / 2);
        x -= width * (start[0] + 4 * middle[0] + end[0]);
        y -= width * (start[1] + 4 * middle[1] + end[1]);
        z -= width * (start[2] + 4 * middle[2] + end[2]);
      }
      [longitude, latitude, start] = [nextLongitude, nextLatitude, end];
    });
  }
  return [x, y, z];
}

/** The unit vector times cos(latitude), integrated from the equator to a position. */
function below(longitude: number, latitude: number): Vector {
  const phi = latitude * RADIANS;
  const sine = Math.sin(phi);
  const horizontal = (phi + sine * Math.cos(phi)) / 2;
  return [horizontal * Math.cos(longitude * RADIANS), horizontal * Math.sin(longitude * RADIANS), (sine * sine) / 2];
}

/** The integral of the unit vector over the length of lines. */
function lengthVector(lines: readonly (readonly Position[])[], step: number): Vector {
  let [x, y, z] = [0, 0, 0];
  for (const line of lines) {
    let before: Vector | undefined;
    follow(line, step, false, (longitude, latitude) => {
      const vector = toVector([longitude, latitude]);
      if (before !== undefined) {
        const weight = angleBetween(before, vector) / 2;
        x += weight * (before[0] + vector[0]);
        y += weight * (before[1] + vector[1]);
        z += weight * (before[2] + vector[2]);
      }
      before = vector;
    });
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

function boxCentre([west, south, east, north]: BoundingBox): Position {
  return [normalLongitude(west + (east - west + (east < west ? 360 : 0)) / 2), (south + north) / 2];
}

/** The step in which lines are followed: longer where there is much to follow, so that the work stays bounded. */
function stepFor(lines: readonly (readonly Position[])[]): number {
  let way = 0;
  for (const line of lines) {
    let before = line[0];
    for (const position of line) {
      way += before === undefined ? 0 : Math.max(Math.abs(position[0] - before[0]), Math.abs(position[1] - before[1]));
      before = position;
    }
  }
  return Math.max(STEP, way / MAX_ADDED);
}

/**
 * Visits a line with its long edges followed in steps of so many degrees. Positions at a pole are one place, and an edge between them
 * needs none: it is followed with `alongPoles` only.
 */
function follow(line: readonly Position[], step: number, alongPoles: boolean, visit: (longitude: number, latitude: number) => void): void {
  let previous: Position | undefined;
  for (const position of line) {
    if (previous !== undefined) {
      const [x, y] = previous;
      const [dx, dy] = [position[0] - x, position[1] - y];
      const steps = !alongPoles && Math.abs(y) === 90 && dy === 0 ? 1 : Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / step);
      for (let index = 1; index < steps; index += 1) {
        visit(x + (dx * index) / steps, y + (dy * index) / steps);
      }
    }
    visit(position[0], position[1]);
    previous = position;
  }
}

function addAll(vectors: readonly Vector[]): Vector {
  return vectors.reduce<Vector>((sum, vector) => [sum[0] + vector[0], sum[1] + vector[1], sum[2] + vector[2]], [0, 0, 0]);
}
