/** Measures for tests that share nothing with the code under test: positions spread evenly over the sphere, and winding numbers. */
import type { Polygon, Position } from '../../../src/core/geo/types.js';

/** The same positions each time: a Fibonacci lattice. */
export function lattice(count: number): Position[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  return Array.from({ length: count }, (_, index) => {
    const z = 1 - (2 * index + 1) / count;
    const longitude = (((index / golden) % 1) * 360 + 360) % 360;
    return [longitude - 180, (Math.asin(z) * 180) / Math.PI];
  });
}

/** Even-odd over all rings of all polygons in [-180, 180]: pieces that lie over each other, as some splitters leave them, cancel. */
export function contains(polygons: readonly Polygon[], [x, y]: Position): boolean {
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let index = 0; index < ring.length; index += 1) {
      const [ax, ay] = ring[index] ?? [0, 0];
      const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) {
        inside = !inside;
      }
    }
  }
  return inside;
}

/** Intersection over union by positions of the box that holds both, weighted by the cosine of the latitude. */
export function agreement(a: readonly Polygon[], b: readonly Polygon[], steps = 110): number {
  const all = [...a, ...b].flat(2);
  const [west, east] = [Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))];
  const [south, north] = [Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1]))];
  let both = 0;
  let either = 0;
  for (let row = 0; row < steps; row += 1) {
    const latitude = south + ((row + 0.503) / steps) * (north - south);
    const weight = Math.cos((latitude * Math.PI) / 180);
    for (let column = 0; column < steps; column += 1) {
      const position: Position = [west + ((column + 0.497) / steps) * (east - west), latitude];
      const [inA, inB] = [contains(a, position), contains(b, position)];
      both += inA && inB ? weight : 0;
      either += inA || inB ? weight : 0;
    }
  }
  return either === 0 ? 0 : both / either;
}

/** The share of the sphere that polygons cover, by counting positions. */
export function share(polygons: readonly Polygon[], count = 20_000): number {
  return lattice(count).filter((position) => contains(polygons, position)).length / count;
}
