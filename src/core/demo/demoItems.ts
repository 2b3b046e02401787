/**
 * The demo's items, made from a seed. Each sits in its own slot of absolute time, so that an item keeps its id for as long as it is in the
 * catalog, and the catalog moves on by itself: new items are tasked, their status advances, and those older than the span drop out.
 */
import { places, type Place } from './demoPlaces.js';
import { between, randomFor, weighted, type Random } from './random.js';
import { destination, normalizeLongitude } from './spatial.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SHORTEST_LEAD = 3 * HOUR;
const LONGEST_LEAD = 4 * DAY;

/** The prefix of the status property (interface, section 2.4: `<vendor>:status`). */
export const DEMO_VENDOR = 'halcyra';

/** The organizations that own items; each is a collection (interface, section 1). */
export const DEMO_ORGANIZATIONS = [
  { id: 'northfold-survey', title: 'Northfold Survey' },
  { id: 'tidewater-institute', title: 'Tidewater Institute' },
  { id: 'brightmoor-agronomy', title: 'Brightmoor Agronomy' },
] as const;

export type DemoStatus = 'REQUESTED' | 'COMMANDED' | 'COLLECTED' | 'PROCESSED' | 'DELIVERED' | 'FAILED';
export type Position = readonly [lon: number, lat: number, altitude: number];

export interface DemoPolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly Position[])[];
}

/** An item in the catalog's order. Times are milliseconds since the epoch. */
export interface DemoItem {
  readonly index: number;
  readonly created: number;
  readonly datetime: number;
  /** The rest, made when it is first asked for: a page of a hundred must not wait for three thousand. */
  readonly details: DemoDetails;
}

export interface DemoDetails {
  readonly id: string;
  readonly collection: string;
  readonly platform: string;
  readonly mode: string;
  readonly commandedAt: number;
  readonly processedAt: number;
  readonly deliveredAt: number;
  readonly fails: boolean;
  readonly hasAssets: boolean;
  readonly heading: number;
  readonly footprint: DemoPolygon;
}

type Places = Record<'land' | 'antimeridian' | 'polar', readonly Place[]>;

interface FootprintShape {
  readonly lon: number;
  readonly lat: number;
  readonly altitude: number;
  readonly halfWidthKm: number;
  readonly halfLengthKm: number;
  readonly headingDeg: number;
  readonly reliefM: number;
  /** Longitudes beyond ±180 instead of a jump from 180 to -180. */
  readonly unwrapped: boolean;
}

export interface DemoItems {
  /** Every item the catalog holds at a time, newest `datetime` first. */
  asOf(now: number): readonly DemoItem[];
}

const PLATFORMS = [['Halcyra-1', 3], ['Halcyra-2', 5], ['Halcyra-3', 5], ['Halcyra-4', 4], ['Vesperline-A', 2], ['Vesperline-B', 2], ['Tarnwing-7', 1]] as const;
const MODES = [['SPOTLIGHT', 78], ['SLIDING_SPOTLIGHT', 10], ['STRIPMAP', 10], ['STARING_SPOTLIGHT', 2]] as const;
const OWNERS = [[0, 6], [1, 3], [2, 1]] as const;

/** Makes nothing yet. `count` items lie in the last `spanDays` days; those tasked for the coming days come on top. */
export function createDemoItems(options: { readonly seed: number; readonly count: number; readonly spanDays: number }): DemoItems {
  const { seed, count, spanDays } = options;
  const span = spanDays * DAY;
  const slot = span / count;
  const made = new Map<number, DemoItem>();
  let where: Places | undefined;

  return {
    asOf(now) {
      where ??= { land: places('land'), antimeridian: places('antimeridian'), polar: places('polar') };
      if (made.size > 3 * count + 1_000) {
        made.clear();
      }
      const list: DemoItem[] = [];
      const oldest = Math.ceil((now - span) / slot);
      for (let index = Math.floor((now + LONGEST_LEAD) / slot); index >= oldest; index -= 1) {
        let item = made.get(index);
        if (item === undefined) {
          item = makeItem(seed, index, slot, where);
          made.set(index, item);
        }
        if (item.created <= now) {
          list.push(item);
        }
      }
      return list;
    },
  };
}

/** Where an item is on its way (interface, section 3 shows COMMANDED; the other values are the demo's own). */
export function statusAt({ datetime, details }: DemoItem, now: number): DemoStatus {
  if (now < details.commandedAt) {
    return 'REQUESTED';
  }
  if (now < datetime) {
    return 'COMMANDED';
  }
  if (details.fails) {
    return 'FAILED';
  }
  if (now < details.processedAt) {
    return 'COLLECTED';
  }
  return now < details.deliveredAt ? 'PROCESSED' : 'DELIVERED';
}

