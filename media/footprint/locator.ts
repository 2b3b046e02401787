/** The small globe in the corner: where on earth one is looking. */
import { geoGraticule, geoOrthographic, geoPath } from 'd3-geo';
import { ringsOf, RING, readPacked } from '../../src/core/geo/packedFootprints.js';
import { reachOf, type Frame } from './frame.js';
import { coarseLand } from './landData.js';
import type { Theme } from './themeColours.js';
import type { LonLat } from './sphere.js';

const RADIANS = Math.PI / 180;
const SIDE = 104;
/** A view that reaches farther shows the same by itself, degrees. */
const REACH = 55;

export class Locator {
  readonly #land = landOfGlobe();

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** `place`: the middle of what the map is about. */
  paint(frame: Frame, place: LonLat | undefined, theme: Theme): void {
    paintLocator(this.canvas, frame, place, theme, this.#land);
  }
}

function paintLocator(canvas: HTMLCanvasElement, frame: Frame, place: LonLat | undefined, theme: Theme, land: readonly GlobeLand[]): void {
  const reach = reachOf(frame);
  canvas.hidden = reach > REACH || frame.width < 3 * SIDE || frame.height < 2 * SIDE;
  const context = canvas.getContext('2d');
  if (canvas.hidden || context === null) {
    return;
  }
  const side = Math.round(SIDE * frame.ratio);
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
    canvas.style.width = `${SIDE}px`;
    canvas.style.height = `${SIDE}px`;
  }
  context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
  context.clearRect(0, 0, SIDE, SIDE);
  context.lineJoin = 'round';
  const radius = SIDE / 2 - 2;
  const projection = geoOrthographic().rotate([-frame.centre[0], -frame.centre[1]]).scale(radius).translate([SIDE / 2, SIDE / 2]).clipAngle(90).precision(0.5);
  const path = geoPath(projection, context);
  const disc = (size: number): void => {
    context.beginPath();
    context.arc(SIDE / 2, SIDE / 2, size, 0, 2 * Math.PI);
  };
  disc(radius);
  context.fillStyle = theme.halo;
  context.fill();
  context.fillStyle = theme.water;
  context.fill();
  context.beginPath();
  path(geoGraticule().step([30, 30])());
  context.lineWidth = 0.5;
  context.strokeStyle = theme.grid;
  context.stroke();
  context.fillStyle = theme.land;
  context.strokeStyle = theme.coast;
  for (const { fill, coast } of land) {
    if (!theme.contrast) {
      context.beginPath();
      path({ type: 'Polygon', coordinates: fill });
      context.fill();
    }
    context.beginPath();
    path({ type: 'MultiLineString', coordinates: coast });
    context.stroke();
  }
  disc(radius);
  context.lineWidth = theme.contrast ? 2 : 1;
  context.stroke();
  disc(Math.max(9, Math.sin(Math.min(90, reach) * RADIANS) * radius));
  context.lineWidth = theme.contrast ? 2 : 1.25;
  context.strokeStyle = theme.label;
  context.stroke();
  const dot = place === undefined ? null : path.centroid({ type: 'Point', coordinates: [...place] });
  if (dot !== null && Number.isFinite(dot[0])) {
    context.beginPath();
    context.arc(dot[0], dot[1], 3, 0, 2 * Math.PI);
    context.fillStyle = theme.chosen;
    context.fill();
  }
}

interface GlobeLand {
  readonly fill: [number, number][][];
  readonly coast: [number, number][][];
}

/** On a sphere what is inside lies on the right. */
function landOfGlobe(): readonly GlobeLand[] {
  const packed = readPacked(coarseLand());
  return packed === undefined ? [] : Array.from({ length: packed.items }, (_, item) => {
    const rings = ringsOf(packed, item);
    const of = (kind: number): [number, number][][] => rings.filter((ring) => (ring.kind & kind) !== 0).map(({ positions }) => positions.map(([x, y]): [number, number] => [x, y]));
    return { fill: of(RING.fill).map((ring) => ring.toReversed()), coast: of(RING.stroke) };
  });
}
