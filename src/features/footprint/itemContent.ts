/** From an item's text to what the map shows of it. Knows nothing of the editor. */
import { display } from '../../core/display.js';
import { formatUnusable } from '../../core/geo/formatGeometry.js';
import { measuredSteps } from '../../core/geo/readGeometry.js';
import { formatUtc } from '../../core/items/itemTime.js';
import { documentFeatureSteps } from '../../core/items/largeFeature.js';
import { itemLabel, PageContent, readItem, type Item, type ItemKey } from '../../core/items/item.js';
import type { Steps } from '../../core/steps.js';
import type { MapTexts } from '../../shared/footprintProtocol.js';
import { FootprintSet } from './footprintSet.js';
import { NO_TEXTS, type MapContent } from './mapContent.js';
import { factsOf, notesOf } from './measures.js';

/** Positions of a footprint that is alone on the map. */
const MOST_POSITIONS = 50_000;

/** What is known of an item before its text is here. */
export function labelOf(key: ItemKey): MapTexts {
  return { ...NO_TEXTS, title: itemLabel(key), subtitle: display(key.collection, 100) };
}

/** Platform, status and time, as far as they are known. */
export function subtitleOf({ platform, status, datetime, startDatetime }: Pick<Item, 'platform' | 'status' | 'datetime' | 'startDatetime'>): string {
  const words = [platform, status].flatMap((text) => (text === undefined ? [] : [display(text, 60)]));
  return [...words, formatUtc(datetime ?? startDatetime)].filter((text) => text !== '').join(' · ');
}

/** The map for an item's JSON text. Never throws: what cannot be drawn is said. */
export function* itemContentSteps(key: ItemKey, text: string): Steps<MapContent> {
  const feature = yield* documentFeatureSteps(new TextEncoder().encode(text));
  const set = new FootprintSet(MOST_POSITIONS);
  const content = (texts: MapTexts): MapContent => ({
    subject: { kind: 'item', key }, texts, set, box: set.box, area: undefined,
    describe: () => texts,
    geometry: () => feature?.geometry,
    key: () => key,
    place: () => 0,
  });
  if (feature === undefined) {
    return content({ ...labelOf(key), message: unusable('the item is not a JSON object.') });
  }
  const item = readItem(feature, new PageContent(), 0);
  const label = { ...labelOf(key), subtitle: subtitleOf(item) };
  yield;
  const reading = yield* measuredSteps(feature.geometry);
  if (reading.kind === 'unusable') {
    return content({ ...label, message: unusable(formatUnusable(reading.reason)) });
  }
  yield* set.addSteps({ geometry: feature.geometry, parts: reading.continuous, time: undefined, status: undefined, platform: undefined });
  set.pack();
  const [facts, notes] = [factsOf(reading), notesOf(reading, set.simplified > 0)];
  return content({ ...label, facts, notes, summary: [`Footprint of ${label.title}.`, ...facts.map(({ label: name, value }) => `${name}: ${value}.`), ...notes].join(' ').slice(0, 4000) });
}

function unusable(reason: string): string {
  return `This item has no usable footprint: ${reason}`;
}

