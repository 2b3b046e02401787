/** What is measured on footprints, in words. */
import { formatArea, formatExtent, formatHeights, formatNote, formatParts, formatPosition, formatSize } from '../../core/geo/formatGeometry.js';
import { distance } from '../../core/geo/vector.js';
import { GatheredExtent } from '../../core/geo/extent.js';
import { measuredSteps, readGeometrySteps } from '../../core/geo/readGeometry.js';
import { splitPolygon } from '../../core/geo/split.js';
import type { Polygon, UsableGeometry } from '../../core/geo/types.js';
import type { Steps } from '../../core/steps.js';
import { unionAreaSteps } from '../../core/geo/union.js';
import { widthOf, type BoundingBox } from '../../core/geo/boundingBox.js';
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
export function* measuresSteps(content: MapContent, places: readonly number[]): Steps<Measures> {
  const [only] = places;
  if (only === undefined) {
    return { title: content.texts.title, facts: content.texts.facts, box: content.set.box };
  }
  if (places.length > 1) {
    return { title: `${places.length} footprints`, facts: yield* unionFactsSteps(places.slice(0, MAX_MEASURED).map((place) => content.geometry(place))), box: undefined };
  }
  const reading = yield* measuredSteps(content.geometry(only));
  return { title: content.describe(only)?.title ?? '', facts: reading.kind === 'usable' ? factsOf(reading) : [], box: reading.kind === 'usable' ? reading.extent : undefined };
}

export function factsOf(geometry: UsableGeometry): MapFact[] {
  const { centre, extent, areaKm2, cap, heights, poles, crossesAntimeridian, positionCount } = geometry;
  const holds = [...(crossesAntimeridian && poles.length === 0 ? ['crosses the antimeridian'] : []), ...poles.map((pole) => `holds the ${pole} pole`)];
  return [
    { label: 'Centre', value: formatPosition(centre, cap.radius) },
    ...(cap.radius > 0 ? [{ label: 'Extent', value: formatExtent(extent, cap.radius) }] : []),
    ...(areaKm2 > 0 ? [{ label: 'Area', value: formatArea(areaKm2) }] : []),
    // The sides of a box that goes more than half way around are no measure of what lies around a pole.
    ...(cap.radius > 0 && cap.radius < 20 && poles.length === 0 && widthOf(extent) <= 180 ? [{ label: 'Size', value: formatSize(extent) }] : []),
    ...(heights === undefined ? [] : [{ label: 'Height', value: formatHeights(heights) }]),
    { label: 'Shape', value: [`${formatParts(geometry)}, ${positionCount.toLocaleString('en-US')} ${positionCount === 1 ? 'position' : 'positions'}`, ...holds].join('; ') },
  ];
}

/** What a person should know of how a geometry was read. */
export function notesOf(geometry: UsableGeometry, simplified: boolean): string[] {
  return [...geometry.notes.map(formatNote), ...(simplified ? [`Drawn with fewer positions than the ${geometry.positionCount.toLocaleString('en-US')} it has.`] : [])];
}

/** The extent of many footprints. */
export function extentFacts(box: BoundingBox | undefined): MapFact[] {
  return box === undefined ? [] : [{ label: 'Extent', value: formatExtent(box, radiusOf(box)) }];
}

/** Measures of several footprints together: what they cover, and how much of it more than once. */
export function* unionFactsSteps(geometries: readonly unknown[]): Steps<MapFact[]> {
  const polygons: Polygon[] = [];
  let count = 0;
  const extent = new GatheredExtent();
  let sum = 0;
  for (const geometry of geometries) {
    const reading = yield* readGeometrySteps(geometry);
    if (reading.kind === 'usable') {
      yield;
      extent.addParts(reading.continuous);
      yield;
      reading.continuous.polygons.forEach((polygon) => splitPolygon(polygon, polygons));
      sum += reading.areaKm2;
      count += 1;
    }
  }
  const union = yield* unionAreaSteps(polygons);
  return [
    { label: 'Chosen', value: `${count.toLocaleString('en-US')} footprints` },
    ...extentFacts(extent.box),
    ...(sum > 0 ? [{ label: 'Areas together', value: formatArea(sum) }] : []),
    ...(union === undefined || union === 0 ? [] : [{ label: 'Covered', value: formatArea(union) }, { label: 'Overlap', value: sum - union < union * 1e-6 ? 'none' : formatArea(sum - union) }]),
  ];
}

/** Measures as they are copied: a line for each, and the box as numbers. */
export function measuresText({ title, facts, box }: Measures): string {
  return [title, ...facts.map(({ label, value }) => `${label}: ${value}`), ...(box === undefined ? [] : [`bbox: ${box.map((value) => Number(value.toFixed(7))).join(', ')}`])].join('\n');
}

function radiusOf([west, south, east, north]: BoundingBox): number {
  return Math.max(distance([west, south], [east, north]) / 2, (north - south) / 2, 1e-6);
}
