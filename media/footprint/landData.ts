/** The bundled outlines of the world's land. */
import { land110, land50 } from 'land:data';
import type { MultiLineString, Polygon } from 'geojson';
import { angleBetween, type LonLat } from './sphere.js';

/** One island or continent, and the cap of the sphere that holds it (degrees): what lies elsewhere is not drawn. */
export interface LandMass {
  readonly polygon: Polygon;
  /** Its border, without the cuts at 180 degrees that some islands come with. */
  readonly coast: MultiLineString;
  readonly centre: LonLat;
  readonly radius: number;
}

let coarse: readonly LandMass[] | undefined;
let fine: readonly LandMass[] | undefined;

/** 1:110 million. */
export function coarseLand(): readonly LandMass[] {
  return (coarse ??= unpack(land110));
}

/** 1:50 million. */
export function fineLand(): readonly LandMass[] {
  return (fine ??= unpack(land50));
}

/** The reverse of `packLand` in `land.mjs`. */
function unpack(text: string): LandMass[] {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) {
        return value;
      }
    }
  };
  const takeSigned = (): number => {
    const value = take();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const steps = take();
  let [x, y] = [0, 0];
  return Array.from({ length: take() }, () => {
    const coordinates = Array.from({ length: take() }, () => {
      const ring = Array.from({ length: take() }, (): [number, number] => {
        x += takeSigned();
        y += takeSigned();
        return [x / steps, y / steps];
      });
      return [...ring, ring[0] ?? [0, 0]];
    });
    return { polygon: { type: 'Polygon', coordinates }, coast: { type: 'MultiLineString', coordinates: coordinates.flatMap(coastOf) }, ...capOf(coordinates[0] ?? []) };
  });
}

function coastOf(ring: readonly [number, number][]): [number, number][][] {
  const lines: [number, number][][] = [];
  let line: [number, number][] | undefined;
  ring.forEach((to, index) => {
    const from = ring[index - 1];
    if (from === undefined || (Math.abs(from[0]) === 180 && Math.abs(to[0]) === 180)) {
      line = undefined;
    } else if (line === undefined) {
      line = [from, to];
      lines.push(line);
    } else {
      line.push(to);
    }
  });
  return lines;
}

function capOf(ring: readonly LonLat[]): { readonly centre: LonLat; readonly radius: number } {
  const sum = [0, 0, 0];
  for (const [longitude, latitude] of ring) {
    const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
    sum[0] = (sum[0] ?? 0) + Math.cos(phi) * Math.cos(lambda);
    sum[1] = (sum[1] ?? 0) + Math.cos(phi) * Math.sin(lambda);
    sum[2] = (sum[2] ?? 0) + Math.sin(phi);
  }
  const [a = 0, b = 0, c = 0] = sum;
  const centre: LonLat = [(Math.atan2(b, a) * 180) / Math.PI, (Math.atan2(c, Math.hypot(a, b)) * 180) / Math.PI];
  return { centre, radius: Math.max(0, ...ring.map((position) => angleBetween(centre, position))) };
}
