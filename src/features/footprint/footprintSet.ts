/** Footprints as they are gathered for the map: packed page by page, counted, and told apart by status and platform. */
import { display } from '../../core/display.js';
import { FootprintPacker } from '../../core/geo/footprintPacker.js';
import { formatUnusable } from '../../core/geo/formatGeometry.js';
import { MAX_CLASSES, NO_CLASS, NO_TIME } from '../../core/geo/packedFootprints.js';
import type { Parts } from '../../core/geo/types.js';
import type { BoundingBox } from '../../core/geo/boundingBox.js';
import type { Steps } from '../../core/steps.js';
import { statusKind, type StatusKind } from '../../core/items/statusKind.js';
import { minutesOf } from '../../core/results/timeBrush.js';
import { CLASS_COLOURS, type ClassColour, type MapClass } from '../../shared/footprintProtocol.js';

/** What the map knows of an item. */
export interface FootprintSource {
  readonly geometry: unknown;
  /** Of the geometry, where it was read already. */
  readonly parts?: Parts | undefined;
  /** RFC 3339, as sent. */
  readonly time: string | undefined;
  readonly status: string | undefined;
  readonly platform: string | undefined;
}

/** Footprints that cannot be drawn and are listed; more are only counted. */
const MAX_PROBLEMS = 100;
/** Positions of one footprint among many. */
const MOST_POSITIONS = 4000;
const STATUS_COLOURS: Readonly<Record<StatusKind, ClassColour>> = {
  requested: 'foreground', planned: 'blue', collected: 'purple', processing: 'orange', delivered: 'green', failed: 'red', other: 'yellow',
};
/** The theme's foreground is for what has no colour of its own. */
const PLATFORM_COLOURS = CLASS_COLOURS.filter((colour) => colour !== 'foreground');

export class FootprintSet {
  readonly #packer: FootprintPacker;
  readonly #statuses = new Classes((status) => STATUS_COLOURS[statusKind(status)]);
  readonly #platforms = new Classes((_, index) => PLATFORM_COLOURS[index % PLATFORM_COLOURS.length] ?? 'foreground');
  readonly #chunks: Uint8Array[] = [];
  /** Of the items that cannot be drawn, the first. */
  readonly problems: { readonly place: number; readonly reason: string }[] = [];
  read = 0;
  usable = 0;
  /** Drawn with fewer positions than they have. */
  simplified = 0;
  positions = 0;

  constructor(most = MOST_POSITIONS) {
    this.#packer = new FootprintPacker(most);
  }

  /** The next item in order. It is added at the last step. */
  *addSteps({ geometry, parts, time, status, platform }: FootprintSource): Steps<void> {
    const as = { place: this.read, minutes: minutesOf(time) ?? NO_TIME, status: this.#statuses.place(status), platform: this.#platforms.place(platform) };
    const before = this.#packer.positions;
    const packing = yield* parts === undefined ? this.#packer.addSteps(geometry, as) : this.#packer.addPartsSteps(parts, as);
    this.read += 1;
    this.positions += this.#packer.positions - before;
    if (packing.ok) {
      this.usable += 1;
      this.simplified += packing.simplified ? 1 : 0;
    } else if (this.problems.length < MAX_PROBLEMS) {
      this.problems.push({ place: as.place, reason: formatUnusable(packing.reason) });
    }
  }

  /** Packs what was added since the last time; undefined where nothing drawable was. */
  pack(): Uint8Array | undefined {
    if (this.#packer.items === 0) {
      return undefined;
    }
    const chunk = this.#packer.take();
    this.#chunks.push(chunk);
    return chunk;
  }

  get chunks(): readonly Uint8Array[] {
    return this.#chunks;
  }

  get box(): BoundingBox | undefined {
    return this.#packer.box;
  }

  get statuses(): readonly MapClass[] {
    return this.#statuses.classes;
  }

  get platforms(): readonly MapClass[] {
    return this.#platforms.classes;
  }
}

/** Values in the order in which they were met. */
class Classes {
  readonly #places = new Map<string, number>();
  readonly classes: MapClass[] = [];

  constructor(private readonly colourOf: (value: string, index: number) => ClassColour) {}

  place(value: string | undefined): number {
    if (value === undefined) {
      return NO_CLASS;
    }
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.classes.length < MAX_CLASSES ? this.classes.length : NO_CLASS;
      if (place !== NO_CLASS) {
        this.#places.set(value, place);
        this.classes.push({ label: display(value, 60), colour: this.colourOf(value, place) });
      }
    }
    return place;
  }
}
