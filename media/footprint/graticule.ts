/** Meridians and parallels that suit a view, and where their names go. */
import { normalLongitude, type LonLat } from './sphere.js';
import { degreesInView, pixelOf, positionAt, reachOf, type Frame } from './frame.js';

export interface Graticule {
  readonly lines: readonly (readonly LonLat[])[];
  readonly labels: readonly GraticuleLabel[];
}

export interface GraticuleLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly edge: 'left' | 'bottom';
}

/** Pixels between lines, about. */
const SPACING = 150;
const STEPS = [
  0.00001, 0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
] as const;
const RADIANS = Math.PI / 180;
/** Positions along one line. */
const SAMPLES = 48;

export function graticuleOf(frame: Frame): Graticule {
  const [longitude, latitude] = frame.centre;
  const polar = frame.plane.around === undefined;
  // Degrees to a pixel along a parallel, in the middle. Around a pole few meridians are enough; a flat map draws it as wide as the equator.
  const perPixel = frame.degreesPerPixel / Math.max(polar ? 1e-9 : 0.08, Math.cos(latitude * RADIANS));
  const meridianStep = stepFor(SPACING * perPixel);
  const parallelStep = stepFor(SPACING * (frame.plane.name === 'world' ? perPixel : frame.degreesPerPixel));
  const [west, south, east, north] = polar ? capInView(frame) : degreesInView(frame);
  // Meridians draw together towards a pole, and end before they merge.
  const end = polar && meridianStep >= 1 ? 90 - Math.min(10, parallelStep) : 90;
  const lines = [
    ...multiples(west, east, meridianStep, polar ? 359.9 : 1080).map((at) =>
      line((share): LonLat => {
        const low = at % 90 === 0 ? south : Math.max(south, -end);
        const high = at % 90 === 0 ? north : Math.min(north, end);
        return [at, low + share * (high - low)];
      }),
    ),
    ...multiples(south, north, parallelStep, 180)
      .filter((at) => Math.abs(at) < 90)
      .map((at) => line((share): LonLat => [west + share * (east - west), at])),
  ];
  return { lines, labels: [...edgeLabels(frame, 'bottom', meridianStep), ...edgeLabels(frame, 'left', parallelStep)] };

  function capInView(of: Frame): readonly [number, number, number, number] {
    const reach = reachOf(of);
    const half = Math.abs(latitude) + reach >= 90 ? 180 : Math.asin(Math.min(1, Math.sin(reach * RADIANS) / Math.cos(latitude * RADIANS))) / RADIANS;
    return [longitude - half, Math.max(-90, latitude - reach), longitude + half, Math.min(90, latitude + reach)];
  }
}

/** The largest step that leaves lines no farther apart than wanted, or the smallest there is. */
function stepFor(degrees: number): number {
  return STEPS.findLast((step) => step <= degrees) ?? STEPS[0];
}

function line(position: (share: number) => LonLat): LonLat[] {
  return Array.from({ length: SAMPLES + 1 }, (_, index) => position(index / SAMPLES));
}

function multiples(low: number, high: number, step: number, most: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.min(Math.floor(high / step + 1e-9) - first + 1, Math.ceil(most / step), 400);
  return Array.from({ length: Math.max(0, count) }, (_, index) => tidy((first + index) * step));
}

/** Follows an edge of the map and notes where it passes a line. */
function edgeLabels(frame: Frame, edge: 'left' | 'bottom', step: number): GraticuleLabel[] {
  const { width, height } = frame;
  const along = edge === 'bottom' ? width : height;
  const axis = edge === 'bottom' ? 0 : 1;
  // Where a flat map ends above the border, its names go with it.
  const floor = frame.plane.around === undefined ? height : Math.min(height, Math.round(pixelOf(frame, [frame.centre[0], -90])[1]));
  const labels: GraticuleLabel[] = [];
  let before: LonLat | undefined;
  let lastAt = -Infinity;
  for (let at = 0; at <= along; at += 3) {
    const position = positionAt(frame, edge === 'bottom' ? [at, floor - 1] : [1, at]);
    if (position !== undefined && before !== undefined) {
      const [a, b] = edge === 'bottom' ? [before[0], before[0] + normalLongitude(position[0] - before[0])] : [before[axis], position[axis]];
      const passed = Math.floor(Math.max(a, b) / step) * step;
      if (passed > Math.min(a, b) && at - lastAt > 60) {
        lastAt = at;
        const text = edge === 'bottom' ? longitudeLabel(normalLongitude(tidy(passed)), step) : latitudeLabel(tidy(passed), step);
        labels.push({ text, edge, x: edge === 'bottom' ? at : 0, y: edge === 'bottom' ? floor : at });
      }
    }
    before = position;
  }
  return labels;
}

function longitudeLabel(longitude: number, step: number): string {
  const hemisphere = longitude === 0 || Math.abs(longitude) === 180 ? '' : longitude > 0 ? ' E' : ' W';
  return `${Math.abs(longitude).toFixed(digits(step))}°${hemisphere}`;
}

function latitudeLabel(latitude: number, step: number): string {
  return `${Math.abs(latitude).toFixed(digits(step))}°${latitude === 0 ? '' : latitude > 0 ? ' N' : ' S'}`;
}

function digits(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
