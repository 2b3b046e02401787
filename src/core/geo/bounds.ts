/** How far positions of one plane reach. */
import type { Rectangle } from './boundingBox.js';
import type { Line } from './types.js';

/** Empty (west > east) where there is no position. */
export function boundsOf(lines: readonly Line[]): Rectangle {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  // Every position of everything that is searched and measured comes through here.
  for (const line of lines) {
    for (const position of line) {
      const longitude = position[0];
      const latitude = position[1];
      west = longitude < west ? longitude : west;
      east = longitude > east ? longitude : east;
      south = latitude < south ? latitude : south;
      north = latitude > north ? latitude : north;
    }
  }
  return { west, south, east, north };
}
