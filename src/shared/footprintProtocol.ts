/**
 * What the extension and the footprint view say to each other. Closed unions both ways, checked on arrival.
 * Texts are ready to be shown as text; nothing secret, no address and no command ever crosses.
 */

/** Longitude and latitude in degrees; longitudes of outlines may pass 180. */
export type MapPosition = readonly [longitude: number, latitude: number];
export type MapLine = readonly MapPosition[];

/** A footprint as it is drawn, between positions along great circles. */
export interface MapDrawing {
  /** Filled, never stroked. Closed rings, wound clockwise around what they enclose, holes the other way. */
  readonly fill: readonly (readonly MapLine[])[];
  /** Stroked, never filled. */
  readonly outline: readonly MapLine[];
  readonly lines: readonly MapLine[];
  readonly points: readonly MapPosition[];
  /** What the fitted view shows. */
  readonly cap: MapCap;
}

/** A cap of the sphere, its radius in degrees. */
export interface MapCap {
  readonly centre: MapPosition;
  readonly radius: number;
}

/** One of many footprints. */
export interface MapFootprint {
  /** The item's id as it may be shown. */
  readonly title: string;
  /** Platform, status, time; may be empty. */
  readonly subtitle: string;
  readonly drawing: MapDrawing;
}

/** The footprints of a result set. */
export interface MapResults {
  readonly kind: 'results';
  /** The same number: the same search with more items, so that the view may stay where it is. */
  readonly search: number;
  /** Goes up with every set of footprints: what is said about an older one is of no use. */
  readonly revision: number;
  /** How many footprints there are, in words. */
  readonly title: string;
  readonly subtitle: string;
  readonly footprints: readonly MapFootprint[];
  /** Holds all of them; undefined where there are none. */
  readonly cap: MapCap | undefined;
  /** The place of the chosen footprint. */
  readonly chosen: number | undefined;
  /** Why there is nothing to see; else empty. */
  readonly message: string;
  readonly facts: readonly MapFact[];
  readonly notes: readonly string[];
  readonly summary: string;
}

/** Which item is shown. The only thing that the view keeps over a restart. */
export interface MapItemKey {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

export interface MapItem {
  readonly key: MapItemKey;
  /** The id as it may be shown. */
  readonly title: string;
  /** Platform, status, time; may be empty. */
  readonly subtitle: string;
}

export interface MapFact {
  readonly label: string;
  readonly value: string;
}

export type FootprintState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly item: MapItem }
  | {
      readonly kind: 'footprint';
      readonly item: MapItem;
      readonly drawing: MapDrawing;
      readonly facts: readonly MapFact[];
      readonly notes: readonly string[];
      /** One text that says what a picture shows, for those who cannot see it. */
      readonly summary: string;
    }
  | { readonly kind: 'unusable'; readonly item: MapItem; readonly message: string }
  | { readonly kind: 'failed'; readonly item: MapItem; readonly message: string }
  | MapResults;

export type ToFootprintView =
  | { readonly type: 'state'; readonly state: FootprintState }
  /** The item at this place is open now. */
  | { readonly type: 'choose'; readonly revision: number; readonly index: number };

export type FromFootprintView =
  /** The view has loaded (again) and wants its state. */
  | { readonly type: 'ready' }
  /** The person wants the item of the footprint at this place. */
  | { readonly type: 'open'; readonly revision: number; readonly index: number }
  /** Something that must not happen did; `detail` says where, in words of the browser. For the log. */
  | { readonly type: 'problem'; readonly what: 'contentPolicy' | 'script' | 'message'; readonly detail: string };

/** What the view keeps with `setState`: the item, or that it showed the results. */
export type SavedFootprint = { readonly version: 1; readonly key: MapItemKey } | { readonly version: 1; readonly results: true };

const MAX_TEXT = 4000;

/** The message, rebuilt from its known members; undefined for anything else. */
export function parseFromFootprintView(value: unknown): FromFootprintView | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { type, what, detail, revision, index } = value;
  if (type === 'ready') {
    return { type };
  }
  if (type === 'open' && isCount(revision) && isCount(index)) {
    return { type, revision, index };
  }
  if (type === 'problem' && (what === 'contentPolicy' || what === 'script' || what === 'message') && isText(detail)) {
    return { type, what, detail };
  }
  return undefined;
}

