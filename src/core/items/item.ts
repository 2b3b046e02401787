/** Items as rows, tooltips and maps need them. The document itself is the text the service sent: see `itemText`. */
import { display } from '../display.js';
import { FeatureIndex } from './featureIndex.js';
import { isJsonObject } from '../jsonObject.js';
import type { ByteRange } from '../jsonText.js';
import { RestingGeometries } from './restingGeometries.js';

/** Names an item across windows and restarts: what `openItem` takes and a document's URI holds. */
export interface ItemKey {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

/** The part of an item that is looked at while it is a row. Strings are as the service sent them: show them through `display()`. */
export interface Item {
  /** Empty where the service sent none that can be used, as where it is longer than a name can be ({@link hasId}): such an item is a row, and cannot be opened by id. */
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
  /** `bbox` as sent, where it is a few numbers; unchecked otherwise. */
  readonly bbox?: unknown;
  /** `sar:instrument_mode` (interface, section 2.4), or the value of another property whose name ends so. */
  readonly instrumentMode?: string | undefined;
}

export interface ItemSource {
  readonly page: Uint8Array;
  readonly index: number;
  /** Where the feature is in the page; undefined where that is not known without looking for it. */
  readonly range?: ByteRange | undefined;
}

/** The outer members of a feature, none of them checked. */
export interface FeatureShape {
  readonly id?: unknown;
  readonly collection?: unknown;
  readonly geometry?: unknown;
  readonly bbox?: unknown;
  readonly properties?: unknown;
}

const decoder = new TextDecoder();

/** The page that items are read from: its bytes, and what of their features is kept. */
export class PageContent {
  readonly geometries = new RestingGeometries();
  readonly features = new FeatureIndex();

  /** @param bytes those that are there while the page arrives, then all; none for features that came otherwise */
  constructor(public bytes: Uint8Array = new Uint8Array()) {}

  /** @returns the place of the geometry of a feature, where it is kept or from where it can be read again */
  addGeometry(geometry: unknown, index: number): number {
    return this.geometries.add(geometry, this.features.isEmpty ? undefined : this.#again, index);
  }

  readonly #again = (index: number): unknown => {
    const geometry = this.features.geometryOf(index);
    const range = geometry ?? this.features.of(this.bytes, index);
    if (range === undefined) {
      return undefined;
    }
    const value: unknown = JSON.parse(decoder.decode(this.bytes.subarray(range.start, range.end)));
    return geometry !== undefined ? value : isJsonObject(value) ? value['geometry'] : undefined;
  };
}

/**
 * Reads what a row needs from a feature, the one in this place of its page. Whatever is missing or of another type is left out;
 * nothing here throws.
 */
export function readItem(feature: FeatureShape, content: PageContent, index: number): Item {
  return new PageItem(feature, content, index);
}

/** There are a hundred thousand of these: few fields, and nothing made that nobody may look at. */
class PageItem implements Item, ItemSource {
  readonly id: string;
  readonly collection: string;
  readonly datetime: string | undefined;
  readonly platform: string | undefined;
  readonly status: string | undefined;
  readonly startDatetime: string | undefined;
  readonly endDatetime: string | undefined;
  readonly bbox: unknown;
  readonly instrumentMode: string | undefined;
  private readonly geometryPlace: number;

  constructor(feature: FeatureShape, private readonly content: PageContent, readonly index: number) {
    const properties: Properties = isJsonObject(feature.properties) ? feature.properties : {};
    const names = Object.keys(properties);
    this.id = nameOf(feature.id);
    this.collection = nameOf(feature.collection);
    this.datetime = textOf(properties, 'datetime');
    this.platform = textOf(properties, 'platform');
    this.status = statusOf(properties, names);
    this.startDatetime = textOf(properties, 'start_datetime');
    this.endDatetime = textOf(properties, 'end_datetime');
    this.bbox = isNumbers(feature.bbox) ? feature.bbox : undefined;
    this.instrumentMode = instrumentModeOf(properties, names);
    this.geometryPlace = content.addGeometry(feature.geometry, index);
  }

  get geometry(): unknown {
    return this.content.geometries.get(this.geometryPlace);
  }

  get page(): Uint8Array {
    return this.content.bytes;
  }

  get range(): ByteRange | undefined {
    return this.content.features.of(this.content.bytes, this.index);
  }

  get source(): ItemSource {
    return this;
  }
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

/** A box has four numbers, or six. */
function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length <= 6 && value.every((number) => typeof number === 'number');
}

type Properties = Readonly<Record<string, unknown>>;

/** Longer texts are no names, in UTF-16 units. From 16,384 on an engine tells them apart by comparing each with each. */
const MAX_TEXT = 16_000;

function nameOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > MAX_TEXT ? '' : value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

function statusOf(properties: Properties, names: readonly string[]): string | undefined {
  let other: string | undefined;
  for (const name of names) {
    if (!name.endsWith(':status')) {
      continue;
    }
    const value = properties[name];
    if (isText(value)) {
      return value;
    }
    if (typeof value === 'number' || typeof value === 'boolean') {
      other ??= String(value);
    }
  }
  return other;
}

function instrumentModeOf(properties: Properties, names: readonly string[]): string | undefined {
  return textOf(properties, 'sar:instrument_mode') ?? textOf(properties, names.find((name) => name.endsWith(':instrument_mode')) ?? '');
}

function textOf(properties: Properties, name: string): string | undefined {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isText(value) ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}
