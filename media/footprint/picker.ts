/** Pointing at, choosing and stepping through footprints. */
import type { Chunk, FootprintStore, ItemRef } from './footprintStore.js';
import { pixelOf, type Frame } from './frame.js';
import type { MapShell } from './mapShell.js';
import type { NamedFootprint, Page } from './page.js';
import { footprintsAt } from './pointing.js';
import { paintItem } from './shapes.js';
import { STEPS_PER_DEGREE } from '../../src/core/geo/packedFootprints.js';
import { css, type Theme } from './themeColours.js';
import type { LonLat } from './sphere.js';

export interface PickerPorts {
  /** Whether an item is drawn. */
  isShown(chunk: Chunk, item: number): boolean;
  /** Clicks are meant for something else. */
  isBusy(): boolean;
  describe(place: number): void;
  /** The person chose these. */
  select(places: readonly number[]): void;
  open(place: number): void;
}

/** Clicks nearer to each other are meant for the same place, pixels. */
const SAME_PLACE = 5;
/** The second click of a double click comes within so many milliseconds. */
const DOUBLE_CLICK = 400;
/** Names that are kept. */
const MAX_NAMES = 2000;

export class Picker {
  #chosen: ItemRef[] = [];
  #hovered: ItemRef | undefined;
  #pointer: readonly [number, number] | undefined;
  #last: { readonly at: readonly [number, number]; readonly time: number; readonly turn: number } | undefined;
  readonly #names = new Map<number, NamedFootprint>();
  readonly #asked = new Set<number>();
  /** The person chose here, and wants to hear what it is. */
  #aloud = false;
  /** One footprint needs no choosing. */
  #active = false;

