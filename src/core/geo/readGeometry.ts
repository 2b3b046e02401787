/** A GeoJSON geometry, read and measured as far as somebody asks: most ask for one or two of its measures. */
import { atOnce, type Steps } from '../steps.js';
import { capOf } from './cap.js';
import { centreOf, extentOf, type Extent } from './measure.js';
import { areaTogetherSteps, type Together } from './partsTogether.js';
import { normalPoint } from './positions.js';
import { readShape, readShapeSteps, type Shape } from './readShape.js';
import { splitLine, splitPolygon } from './split.js';
import { EARTH_RADIUS_KM, type Cap, type GeometryNote, type GeometryReading, type Heights, type Line, type Parts, type Pole, type Polygon, type Position, type UnusableGeometry, type UsableGeometry } from './types.js';
import type { BoundingBox } from './boundingBox.js';

/** Reads as `readShape` does. */
export function readGeometry(geometry: unknown): GeometryReading {
  return measurable(readShape(geometry));
}

/** The same, with its area measured already: a few parts of the geometry at a step. */
export function* readGeometrySteps(geometry: unknown): Steps<GeometryReading> {
  const reading = measurable(yield* readShapeSteps(geometry));
  if (reading.kind === 'usable') {
    yield* reading.areaSteps();
  }
  return reading;
}

/** The same, with its extent, centre, cap and area measured already: a walk over its positions at a step. */
export function* measuredSteps(geometry: unknown): Steps<GeometryReading> {
  const reading = measurable(yield* readShapeSteps(geometry));
  if (reading.kind === 'usable') {
    for (const measure of ['extent', 'centre', 'cap'] as const) {
      yield;
      void reading[measure];
    }
    yield* reading.areaSteps();
  }
  return reading;
}

function measurable(shape: Shape | UnusableGeometry): MeasuredGeometry | UnusableGeometry {
  return shape.kind === 'usable' ? new MeasuredGeometry(shape) : shape;
}

/** What takes a walk over all positions is done when it is first asked for, and kept. */
class MeasuredGeometry implements UsableGeometry {
  readonly kind = 'usable';
  readonly continuous: Parts;
  readonly heights: Heights | undefined;
  readonly poles: readonly Pole[];
  readonly positionCount: number;
  readonly #areas: readonly number[];
  readonly #notes: readonly GeometryNote[];
  readonly #selfCrossing: boolean;
  #split: Parts | undefined;
  #extent: Extent | undefined;
  #centre: Position | undefined;
  #cap: Cap | undefined;
  #together: Together | undefined;

  constructor({ continuous, areas, poles, tally, notes }: Shape) {
    this.continuous = continuous;
    this.heights = tally.heights();
    this.poles = (['north', 'south'] as const).filter((pole) => poles.has(pole));
    this.positionCount = tally.used;
    this.#areas = areas;
    this.#notes = notes;
    this.#selfCrossing = tally.selfCrossing;
  }

  get split(): Parts {
    return this.#split ??= splitParts(this.continuous);
  }

  get extent(): BoundingBox {
    return this.#measuredExtent.box;
  }

  get crossesAntimeridian(): boolean {
    return this.#measuredExtent.crossesAntimeridian;
  }

  get centre(): Position {
    return this.#centre ??= centreOf(this.continuous, this.extent, this.#selfCrossing);
  }

  get cap(): Cap {
    return this.#cap ??= capOf(this);
  }

  /** The area, a few edges at a step. */
  *areaSteps(): Steps<void> {
    this.#together ??= yield* areaTogetherSteps(this.continuous.polygons, this.#areas);
  }

  get areaKm2(): number {
    return this.#measuredArea.area * EARTH_RADIUS_KM ** 2;
  }

  get notes(): readonly GeometryNote[] {
    const { overlap } = this.#measuredArea;
    return overlap === 'none' ? this.#notes : [...this.#notes, { kind: 'partsOverlap', counted: overlap === 'once' }];
  }

  get #measuredArea(): Together {
    return this.#together ??= atOnce(areaTogetherSteps(this.continuous.polygons, this.#areas));
  }

  get #measuredExtent(): Extent {
    return this.#extent ??= extentOf(this.continuous);
  }
}

function splitParts({ polygons, lines, points }: Parts): Parts {
  const pieces: { readonly polygons: Polygon[]; readonly lines: Line[] } = { polygons: [], lines: [] };
  for (const polygon of polygons) {
    splitPolygon(polygon, pieces.polygons);
  }
  for (const line of lines) {
    splitLine(line, pieces.lines);
  }
  return { ...pieces, points: points.map(normalPoint) };
}
