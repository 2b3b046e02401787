/** Items as rows, tooltips and maps need them. The document itself is the text the service sent: see `itemText`. */
import { display } from './display.js';
import { expandTime } from './datetime.js';
import { isJsonObject } from './jsonObject.js';

/** Names an item across windows and restarts: what `openItem` takes and a document's URI holds. */
export interface ItemKey {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

/** The part of an item that is looked at while it is a row. Strings are as the service sent them: show them through `display()`. */
export interface Item {
  /** Empty where the service sent none that can be used ({@link hasId}): such an item is a row, and cannot be opened by id. */
  readonly id: string;
  /** Empty where the service sent none. */
  readonly collection: string;
  readonly datetime: string | undefined;
  readonly platform: string | undefined;
  /** The value of the first property whose name ends in `:status` (design, leniency). */
  readonly status: string | undefined;
  /** The footprint as sent, unchecked; `geometry` decides whether it can be drawn. */
  readonly geometry: unknown;
  /** Where the item's text is: the page's body and the feature's place in it. */
  readonly source: ItemSource;
  /** `start_datetime` and `end_datetime`, which stand for a null `datetime` (STAC common metadata). */
  readonly startDatetime?: string | undefined;
  readonly endDatetime?: string | undefined;
  /** `bbox` as sent, unchecked. */
  readonly bbox?: unknown;
  /** `sar:instrument_mode` (interface, section 2.4), or the value of another property whose name ends so. */
  readonly instrumentMode?: string | undefined;
}

export interface ItemSource {
  readonly page: Uint8Array;
  readonly index: number;
}

/** The outer members of a feature, none of them checked. */
export interface FeatureShape {
  readonly id?: unknown;
  readonly collection?: unknown;
  readonly geometry?: unknown;
  readonly bbox?: unknown;
  readonly properties?: unknown;
}

/** Reads what a row needs from a feature. Whatever is missing or of another type is left out; nothing here throws. */
export function readItem(feature: FeatureShape, source: ItemSource): Item {
  const properties = isJsonObject(feature.properties) ? feature.properties : {};
  return {
    id: nameOf(feature.id),
    collection: nameOf(feature.collection),
    datetime: stringOf(properties, 'datetime'),
    platform: stringOf(properties, 'platform'),
    status: statusOf(properties),
    geometry: feature.geometry,
    source,
    startDatetime: stringOf(properties, 'start_datetime'),
    endDatetime: stringOf(properties, 'end_datetime'),
    bbox: feature.bbox,
    instrumentMode: instrumentModeOf(properties),
  };
}

/** Whether the item can be named, and so be opened, found again and told apart from others. */
export function hasId(item: Pick<Item, 'id'>): boolean {
  return item.id !== '';
}

/** What a row is called: the id made safe to show, or "(no id)". */
export function itemLabel(item: Pick<Item, 'id'>): string {
  return hasId(item) ? display(item.id) : '(no id)';
}

export function itemKey(environment: string, item: Item): ItemKey {
  return { environment, collection: item.collection, id: item.id };
}

/**
 * A time of an item for people, `2026-06-10 08:15:30 UTC`. What cannot be read as a time is shown as it was sent;
 * nothing is shown for nothing.
 */
export function formatUtc(datetime: string | undefined): string {
  if (datetime === undefined) {
    return '';
  }
  const time = expandTime(datetime);
  if (!time.ok || time.value.from !== time.value.to) {
    return display(datetime, 60);
  }
  return time.value.from.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, ' UTC');
}

function nameOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

function statusOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  let other: string | undefined;
  for (const [name, value] of Object.entries(properties)) {
    if (!name.endsWith(':status')) {
      continue;
    }
    if (typeof value === 'string' && value !== '') {
      return value;
    }
    if (typeof value === 'number' || typeof value === 'boolean') {
      other ??= String(value);
    }
  }
  return other;
}

function instrumentModeOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  const other = (): string | undefined => Object.keys(properties).find((name) => name.endsWith(':instrument_mode'));
  return stringOf(properties, 'sar:instrument_mode') ?? stringOf(properties, other() ?? '');
}

function stringOf(properties: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
