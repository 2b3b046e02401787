/** The bundled outlines of the world's land, cut and packed as footprints are when the extension is built. */
import { land } from 'land:110m';
import { FootprintStore } from './footprintStore.js';
import { readLand } from './landText.js';

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
  return readLand(land);
}

/** 1:50 million: a file of its own, for who comes closer. */
async function fineLand(): Promise<Uint8Array> {
  return readLand((await import('land:50m')).land);
}
