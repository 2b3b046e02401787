/** From a result set to the map of its footprints. Knows nothing of the editor. */
import { display } from '../../core/display.js';
import { drawingOf } from '../../core/geometry/drawing.js';
import { lengthWords, positionWords } from '../../core/geometry/geometryWords.js';
import { capOf, centreOf, distance } from '../../core/geometry/measure.js';
import { readGeometry } from '../../core/geometry/readGeometry.js';
import { EARTH_RADIUS_KM, type Cap, type Parts } from '../../core/geometry/types.js';
import { throwIfCancelled } from '../../core/failure.js';
import { itemLabel, type Item } from '../../core/item.js';
import type { ResultSet } from '../../core/pages.js';
import { describeQuery } from '../../core/queryWords.js';
import type { MapDrawing, MapFact, MapFootprint, MapResults } from '../../shared/footprintProtocol.js';
import { subtitleOf } from './footprintState.js';

/** So many footprints, with so many positions in all, are drawn at most. */
export interface Bounds {
  readonly footprints: number;
  readonly positions: number;
}

export const BOUNDS: Bounds = { footprints: 5000, positions: 200_000 };
/** Items read before others get a turn. */
const AT_ONCE = 100;
/** A smallest cap wider than this has no clear centre: the whole earth is shown, degrees. */
const WHOLE_EARTH = 80;
const WORLD: Cap = { centre: [0, 20], radius: 180 };

/** The footprints of a result set, in its order, as far as the bounds go. */
export interface ResultFootprints {
  readonly set: ResultSet;
  readonly footprints: readonly MapFootprint[];
  /** The items of the footprints. */
  readonly items: readonly Item[];
  /** Items that were looked at. */
  readonly read: number;
  /** Footprints drawn with fewer positions than they have. */
  readonly simplified: number;
}

interface Reading {
  readonly footprint: MapFootprint;
  readonly positions: number;
  readonly simplified: boolean;
}

/** Reads footprints, each item's once: a longer set of the same search costs only what is new. */
export class FootprintReader {
  /** `null`: the item has no usable footprint. */
  readonly #readings = new WeakMap<Item, Reading | null>();

  constructor(private readonly bounds: Bounds = BOUNDS) {}

  /** Lets others have a turn in between. @throws CatalogError `cancelled` */
  async read(set: ResultSet, signal: AbortSignal): Promise<ResultFootprints> {
    const footprints: MapFootprint[] = [];
    const items: Item[] = [];
    let [read, positions, simplified] = [0, 0, 0];
    for (const item of set.items) {
      if (footprints.length >= this.bounds.footprints) {
        break;
      }
      const reading = this.#reading(item);
      positions += reading?.positions ?? 0;
      if (positions > this.bounds.positions) {
        break;
      }
      read += 1;
      if (reading !== null) {
        footprints.push(reading.footprint);
        items.push(item);
        simplified += reading.simplified ? 1 : 0;
      }
      if (read % AT_ONCE === 0) {
        await new Promise(setImmediate);
        throwIfCancelled(signal);
      }
    }
    return { set, footprints, items, read, simplified };
  }

  #reading(item: Item): Reading | null {
    const known = this.#readings.get(item);
    if (known !== undefined) {
      return known;
    }
    const reading = readFootprint(item);
    this.#readings.set(item, reading);
    return reading;
  }
}

/** The state of the view; `place` says which set this is and which footprint is chosen. */
export function resultsState(
  { set, footprints, items, read, simplified }: ResultFootprints,
  place: Pick<MapResults, 'search' | 'revision' | 'chosen'>,
): MapResults {
  const unusable = read - items.length;
  const cap = commonCap(footprints.map(({ drawing }) => drawing));
  const title = [counted(items.length, 'footprint'), ...(unusable > 0 ? [`${counted(unusable, 'item')} ${unusable === 1 ? 'has' : 'have'} no usable footprint`] : [])].join('; ');
  // The query's own limit is that of one page.
  const subtitle = [set.environment, describeQuery({ ...set.query, limit: set.items.length })].map((text) => display(text, 200)).join(' · ');
  const notes = [
    ...(read < set.items.length ? [`Only the first ${number(read)} of ${number(set.items.length)} items are on this map; all of them would be too much to draw. Narrow the search to see the others.`] : []),
    ...(simplified > 0 ? [`${counted(simplified, 'footprint')} ${simplified === 1 ? 'is' : 'are'} drawn with fewer positions than ${simplified === 1 ? 'it has' : 'they have'}.`] : []),
    ...(set.next !== undefined ? ['There are more items to load.'] : []),
  ];
  const facts = cap === undefined ? [] : extentFacts(cap);
  const message = items.length > 0 ? '' : set.items.length === 0 ? 'The search found no items.' : 'None of the items has a usable footprint.';
  const summary = [`Map of the search results: ${title}.`, ...facts.map(({ label, value }) => `${label}: ${value}.`), ...notes].join(' ');
  return { kind: 'results', ...place, title, subtitle, footprints, cap, message, facts, notes, summary };
}

/** The state before footprints are here, or when there are no results at all. */
export function emptyResults(message: string, place: Pick<MapResults, 'search' | 'revision'>): MapResults {
  return { kind: 'results', ...place, title: 'Search results', subtitle: '', footprints: [], cap: undefined, chosen: undefined, message, facts: [], notes: [], summary: message };
}

function readFootprint(item: Item): Reading | null {
  const geometry = readGeometry(item.geometry);
  if (geometry.kind === 'unusable') {
    return null;
  }
  const { simplified, ...drawing } = drawingOf(geometry);
  return { footprint: { title: itemLabel(item), subtitle: subtitleOf(item), drawing }, positions: countPositions(drawing), simplified };
}

/** A cap that holds all footprints: on the sphere, so that neither the antimeridian nor a pole matters. */
function commonCap(drawings: readonly MapDrawing[]): Cap | undefined {
  if (drawings.length === 0) {
    return undefined;
  }
  if (drawings.some(({ cap }) => cap.radius >= WHOLE_EARTH)) {
    return WORLD;
  }
  const parts: Parts = { polygons: [], lines: [], points: drawings.flatMap(({ outline, lines, points }) => [...outline.flat(), ...lines.flat(), ...points]) };
  const cap = capOf(parts, centreOf({ ...parts, points: drawings.map((drawing) => drawing.cap.centre) }, false));
  // Only some of very many positions are looked at above.
  const radius = drawings.reduce((most, drawing) => Math.max(most, distance(cap.centre, drawing.cap.centre)), cap.radius);
  return radius >= WHOLE_EARTH ? WORLD : { centre: cap.centre, radius };
}

function extentFacts(cap: Cap): MapFact[] {
  return cap === WORLD
    ? [{ label: 'Extent', value: 'around the earth' }]
    : [{ label: 'Centre', value: positionWords(cap.centre, cap.radius) }, { label: 'Across', value: lengthWords((cap.radius * 2 * Math.PI * EARTH_RADIUS_KM) / 180) }];
}

function countPositions({ fill, outline, lines, points }: MapDrawing): number {
  return [...fill.flat(), ...outline, ...lines].reduce((sum, line) => sum + line.length, points.length);
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
