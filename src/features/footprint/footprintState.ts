/** From an item's text to what the footprint view shows. Knows nothing of the editor. */
import { display } from '../../core/display.js';
import { drawingOf } from '../../core/geometry/drawing.js';
import { areaWords, extentWords, heightWords, noteWords, partsWords, positionWords, sizeWords, unusableWords } from '../../core/geometry/geometryWords.js';
import { readGeometry } from '../../core/geometry/readGeometry.js';
import type { UsableGeometry } from '../../core/geometry/types.js';
import { formatUtc, itemLabel, readItem, type FeatureShape, type Item, type ItemKey } from '../../core/item.js';
import type { FootprintState, MapFact, MapItem } from '../../shared/footprintProtocol.js';

/** What is known of an item before its text is here. */
export function labelOf(key: ItemKey): MapItem {
  return { key, title: itemLabel(key), subtitle: display(key.collection, 100) };
}

/** Platform, status and time, as far as they are known. */
export function subtitleOf({ platform, status, datetime, startDatetime }: Item): string {
  const words = [platform, status].flatMap((text) => (text === undefined ? [] : [display(text, 60)]));
  return [...words, formatUtc(datetime ?? startDatetime)].filter((text) => text !== '').join(' · ');
}

/** The state for an item's JSON text. Never throws: what cannot be drawn is said. */
export function footprintState(key: ItemKey, text: string): FootprintState {
  const feature = parse(text);
  if (feature === undefined) {
    return { kind: 'unusable', item: labelOf(key), message: unusable('the item is not a JSON object.') };
  }
  const item: MapItem = { key, title: itemLabel(key), subtitle: subtitleOf(readItem(feature, { page: new Uint8Array(), index: 0 })) };
  const reading = readGeometry(feature.geometry);
  if (reading.kind === 'unusable') {
    return { kind: 'unusable', item, message: unusable(unusableWords(reading.reason)) };
  }
  const { simplified, ...drawing } = drawingOf(reading);
  const notes = [
    ...reading.notes.map(noteWords),
    ...(simplified ? [`Drawn with fewer positions than the ${reading.positionCount.toLocaleString('en-US')} it has.`] : []),
  ];
  const facts = factsOf(reading);
  return { kind: 'footprint', item, drawing, facts, notes, summary: summaryOf(item, facts, notes) };
}

function factsOf(geometry: UsableGeometry): MapFact[] {
  const { centre, extent, areaKm2, cap, heights, poles, crossesAntimeridian, positionCount } = geometry;
  const holds = [...(crossesAntimeridian && poles.length === 0 ? ['crosses the antimeridian'] : []), ...poles.map((pole) => `holds the ${pole} pole`)];
  return [
    { label: 'Centre', value: positionWords(centre, cap.radius) },
    ...(cap.radius > 0 ? [{ label: 'Extent', value: extentWords(extent, cap.radius) }] : []),
    ...(areaKm2 > 0 ? [{ label: 'Area', value: areaWords(areaKm2) }] : []),
    ...(cap.radius > 0 && cap.radius < 20 && poles.length === 0 ? [{ label: 'Size', value: sizeWords(extent) }] : []),
    ...(heights === undefined ? [] : [{ label: 'Height', value: heightWords(heights) }]),
    { label: 'Shape', value: [`${partsWords(geometry)}, ${positionCount.toLocaleString('en-US')} ${positionCount === 1 ? 'position' : 'positions'}`, ...holds].join('; ') },
  ];
}

function summaryOf(item: MapItem, facts: readonly MapFact[], notes: readonly string[]): string {
  return [`Footprint of ${item.title}.`, ...facts.map(({ label, value }) => `${label}: ${value}.`), ...notes].join(' ').slice(0, 4000);
}

function unusable(reason: string): string {
  return `This item has no usable footprint: ${reason}`;
}

function parse(text: string): FeatureShape | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
