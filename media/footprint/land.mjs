/**
 * Bundles the world's land: `import { land } from 'land:110m'` (or `land:50m`) gives a packed text that `landData.ts` unpacks.
 * Natural Earth's outlines come from world-atlas, whose rings are stitched over the antimeridian and the pole: continuous on the
 * sphere, which is how the map draws them, so that no seam shows. A flat map has to cut them first.
 */
import { feature } from 'topojson-client';
import coarse from 'world-atlas/land-110m.json' with { type: 'json' };
import fine from 'world-atlas/land-50m.json' with { type: 'json' };

/** The outlines and the steps per degree in which they are packed. */
const SOURCES = { '110m': { topology: coarse, steps: 100 }, '50m': { topology: fine, steps: 200 } };

/** @type {import('esbuild').Plugin} */
export const landPlugin = {
  name: 'land',
  setup(build) {
    build.onResolve({ filter: /^land:(?:110m|50m)$/ }, ({ path }) => ({ path: path.slice('land:'.length), namespace: 'land' }));
    build.onLoad({ filter: /^/, namespace: 'land' }, ({ path }) => ({
      loader: 'js',
      contents: `export const land = ${JSON.stringify(packLand(path === '50m' ? '50m' : '110m'))};\n`,
    }));
  },
};

/**
 * One resolution as base64 of variable-length integers: steps per degree, number of polygons; for each the number of rings;
 * for each ring the number of positions and then the differences of longitude and latitude, zigzag coded.
 * @param {'110m' | '50m'} resolution
 * @returns {string}
 */
export function packLand(resolution) {
  const { topology, steps } = SOURCES[resolution];
  const world = /** @type {import('topojson-specification').Topology} */ (/** @type {unknown} */ (topology));
  const land = world.objects['land'];
  const converted = land === undefined ? undefined : feature(world, land);
  const features = converted === undefined ? [] : 'features' in converted ? converted.features : [converted];
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  const packed = polygons.map((rings) => rings.map((ring) => quantize(ring, steps)).filter((ring) => ring.length > 2)).filter((rings) => rings.length > 0);

  /** @type {number[]} */
  const bytes = [];
  const put = (/** @type {number} */ value) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  const putSigned = (/** @type {number} */ value) => put(value < 0 ? -2 * value - 1 : 2 * value);

  put(steps);
  put(packed.length);
  let x = 0;
  let y = 0;
  for (const rings of packed) {
    put(rings.length);
    for (const ring of rings) {
      put(ring.length);
      for (const [nextX, nextY] of ring) {
        putSigned(nextX - x);
        putSigned(nextY - y);
        [x, y] = [nextX, nextY];
      }
    }
  }
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}

/**
 * A ring in whole steps, open, without positions that fall together.
 * @param {readonly number[][]} ring
 * @param {number} steps
 * @returns {(readonly [number, number])[]}
 */
function quantize(ring, steps) {
  /** @type {(readonly [number, number])[]} */
  const result = [];
  for (const [longitude = 0, latitude = 0] of ring.slice(0, -1)) {
    const position = /** @type {const} */ ([Math.round(longitude * steps), Math.round(latitude * steps)]);
    const last = result.at(-1);
    if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) {
      result.push(position);
    }
  }
  return result;
}