/** The message, checked to the last number; undefined for anything else. */
export function parseToFootprintView(value: unknown): ToFootprintView | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { type, revision, index } = value;
  if (type === 'choose' && isCount(revision) && isCount(index)) {
    return { type, revision, index };
  }
  if (type !== 'state') {
    return undefined;
  }
  const state = parseState(value['state']);
  return state === undefined ? undefined : { type: 'state', state };
}

export function parseSavedFootprint(value: unknown): SavedFootprint | undefined {
  if (!isRecord(value) || value['version'] !== 1) {
    return undefined;
  }
  if (value['results'] === true) {
    return { version: 1, results: true };
  }
  const key = parseKey(value['key']);
  return key === undefined ? undefined : { version: 1, key };
}

function parseState(value: unknown): FootprintState | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { kind, drawing, facts, notes, summary, message } = value;
  if (kind === 'nothing') {
    return { kind };
  }
  if (kind === 'results') {
    return parseResults(value);
  }
  const item = parseItem(value['item']);
  if (item === undefined) {
    return undefined;
  }
  switch (kind) {
    case 'loading':
      return { kind, item };
    case 'unusable':
    case 'failed':
      return isText(message) ? { kind, item, message } : undefined;
    case 'footprint':
      return isDrawing(drawing) && isListOf(facts, isFact) && isListOf(notes, isText) && isText(summary) ? { kind, item, drawing, facts, notes, summary } : undefined;
    default:
      return undefined;
  }
}

function parseResults(value: Record<string, unknown>): MapResults | undefined {
  const { search, revision, title, subtitle, footprints, cap, chosen, message, facts, notes, summary } = value;
  const isKnown =
    isCount(search) &&
    isCount(revision) &&
    isText(title) &&
    isText(subtitle) &&
    isText(message) &&
    isText(summary) &&
    isListOf(footprints, isFootprint) &&
    (cap === undefined ? footprints.length === 0 : isCap(cap)) &&
    (chosen === undefined || (isCount(chosen) && chosen < footprints.length)) &&
    isListOf(facts, isFact) &&
    isListOf(notes, isText);
  return isKnown ? { kind: 'results', search, revision, title, subtitle, footprints, cap: cap as MapCap | undefined, chosen, message, facts, notes, summary } : undefined;
}

function isFootprint(value: unknown): value is MapFootprint {
  return isRecord(value) && isText(value['title']) && isText(value['subtitle']) && isDrawing(value['drawing']);
}

function parseItem(value: unknown): MapItem | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const key = parseKey(value['key']);
  const { title, subtitle } = value;
  return key !== undefined && isText(title) && isText(subtitle) ? { key, title, subtitle } : undefined;
}

function parseKey(value: unknown): MapItemKey | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { environment, collection, id } = value;
  return typeof environment === 'string' && typeof collection === 'string' && typeof id === 'string' ? { environment, collection, id } : undefined;
}

function isDrawing(value: unknown): value is MapDrawing {
  if (!isRecord(value)) {
    return false;
  }
  const { fill, outline, lines, points, cap } = value;
  return (
    isListOf(fill, (polygon): polygon is readonly MapLine[] => isListOf(polygon, isLine)) &&
    isListOf(outline, isLine) &&
    isListOf(lines, isLine) &&
    isListOf(points, isPosition) &&
    isCap(cap)
  );
}

function isCap(value: unknown): value is MapCap {
  if (!isRecord(value)) {
    return false;
  }
  const { centre, radius } = value;
  return isPosition(centre) && typeof radius === 'number' && radius >= 0 && radius <= 180;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isFact(value: unknown): value is MapFact {
  return isRecord(value) && isText(value['label']) && isText(value['value']);
}

function isLine(value: unknown): value is MapLine {
  return isListOf(value, isPosition);
}

function isPosition(value: unknown): value is MapPosition {
  return Array.isArray(value) && value.length === 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]) && Math.abs(value[1] as number) <= 90;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isListOf<T>(value: unknown, isMember: (member: unknown) => member is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isMember);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
