/** What is measured on footprints, in words. */
import { areaWords, extentWords, heightWords, noteWords, partsWords, positionWords, sizeWords } from '../../core/geometry/geometryWords.js';
import { distance } from '../../core/geometry/vector.js';
import { GatheredExtent } from '../../core/geometry/extent.js';
import { readGeometry } from '../../core/geometry/readGeometry.js';
import type { UsableGeometry } from '../../core/geometry/types.js';
import { unionAreaKm2 } from '../../core/geometry/union.js';
import { widthOf, type BoundingBox } from '../../core/boundingBox.js';
import type { MapContent } from './mapContent.js';
import type { MapFact } from '../../shared/footprintProtocol.js';

/** Chosen footprints that are measured together. */
const MAX_MEASURED = 200;

export interface Measures {
  readonly title: string;
  readonly facts: readonly MapFact[];
  /** Of one footprint, or of all. */
  readonly box: BoundingBox | undefined;
}

/** Measures of the footprints at some places; of all where there is none. */
export function measuresOf(content: MapContent, places: readonly number[]): Measures {
  const [only] = places;
  if (only === undefined) {
    return { title: content.texts.title, facts: content.texts.facts, box: content.set.box };
  }
  if (places.length > 1) {
    return { title: `${places.length} footprints`, facts: unionFacts(places.slice(0, MAX_MEASURED).map((place) => content.geometry(place))), box: undefined };
  }
  const reading = readGeometry(content.geometry(only));
  return { title: content.describe(only)?.title ?? '', facts: reading.kind === 'usable' ? factsOf(reading) : [], box: reading.kind === 'usable' ? reading.extent : undefined };
}

export function factsOf(geometry: UsableGeometry): MapFact[] {
  const { centre, extent, areaKm2, cap, heights, poles, crossesAntimeridian, positionCount } = geometry;
  const holds = [...(crossesAntimeridian && poles.length === 0 ? ['crosses the antimeridian'] : []), ...poles.map((pole) => `holds the ${pole} pole`)];
  return [
    { label: 'Centre', value: positionWords(centre, cap.radius) },
    ...(cap.radius > 0 ? [{ label: 'Extent', value: extentWords(extent, cap.radius) }] : []),
    ...(areaKm2 > 0 ? [{ label: 'Area', value: areaWords(areaKm2) }] : []),
    // The sides of a box that goes more than half way around are no measure of what lies around a pole.
    ...(cap.radius > 0 && cap.radius < 20 && poles.length === 0 && widthOf(extent) <= 180 ? [{ label: 'Size', value: sizeWords(extent) }] : []),
    ...(heights === undefined ? [] : [{ label: 'Height', value: heightWords(heights) }]),
    { label: 'Shape', value: [`${partsWords(geometry)}, ${positionCount.toLocaleString('en-US')} ${positionCount === 1 ? 'position' : 'positions'}`, ...holds].join('; ') },
  ];
}

/** What a person should know of how a geometry was read. */
export function notesOf(geometry: UsableGeometry, simplified: boolean): string[] {
  return [...geometry.notes.map(noteWords), ...(simplified ? [`Drawn with fewer positions than the ${geometry.positionCount.toLocaleString('en-US')} it has.`] : [])];
}

/** The extent of many footprints. */
export function extentFacts(box: BoundingBox | undefined): MapFact[] {
  return box === undefined ? [] : [{ label: 'Extent', value: extentWords(box, radiusOf(box)) }];
}

/** Measures of several footprints together: what they cover, and how much of it more than once. */
export function unionFacts(geometries: readonly unknown[]): MapFact[] {
  const readings = geometries.flatMap((geometry) => {
    const reading = readGeometry(geometry);
    return reading.kind === 'usable' ? [reading] : [];
  });
  const extent = new GatheredExtent();
  for (const { split } of readings) {
    for (const positions of [...split.polygons.flat(), ...split.lines, ...split.points.map((point) => [point])]) {
      const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
      extent.add(least(xs), least(ys), most(xs), most(ys));
    }
  }
  const sum = readings.reduce((total, { areaKm2 }) => total + areaKm2, 0);
  const union = unionAreaKm2(readings.map(({ split }) => split));
  return [
    { label: 'Chosen', value: `${readings.length.toLocaleString('en-US')} footprints` },
    ...extentFacts(extent.box),
    ...(sum > 0 ? [{ label: 'Areas together', value: areaWords(sum) }] : []),
    ...(union === undefined || union === 0 ? [] : [{ label: 'Covered', value: areaWords(union) }, { label: 'Overlap', value: sum - union < union * 1e-6 ? 'none' : areaWords(sum - union) }]),
  ];
}

/** Measures as they are copied: a line for each, and the box as numbers. */
export function measuresText(title: string, facts: readonly MapFact[], box: BoundingBox | undefined): string {
  return [title, ...facts.map(({ label, value }) => `${label}: ${value}`), ...(box === undefined ? [] : [`bbox: ${box.map((value) => Number(value.toFixed(7))).join(', ')}`])].join('\n');
}

function radiusOf([west, south, east, north]: BoundingBox): number {
  return Math.max(distance([west, south], [east, north]) / 2, (north - south) / 2, 1e-6);
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), -Infinity);
}
