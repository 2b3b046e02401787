/** The bundled outlines of the world's land, cut and packed as footprints are. */
import { land110, land50 } from 'land:data';
import { FootprintPacker } from '../../src/core/geometry/footprintPacker.js';

let coarse: Uint8Array | undefined;
let fine: Uint8Array | undefined;

/** 1:110 million. */
export function coarseLand(): Uint8Array {
  return (coarse ??= unpack(land110));
}

/** 1:50 million. */
export function fineLand(): Uint8Array {
  return (fine ??= unpack(land50));
}

/** The reverse of `packLand` in `land.mjs`. */
function unpack(text: string): Uint8Array {
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
  const packer = new FootprintPacker(Number.MAX_SAFE_INTEGER);
  for (let polygons = take(); polygons > 0; polygons -= 1) {
    const coordinates = Array.from({ length: take() }, () => {
      const ring = Array.from({ length: take() }, (): [number, number] => {
        x += takeSigned();
        y += takeSigned();
        return [x / steps, y / steps];
      });
      return [...ring, ring[0] ?? [0, 0]];
    });
    packer.add({ type: 'Polygon', coordinates });
  }
  return packer.take();
}