/** The item as the service sends it (interface, section 2.4): no `type`, no `bbox`, `assets` often empty. */
export function featureOf(item: DemoItem, now: number, baseUrl: string): Readonly<Record<string, unknown>> {
  const { id, collection, footprint, platform, mode, hasAssets } = item.details;
  const status = statusAt(item, now);
  const files = `${baseUrl}/assets/${collection}/${id}`;
  return {
    id,
    links: [{ rel: 'collection', type: 'application/json', href: `${baseUrl}/collections/${collection}` }],
    assets: hasAssets && status === 'DELIVERED'
      ? {
          thumbnail: { href: `${files}/thumbnail.svg`, type: 'image/svg+xml', title: 'Thumbnail', roles: ['thumbnail'] },
          metadata: { href: `${files}/metadata.json`, type: 'application/json', title: 'Metadata', roles: ['metadata'] },
        }
      : {},
    geometry: footprint,
    collection,
    properties: {
      created: isoTime(item.created),
      datetime: isoTime(item.datetime),
      platform,
      [`${DEMO_VENDOR}:status`]: status,
      'sar:instrument_mode': mode,
    },
  };
}

function makeItem(seed: number, index: number, slot: number, where: Places): DemoItem {
  const random = randomFor(seed, index);
  const datetime = seconds((index + random()) * slot);
  // Most are tasked a day ahead, few several days.
  const created = seconds(datetime - SHORTEST_LEAD - (LONGEST_LEAD - SHORTEST_LEAD) * random() ** 4);
  let details: DemoDetails | undefined;
  return {
    index,
    created,
    datetime,
    get details() {
      details ??= makeDetails(random, index, created, datetime, where);
      return details;
    },
  };
}

function makeDetails(random: Random, index: number, created: number, datetime: number, where: Places): DemoDetails {
  const platform = weighted<string>(random, PLATFORMS, 'Halcyra-1');
  const mode = weighted<string>(random, MODES, 'SPOTLIGHT');
  const owner = DEMO_ORGANIZATIONS[weighted<0 | 1 | 2>(random, OWNERS, 0)];
  const processedAt = datetime + between(random, 0.4 * HOUR, 3 * HOUR);
  const shape = makeShape(random, mode, where);
  return {
    // The slot's number: unique, the same for as long as the item is there, and short enough to leave a row room for the rest.
    id: `${platform.toLowerCase()}-${index.toString(36)}`,
    collection: owner.id,
    platform,
    mode,
    commandedAt: created + (datetime - created) * between(random, 0.1, 0.8),
    processedAt,
    deliveredAt: processedAt + between(random, 0.3 * HOUR, 5 * HOUR),
    fails: random() < 0.02,
    hasAssets: random() < 0.4,
    heading: shape.headingDeg,
    footprint: footprintOf(shape, random),
  };
}

function makeShape(random: Random, mode: string, where: Places): FootprintShape {
  const kind = weighted<'land' | 'antimeridian' | 'polar'>(random, [['land', 94], ['antimeridian', 3], ['polar', 3]], 'land');
  const list = where[kind];
  const place = list[Math.floor(random() * list.length)] ?? { lon: 0, lat: 0, altitude: 0, spreadKm: 1 };
  const centre = destination(place.lon, place.lat, between(random, 0, 360), place.spreadKm * Math.sqrt(random()));
  const long = mode === 'STRIPMAP';
  return {
    lon: centre.lon,
    lat: centre.lat,
    altitude: place.altitude,
    halfWidthKm: between(random, 2, long ? 8 : 3.5),
    halfLengthKm: long ? between(random, 10, 22) : between(random, 2, 3.5),
    // The ground tracks of near-polar orbits lean by some ten degrees.
    headingDeg: weighted(random, [[-11, 1], [191, 1]], -11) + between(random, -6, 6),
    reliefM: between(random, 1, 5 + place.altitude * 0.05),
    unwrapped: random() < 0.5,
  };
}

/** A closed ring of four corners with heights in metres. Correct on the sphere everywhere, also around a pole. */
function footprintOf(shape: FootprintShape, random: Random): DemoPolygon {
  const reach = Math.hypot(shape.halfWidthKm, shape.halfLengthKm);
  const slant = Math.atan2(shape.halfWidthKm, shape.halfLengthKm) * (180 / Math.PI);
  // Counter-clockwise seen from above (RFC 7946, section 3.1.6).
  const corners = [-slant, 180 + slant, 180 - slant, slant].map((bearing): Position => {
    const point = destination(shape.lon, shape.lat, shape.headingDeg + bearing, reach);
    const lon = shape.unwrapped ? nearest(point.lon, shape.lon) : point.lon;
    return [round(lon, 6), round(point.lat, 6), round(Math.max(0, shape.altitude + between(random, -shape.reliefM, shape.reliefM)), 2)];
  });
  const first = corners[0];
  return { type: 'Polygon', coordinates: [first === undefined ? corners : [...corners, first]] };
}

function nearest(lon: number, to: number): number {
  return to + normalizeLongitude(lon - to);
}

function seconds(time: number): number {
  return Math.floor(time / 1_000) * 1_000;
}

function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}

/** `2026-06-01T10:15:30Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}
