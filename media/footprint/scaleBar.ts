/** The scale bar: a round length on the ground, true in the middle of the map. */
import { EARTH_RADIUS_M } from './sphere.js';

export interface ScaleBar {
  readonly pixels: number;
  readonly text: string;
}

/** The longest round length (1, 2 or 5) that is at most `most` pixels wide. `scale` in pixels per radian. */
export function scaleBarOf(scale: number, most: number): ScaleBar {
  const metres = (most / scale) * EARTH_RADIUS_M;
  const power = 10 ** Math.floor(Math.log10(metres));
  const round = ([5, 2, 1].find((digit) => digit * power <= metres) ?? 1) * power;
  return { pixels: (round / EARTH_RADIUS_M) * scale, text: round >= 1000 ? `${(round / 1000).toLocaleString('en-US')} km` : `${round.toLocaleString('en-US')} m` };
}
