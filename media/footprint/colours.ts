/** Which colour a footprint has, and what the legend says of it. */
import type { ColourBy, MapClass, MapTexts } from '../../src/shared/footprintProtocol.js';
import { NO_TIME } from '../../src/core/geo/packedFootprints.js';
import type { Chunk, FootprintStore } from './footprintStore.js';
import type { Colour } from './colour.js';
import type { Theme } from './themeColours.js';

export interface LegendEntry {
  readonly label: string;
  readonly colour: Colour;
  readonly count: number;
}

/** Ages in days up to which a footprint has the next colour; older ones have the last but one, those without a time the last. */
const AGES = [1, 7, 30, 365] as const;
const AGE_LABELS = ['up to 1 day', 'up to 1 week', 'up to 1 month', 'up to 1 year', 'older', 'no time'] as const;
const MINUTES_A_DAY = 1440;

/** Colours by slot for one way of colouring. */
export class Colours {
  readonly #slots = new WeakMap<Chunk, Uint8Array>();
  readonly entries: readonly { readonly label: string; readonly colour: Colour }[];

  /** `now` in milliseconds since the epoch. */
  constructor(private readonly by: ColourBy, private readonly texts: Pick<MapTexts, 'statuses' | 'platforms'>, private readonly theme: Theme, private readonly now: number) {
    this.entries = entriesOf(by, texts, theme);
  }

  get colours(): readonly Colour[] {
    return this.entries.map(({ colour }) => colour);
  }

  slots(chunk: Chunk): Uint8Array | undefined {
    if (this.by === 'one') {
      return undefined;
    }
    let slots = this.#slots.get(chunk);
    if (slots === undefined) {
      slots = this.#read(chunk);
      this.#slots.set(chunk, slots);
    }
    return slots;
  }

  slotOf(chunk: Chunk, item: number): number {
    return this.slots(chunk)?.[item] ?? 0;
  }

  /** Counts what is shown. */
  legend(store: FootprintStore, chunks: readonly Chunk[], isShown: (chunk: Chunk, item: number) => boolean): readonly LegendEntry[] {
    if (this.by === 'one' || store.count === 0) {
      return [];
    }
    const counts = new Float64Array(this.entries.length);
    for (const chunk of chunks) {
      this.slots(chunk)?.forEach((slot, item) => {
        counts[slot] = (counts[slot] ?? 0) + (isShown(chunk, item) ? 1 : 0);
      });
    }
    return this.entries.map((entry, index) => ({ ...entry, count: counts[index] ?? 0 })).filter(({ count }) => count > 0);
  }

  #read({ packed }: Chunk): Uint8Array {
    const last = this.entries.length - 1;
    if (this.by === 'age') {
      const now = this.now / 60_000;
      return Uint8Array.from(packed.minutes, (minutes) => {
        if (minutes === NO_TIME) {
          return last;
        }
        const age = AGES.findIndex((days) => now - minutes <= days * MINUTES_A_DAY);
        return age < 0 ? AGES.length : age;
      });
    }
    const { statuses, platforms } = this.texts;
    const classes = this.by === 'status' ? statuses : platforms;
    // Classes of one colour share a slot: there are as many slots as colours.
    const slotOf = classes.map(({ colour }) => this.entries.findIndex((entry) => entry.colour === this.theme.classes[colour]));
    return (this.by === 'status' ? packed.statuses : packed.platforms).map((index) => {
      const slot = slotOf[index] ?? last;
      return slot < 0 ? last : slot;
    });
  }
}

function entriesOf(by: ColourBy, { statuses, platforms }: Pick<MapTexts, 'statuses' | 'platforms'>, theme: Theme): { readonly label: string; readonly colour: Colour }[] {
  if (by === 'one') {
    return [{ label: '', colour: theme.accent }];
  }
  if (by === 'age') {
    return AGE_LABELS.map((label, index) => ({ label, colour: theme.ages[index] ?? theme.quiet }));
  }
  const labels = new Map<MapClass['colour'], string[]>();
  for (const { label, colour } of by === 'status' ? statuses : platforms) {
    labels.set(colour, [...(labels.get(colour) ?? []), label]);
  }
  return [
    ...[...labels].map(([colour, names]) => ({ label: names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', '), colour: theme.classes[colour] })),
    { label: by === 'status' ? 'no status' : 'no platform', colour: theme.quiet },
  ];
}
