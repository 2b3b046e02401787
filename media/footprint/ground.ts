/** What footprints lie on: sea, land, coast, graticule; and what lies over them: the names of the graticule's lines. */
import type { FrameState } from 'ol/Map.js';
import type { Frame } from './frame.js';
import { pixelOf, reachOf } from './frame.js';
import { graticuleOf, type GraticuleLabel } from './graticule.js';
import type { Land } from './landData.js';
import { forEachInView } from './inView.js';
import { paintItem } from './shapes.js';
import type { Theme } from './themeColours.js';

/** Closer than this (degrees), the bundled coast is coarser than what is looked at, and says so. */
export const ROUGH_REACH = 1.5;

export function paintGround(context: CanvasRenderingContext2D, frame: Frame, theme: Theme, land: Land): void {
  context.fillStyle = theme.water;
  context.fillRect(0, 0, frame.width, frame.height);
  if (frame.plane.around !== undefined) {
    hideBeyondPoles(context, frame, theme);
  }
  paintLand(context, frame, theme, land);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  for (const line of graticuleOf(frame).lines) {
    context.beginPath();
    line.forEach((position, index) => {
      const [x, y] = pixelOf(frame, position);
      if (index === 0) {
        context.moveTo(x, y);
      } else {
        context.lineTo(x, y);
      }
    });
    context.stroke();
  }
}

/** Where a flat map ends above and below, there is nothing. */
function hideBeyondPoles(context: CanvasRenderingContext2D, frame: Frame, theme: Theme): void {
  const top = pixelOf(frame, [frame.centre[0], 90])[1];
  const bottom = pixelOf(frame, [frame.centre[0], -90])[1];
  context.fillStyle = theme.halo;
  context.fillRect(0, 0, frame.width, Math.max(0, top));
  context.fillRect(0, bottom, frame.width, Math.max(0, frame.height - bottom));
}

function paintLand(context: CanvasRenderingContext2D, frame: Frame, theme: Theme, land: Land): void {
  const style = { fill: theme.contrast ? undefined : theme.land, stroke: theme.coast, width: 1, mark: 0 };
  context.lineJoin = 'round';
  for (const chunk of land.at(reachOf(frame)).chunks(frame.plane)) {
    forEachInView(frame, chunk, (item, copy) => paintItem(context, frame, chunk, item, copy, style));
  }
}

export function paintLabels(context: CanvasRenderingContext2D, frame: Frame, theme: Theme): void {
  context.font = `${theme.small}px ${theme.font}`;
  for (const label of graticuleOf(frame).labels) {
    paintLabel(context, frame, label, theme);
  }
}

function paintLabel(context: CanvasRenderingContext2D, frame: Frame, { text, x, y, edge }: GraticuleLabel, theme: Theme): void {
  const width = context.measureText(text).width;
  // The corner belongs to the scale bar, and no label is cut by the border.
  if (edge === 'bottom' && x - width / 2 > 8 && x + width / 2 < frame.width - 8) {
    context.textAlign = 'center';
    context.textBaseline = 'bottom';
    paintText(context, text, x, y - 5, theme);
  } else if (edge === 'left' && y > 34 && y < frame.height - 64) {
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    paintText(context, text, x + 6, y, theme);
  }
}

function paintText(context: CanvasRenderingContext2D, text: string, x: number, y: number, theme: Theme): void {
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  context.strokeText(text, x, y);
  context.fillStyle = theme.label;
  context.fillText(text, x, y);
}

/** Whether somebody moves the map right now: what takes long can wait. */
export function isMoving({ viewHints }: FrameState): boolean {
  return (viewHints[0] ?? 0) > 0 || (viewHints[1] ?? 0) > 0;
}
