/** The bundled outlines of the world's land, cut and packed as footprints are. */
import { land } from 'land:110m';
import { FootprintPacker } from '../../src/core/geo/footprintPacker.js';
import { FootprintStore } from './footprintStore.js';

/** Below this reach (degrees) the finer coast is worth its time. */
const FINE_REACH = 25;

/** The land that suits a view. */
export class Land {
  readonly #coarse = storeOf(coarseLand());
  #fine: FootprintStore | undefined;
  #asked = false;

  /** `changed`: there is finer land now. */
  constructor(private readonly changed: () => void) {}

  /** `reach` in degrees. Until the finer land is here, the coarse one stands in for it. */
  at(reach: number): FootprintStore {
    if (reach >= FINE_REACH) {
      return this.#coarse;
    }
    if (!this.#asked) {
      this.#asked = true;
      void this.#load();
    }
    return this.#fine ?? this.#coarse;
  }

  async #load(): Promise<void> {
    this.#fine = storeOf(await fineLand());
    this.changed();
  }
}

function storeOf(packed: Uint8Array): FootprintStore {
  const store = new FootprintStore();
  store.set([packed]);
  return store;
}

/** 1:110 million. */
export function coarseLand(): Uint8Array {
  return unpack(land);
}

/** 1:50 million: a file of its own, for who comes closer. */
async function fineLand(): Promise<Uint8Array> {
  return unpack((await import('land:50m')).land);
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
