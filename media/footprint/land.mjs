/**
 * Bundles the world's land: `import { land110, land50 } from 'land:data'` gives two packed texts that `landData.ts` unpacks.
 * Natural Earth's outlines come from world-atlas, whose rings are stitched over the antimeridian and the pole: continuous on the
 * sphere, which is how the map draws them, so that no seam shows. A flat map has to cut them first.
 */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

/** Steps per degree in the packed data. */
const STEPS = { '110m': 100, '50m': 200 };

/** @type {import('esbuild').Plugin} */
export const landPlugin = {
  name: 'land',
  setup(build) {
    build.onResolve({ filter: /^land:data$/ }, () => ({ path: 'data', namespace: 'land' }));
    build.onLoad({ filter: /^data$/, namespace: 'land' }, async () => ({
      loader: 'js',
      contents: `export const land110 = ${JSON.stringify(await packLand('110m'))};\nexport const land50 = ${JSON.stringify(await packLand('50m'))};\n`,
    }));
  },
};

/**
 * One resolution as base64 of variable-length integers: steps per degree, number of polygons; for each the number of rings;
 * for each ring the number of positions and then the differences of longitude and latitude, zigzag coded.
 * @param {'110m' | '50m'} resolution
 * @returns {Promise<string>}
 */
export async function packLand(resolution) {
  const topology = JSON.parse(await readFile(require.resolve(`world-atlas/land-${resolution}.json`), 'utf8'));
  const steps = STEPS[resolution];
  const collection = feature(topology, topology.objects.land);
  const polygons = (collection.features ?? [collection]).flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const packed = polygons.map((rings) => rings.map((ring) => quantize(ring, steps)).filter((ring) => ring.length > 2)).filter((rings) => rings.length > 0);

  /** @type {number[]} */
  const bytes = [];
  const put = (value) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  const putSigned = (value) => put(value < 0 ? -2 * value - 1 : 2 * value);

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
  return Buffer.from(bytes).toString('base64');
}

/** A ring in whole steps, open, without positions that fall together. */
function quantize(ring, steps) {
  const result = [];
  for (const [longitude, latitude] of ring.slice(0, -1)) {
    const position = [Math.round(longitude * steps), Math.round(latitude * steps)];
    const last = result.at(-1);
    if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) {
      result.push(position);
    }
  }
  return result;
}