  constructor(private readonly page: Page, private readonly shell: MapShell, private readonly store: FootprintStore, private readonly ports: PickerPorts) {
    shell.on('pointermove', (pixel, event) => this.#hover(event.dragging ? undefined : pixel));
    shell.on('click', (pixel, event) => this.#click(pixel, event.originalEvent as PointerEvent));
    shell.on('dblclick', (pixel, event) => {
      const [ref] = this.#under(pixel);
      const chosen = this.#chosen.length === 1 ? this.#chosen[0] : undefined;
      if (ref !== undefined) {
        // Both clicks were meant for the item, not for the zoom.
        event.stopPropagation();
        ports.open(store.placeOf(chosen ?? ref));
      }
    });
    page.map.addEventListener('pointerleave', () => this.#hover(undefined));
    page.map.addEventListener('keydown', (event) => this.#key(event));
  }

  get chosen(): readonly ItemRef[] {
    return this.#chosen;
  }

  /** Something else is on the map. */
  reset(active: boolean, chosen: readonly number[]): void {
    this.#active = active;
    this.#names.clear();
    this.#asked.clear();
    this.#hovered = undefined;
    this.#last = undefined;
    this.#chosen = chosen.flatMap((place) => this.store.find(place) ?? []);
    this.#change();
  }

  /** Chosen elsewhere: brought into view, not told back. */
  choose(places: readonly number[]): void {
    this.#chosen = places.flatMap((place) => this.store.find(place) ?? []);
    const [first] = this.#chosen;
    if (first !== undefined && this.#chosen.length === 1) {
      this.shell.bring(this.#middle(first));
    }
    this.#change();
  }

  described(place: number, name: NamedFootprint): void {
    if (this.#names.size > MAX_NAMES) {
      this.#names.clear();
    }
    this.#names.set(place, name);
    const [first] = this.#chosen;
    if (this.#aloud && first !== undefined && this.store.placeOf(first) === place) {
      this.#aloud = false;
      this.#speak(first, name);
    }
    this.name();
  }

  /** What is chosen and pointed at, over everything else. */
  paint(context: CanvasRenderingContext2D, frame: Frame, theme: Theme): void {
    context.lineJoin = 'round';
    for (const ref of [...this.#chosen, ...(this.#hovered === undefined ? [] : [this.#hovered])]) {
      const chunk = this.store.chunks(frame.plane)[ref.chunk];
      if (chunk === undefined || !this.ports.isShown(chunk, ref.item)) {
        continue;
      }
      const isChosen = this.#chosen.includes(ref);
      for (const copy of frame.copies) {
        paintItem(context, frame, chunk, ref.item, copy, { fill: undefined, stroke: theme.halo, width: 7, mark: 7 });
        paintItem(context, frame, chunk, ref.item, copy, { fill: isChosen ? css(theme.accent, 0.25) : undefined, stroke: theme.chosen, width: isChosen ? 3.5 : 2.5, mark: 5 });
      }
    }
  }

  /** Names what is pointed at, else what is chosen, where it lies. */
  name(): void {
    const ref = this.#hovered ?? (this.#chosen.length === 1 ? this.#chosen[0] : undefined);
    const frame = this.shell.frame;
    if (!this.#active || ref === undefined || frame === undefined || !this.#isShown(ref)) {
      this.page.name(undefined, [0, 0]);
      return;
    }
    const place = this.store.placeOf(ref);
    const name = this.#names.get(place);
    if (name === undefined) {
      if (!this.#asked.has(place)) {
        this.#asked.add(place);
        this.ports.describe(place);
      }
      this.page.name(undefined, [0, 0]);
      return;
    }
    const at = this.#hovered === undefined ? this.#pixel(frame, ref) : this.#pointer;
    this.page.name(at === undefined ? undefined : name, at ?? [0, 0]);
  }

  #hover(pixel: readonly [number, number] | undefined): void {
    this.#pointer = pixel;
    if (!this.#active) {
      return;
    }
    const under = pixel === undefined ? [] : this.#under(pixel);
    // What was chosen by clicking again stays named while the pointer rests on it.
    const hovered = under.find((ref) => this.#chosen.some((chosen) => isSame(chosen, ref))) ?? under[0];
    this.page.map.classList.toggle('pointing', hovered !== undefined);
    if (hovered?.chunk !== this.#hovered?.chunk || hovered?.item !== this.#hovered?.item) {
      this.#hovered = hovered;
      this.shell.redraw();
    }
    this.name();
  }

  #click(pixel: readonly [number, number], event: PointerEvent): void {
    if (!this.#active || this.ports.isBusy()) {
      return;
    }
    const under = this.#under(pixel);
    const last = this.#last;
    const again = last !== undefined && Math.hypot(pixel[0] - last.at[0], pixel[1] - last.at[1]) < SAME_PLACE;
    if (again && event.timeStamp - last.time < DOUBLE_CLICK) {
      return;
    }
    const turn = again ? last.turn + 1 : 0;
    this.#last = { at: pixel, time: event.timeStamp, turn };
    const ref = under[turn % Math.max(1, under.length)];
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      const first = under[0];
      if (first !== undefined) {
        const others = this.#chosen.filter((chosen) => !isSame(chosen, first));
        this.#take(others.length < this.#chosen.length ? others : [...others, first]);
      }
      return;
    }
    this.#take(ref === undefined ? [] : [ref]);
    if (under.length > 1) {
      this.page.say(`${(turn % under.length) + 1} of ${under.length} here; click again for the next.`);
    }
  }

  #key(event: KeyboardEvent): void {
    if (!this.#active || this.store.count === 0 || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.page.map) {
      return;
    }
    const [chosen] = this.#chosen;
    const at = chosen === undefined ? undefined : this.store.indexOf(chosen);
    const step = (from: number, by: 1 | -1): void => {
      for (let tried = 0; tried < this.store.count; tried += 1) {
        const ref = this.store.at((from + by * tried + this.store.count * 2) % this.store.count);
        if (ref !== undefined && this.#isShown(ref)) {
          this.shell.bring(this.#middle(ref));
          this.#take([ref]);
          return;
        }
      }
    };
    const actions: Readonly<Record<string, () => void>> = {
      n: () => step(at === undefined ? 0 : at + 1, 1),
      p: () => step(at === undefined ? -1 : at - 1, -1),
      o: () => this.#stepOver(),
      Enter: () => {
        if (chosen !== undefined) {
          this.ports.open(this.store.placeOf(chosen));
        }
      },
      Escape: () => {
        if (chosen !== undefined) {
          this.#take([]);
          this.page.speak('No footprint is chosen.');
        }
      },
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  }

  /** The next footprint under the middle of the chosen one. */
  #stepOver(): void {
    const [chosen] = this.#chosen;
    const frame = this.shell.frame;
    const pixel = chosen === undefined || frame === undefined ? undefined : (this.#pixel(frame, chosen) ?? undefined);
    if (chosen === undefined || pixel === undefined) {
      return;
    }
    const under = this.#under(pixel);
    const next = under[(under.findIndex((ref) => isSame(ref, chosen)) + 1) % Math.max(1, under.length)];
    if (next !== undefined) {
      this.#take([next]);
    }
  }

  #take(refs: readonly ItemRef[]): void {
    this.#chosen = [...refs];
    const [first] = refs;
    const place = first === undefined ? undefined : this.store.placeOf(first);
    const name = place === undefined ? undefined : this.#names.get(place);
    this.#aloud = name === undefined;
    if (place !== undefined && name !== undefined) {
      this.#speak(first, name);
    }
    this.ports.select(refs.map((ref) => this.store.placeOf(ref)));
    this.#change();
  }

  #speak(ref: ItemRef | undefined, { title, subtitle }: NamedFootprint): void {
    if (ref !== undefined) {
      this.page.speak([`${this.store.indexOf(ref) + 1} of ${this.store.count}`, title, subtitle].filter((words) => words !== '').join(', '));
    }
  }

  #change(): void {
    this.shell.redraw();
    this.name();
  }

  #under(pixel: readonly [number, number]): ItemRef[] {
    const frame = this.shell.frame;
    if (frame === undefined || this.ports.isBusy()) {
      return [];
    }
    return footprintsAt(this.store, frame, pixel).filter((ref) => this.#isShown(ref));
  }

  #isShown({ chunk, item }: ItemRef): boolean {
    const page = this.store.chunks(this.shell.plane)[chunk];
    return page !== undefined && this.ports.isShown(page, item);
  }

  /** The middle of an item's box. */
  #middle({ chunk, item }: ItemRef): LonLat {
    const { plane } = this.shell;
    const boxes = this.store.chunks(plane)[chunk]?.boxes;
    const [west = 0, south = 0, east = 0, north = 0] = boxes?.subarray(4 * item, 4 * item + 4) ?? [];
    // A footprint over 180 degrees has its box around the earth: its first position will do.
    if (plane.around !== undefined && east - west > plane.around / 2) {
      const packed = this.store.packed(chunk);
      const first = 2 * (packed?.ringStarts[packed.itemStarts[item] ?? 0] ?? 0);
      return [(packed?.coordinates[first] ?? 0) / STEPS_PER_DEGREE, (packed?.coordinates[first + 1] ?? 0) / STEPS_PER_DEGREE];
    }
    return plane.toPosition((west + east) / 2, (south + north) / 2);
  }

  /** Where the middle of an item is drawn; undefined where it is out of sight. */
  #pixel(frame: Frame, ref: ItemRef): readonly [number, number] | undefined {
    const [longitude, latitude] = this.#middle(ref);
    for (const turn of frame.plane.around === undefined ? [0] : [0, 360, -360]) {
      const at = pixelOf(frame, [longitude + turn, latitude]);
      if (at[0] >= 0 && at[1] >= 0 && at[0] <= frame.width && at[1] <= frame.height) {
        return at;
      }
    }
    return undefined;
  }
}

function isSame(one: ItemRef, other: ItemRef): boolean {
  return one.chunk === other.chunk && one.item === other.item;
}
