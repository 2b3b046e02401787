/** What the polygons of one geometry cover together, each place counted once. */
import type { Steps } from '../steps.js';
import type { Rectangle } from './boundingBox.js';
import { boundsOf } from './bounds.js';
import { coveredAreaSteps } from './coveredArea.js';
import { splitPolygon } from './split.js';
import type { Polygon } from './types.js';

/** How often edges may cross each other, and how many pairs of them are looked at for one geometry: some 10 ms. */
const MAX_CROSSINGS = 10_000;
const MAX_PAIRS = 500_000;
/** Edges of parts that lie together: preparing more would take long by itself. */
const MAX_EDGES = 12_000;
/** Pairs between two steps. */
const AT_ONCE = 20_000;
/** Degrees. Boxes that share less only touch. */
const TOUCHING = 1e-9;
/** Of an area. Two sums of the same differ by less. */
const SAME_AREA = 1e-6;

export interface Together {
  readonly area: number;
  /** `unknown`: it would take too long, and what lies in several polygons is counted several times. */
  readonly overlap: 'none' | 'once' | 'unknown';
}

interface Piece {
  readonly polygon: number;
  readonly rings: Polygon;
  readonly bounds: Rectangle;
}

/** `areas`: of each polygon by itself, in steradians, as is the result. Takes continuous polygons. */
export function* areaTogetherSteps(polygons: readonly Polygon[], areas: readonly number[]): Steps<Together> {
  const sum = areas.reduce((total, area) => total + area, 0);
  if (polygons.length < 2) {
    return { area: sum, overlap: 'none' };
  }
  const pieces = polygons.flatMap((polygon, index) => splitPolygon(polygon).map((rings): Piece => ({ polygon: index, rings, bounds: boundsOf(rings) })))
    .sort((a, b) => a.bounds.west - b.bounds.west);
  yield;
  const budget = { pairs: MAX_PAIRS };
  const groups = yield* groupsSteps(pieces, polygons.length, budget);
  if (groups === undefined) {
    return { area: sum, overlap: 'unknown' };
  }
  let area = sum;
  let overlap: Together['overlap'] = 'none';
  for (const group of groups) {
    const alone = [...new Set(group.map(({ polygon }) => polygon))].reduce((total, index) => total + (areas[index] ?? 0), 0);
    const edges = group.reduce((count, { rings }) => rings.reduce((inner, ring) => inner + ring.length, count), 0);
    const together = edges > MAX_EDGES ? undefined : yield* coveredAreaSteps(group.flatMap(({ rings }) => rings), MAX_CROSSINGS, budget);
    if (together === undefined) {
      overlap = 'unknown';
    } else if (alone - together > together * SAME_AREA) {
      area -= alone - together;
      overlap = overlap === 'unknown' ? overlap : 'once';
    }
  }
  return { area, overlap };
}

/** The pieces of polygons whose boxes overlap, each group by itself; undefined where there are too many to compare. Takes pieces from west to east. */
function* groupsSteps(pieces: readonly Piece[], polygons: number, budget: { pairs: number }): Steps<readonly (readonly Piece[])[] | undefined> {
  const leaders = Array.from({ length: polygons }, (_, index) => index);
  const leaderOf = (polygon: number): number => {
    let leader = polygon;
    while (leaders[leader] !== undefined && leaders[leader] !== leader) {
      leader = leaders[leader] ?? leader;
    }
    leaders[polygon] = leader;
    return leader;
  };
  let begun: Piece[] = [];
  let compared = 0;
  for (const piece of pieces) {
    begun = begun.filter(({ bounds }) => bounds.east - piece.bounds.west > TOUCHING);
    budget.pairs -= begun.length;
    compared += begun.length;
    if (budget.pairs < 0) {
      return undefined;
    }
    if (compared > AT_ONCE) {
      compared = 0;
      yield;
    }
    for (const other of begun) {
      if (Math.min(piece.bounds.north, other.bounds.north) - Math.max(piece.bounds.south, other.bounds.south) > TOUCHING) {
        leaders[leaderOf(piece.polygon)] = leaderOf(other.polygon);
      }
    }
    begun.push(piece);
  }
  const groups = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const leader = leaderOf(piece.polygon);
    const group = groups.get(leader);
    if (group === undefined) {
      groups.set(leader, [piece]);
    } else {
      group.push(piece);
    }
  }
  return [...groups.values()].filter((group) => group.some(({ polygon }) => polygon !== group[0]?.polygon));
}
