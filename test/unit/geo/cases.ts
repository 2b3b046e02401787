/** Footprints of every shape that has gone wrong on a map somewhere, and what they cover. */
import type { Position } from '../../../src/core/geo/types.js';

export function polygon(...rings: readonly (readonly (readonly number[])[])[]): object {
  return { type: 'Polygon', coordinates: rings };
}

export function box(west: number, south: number, east: number, north: number): Position[] {
  return [[west, south], [east, south], [east, north], [west, north], [west, south]];
}

export function circle(latitude: number, count = 24): Position[] {
  return Array.from({ length: count + 1 }, (_, index) => [-180 + (360 * (index % count)) / count, latitude]);
}

/** The share of the sphere between two parallels and over so many degrees. */
export function zone(south: number, north: number, width = 360): number {
  return ((Math.sin((north * Math.PI) / 180) - Math.sin((south * Math.PI) / 180)) / 2) * (width / 360);
}

/** name, geometry, the share of the sphere that it covers, the extent where it matters */
export const cases: readonly (readonly [name: string, geometry: object, expected: number, extent: readonly number[] | undefined])[] = (<
  readonly (readonly [string, object, number, (readonly number[])?])[]
>[
  ['a box', polygon(box(10, 20, 30, 40)), zone(20, 40, 20), [10, 20, 30, 40]],
  ['a box wound clockwise', polygon(box(10, 20, 30, 40).toReversed()), zone(20, 40, 20), [10, 20, 30, 40]],
  ['a box over 180, given with -170', polygon(box(170, 20, -170, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box over 180, given with 190', polygon(box(170, 20, 190, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box over 180, given with -190', polygon(box(-190, 20, -170, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box with longitudes around 540', polygon(box(530, 20, 550, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box with longitudes around 360', polygon(box(350, 20, 370, 40)), zone(20, 40, 20), [-10, 20, 10, 40]],
  ['a box that ends at 180', polygon(box(170, 20, 180, 40)), zone(20, 40, 10), [170, 20, 180, 40]],
  ['a box a hair over 180', polygon(box(170, 20, 180.0001, 40)), zone(20, 40, 10.0001), [170, 20, -179.9999, 40]],
  ['the seam inside the ring', polygon([[170, 20], [180, 20], [-180, 20], [-170, 20], [-170, 40], [-180, 40], [180, 40], [170, 40], [170, 20]]), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a cap over the north pole', polygon(circle(70)), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap over the north pole, wound the other way', polygon(circle(70).toReversed()), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap over the south pole', polygon(circle(-60)), zone(60, 90), [-180, -90, 180, -60]],
  ['a cap over the south pole, wound the other way', polygon(circle(-60).toReversed()), zone(60, 90), [-180, -90, 180, -60]],
  ['a cap whose ring names both ends of the seam', polygon([...circle(70).slice(0, -1), [180, 70], [-180, 70]]), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap as RFC 7946 closes it', polygon([...circle(70).slice(0, -1), [180, 70], [180, 90], [-180, 90], [-180, 70]]), zone(70, 90), [-180, 70, 180, 90]],
  ['a ring around the pole with a hole around it', polygon(circle(60), circle(80)), zone(60, 80), [-180, 60, 180, 90]],
  ['a latitude band', polygon(box(-180, -10, 180, 30)), zone(-10, 30), [-180, -10, 180, 30]],
  ['a latitude band from 0 to 360', polygon(box(0, -10, 360, 30)), zone(-10, 30), [-180, -10, 180, 30]],
  ['a latitude band of many positions', polygon([[-180, 40], [0, 40], [180, 40], [180, 50], [0, 50], [-180, 50], [-180, 40]]), zone(40, 50)],
  ['the whole world', polygon(box(-180, -90, 180, 90)), 1, [-180, -90, 180, 90]],
  ['the world without its poles', polygon(box(-180, -60, 180, 60)), zone(-60, 60)],
  ['half the world', polygon([[-90, -90], [0, -90], [90, -90], [90, 90], [0, 90], [-90, 90], [-90, -90]]), 0.5],
  ['a ring over 180 that would cover most of the earth', polygon([[-20, 80], [-140, 80], [100, 80], [20, 80], [20, -80], [100, -80], [-140, -80], [-20, -80], [-20, 80]]), 1 - zone(-80, 80, 320), [-180, -90, 180, 90]],
  ['a hole over 180', polygon(box(160, 20, -160, 60), box(170, 30, -170, 50)), zone(20, 60, 40) - zone(30, 50, 20)],
  ['a hole given on the other side of 180', polygon(box(160, 20, 200, 60), box(-175, 30, -165, 50)), zone(20, 60, 40) - zone(30, 50, 10)],
  ['a hole at the end of a ring around the pole', polygon(circle(60), box(175, 70, -175, 80)), zone(60, 90) - zone(70, 80, 10)],
  ['a hole outside', polygon(box(0, 0, 10, 10), box(50, 50, 60, 60)), zone(0, 10, 10)],
  ['a bow-tie', polygon([[0, -10], [20, 10], [20, -10], [0, 10], [0, -10]]), (1 - Math.cos(Math.PI / 18)) / Math.PI],
  ['an open ring with equal neighbours', polygon([[0, 0], [10, 0], [10, 0], [10, 10], [0, 10], [0, 10]]), zone(0, 10, 10)],
  ['positions of one, three and four numbers, one of them none', polygon([[0, 0, 5], [10, 0, 5, 7], [4], [10, 10, -1e308], [NaN, 3], [0, 10, null as unknown as number], [0, 0]]), zone(0, 10, 10)],
  ['a polygon with the coordinates of a multipolygon', { type: 'Polygon', coordinates: [[box(0, 0, 10, 10)], [box(20, 0, 30, 10)]] }, zone(0, 10, 20)],
  ['a multipolygon split at 180', { type: 'MultiPolygon', coordinates: [[box(170, 0, 180, 10)], [box(-180, 0, -170, 10)]] }, zone(0, 10, 20), [170, 0, -170, 10]],
  ['a multipolygon with nonsense in it', { type: 'MultiPolygon', coordinates: [[box(0, 0, 10, 10)], [], 7, [[[1, 2]]], [box(20, 0, 30, 10)]] }, zone(0, 10, 20)],
]).map(([name, geometry, expected, extent]) => [name, geometry, expected, extent]);
