/**
 * The world's land as the map draws it: cut at the antimeridian and packed. Natural Earth's outlines come from world-atlas, whose rings
 * are stitched over the antimeridian and the pole.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import { evaluate } from './evaluate.mjs';

/** Grid steps per degree: as fine as the outlines are. */
const STEPS = { '110m': 100, '50m': 200 };

/**
 * @param {keyof STEPS} resolution 1:110 million or 1:50 million
 * @param {string} root
 * @returns {Promise<import('./generated.mjs').Generated>}
 */
export async function landModule(resolution, root) {
  const { exports: { FootprintPacker, readPacked, writeLand }, inputs } = await evaluate(`
    export { FootprintPacker } from './src/core/geo/footprintPacker.js';
    export { readPacked } from './src/core/geo/packedFootprints.js';
    export { writeLand } from './media/footprint/landText.js';
  `, root);
  const source = `node_modules/world-atlas/land-${resolution}.json`;
  /** @type {import('topojson-specification').Topology} */
  const world = JSON.parse(await readFile(join(root, source), 'utf8'));
  const packer = new FootprintPacker(Number.MAX_SAFE_INTEGER);
  for (const rings of polygonsOf(world)) {
    const snapped = rings.map((ring) => snap(ring, STEPS[resolution])).filter((ring) => ring.length > 3);
    if (snapped.length > 0) {
      packer.add({ type: 'Polygon', coordinates: snapped });
    }
  }
  return { code: `export const land = ${JSON.stringify(writeLand(readPacked(packer.take()), STEPS[resolution]))};\n`, inputs: [...inputs, source] };
}

/**
 * @param {import('topojson-specification').Topology} world
 * @returns {readonly number[][][][]}
 */
function polygonsOf(world) {
  const land = world.objects['land'];
  const converted = land === undefined ? undefined : feature(world, land);
  const features = converted === undefined ? [] : 'features' in converted ? converted.features : [converted];
  return features.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []));
}

/**
 * A closed ring on the grid, without positions that fall together.
 * @param {readonly number[][]} ring
 * @param {number} steps per degree
 * @returns {readonly (readonly [number, number])[]}
 */
function snap(ring, steps) {
  /** @type {(readonly [number, number])[]} */
  const result = [];
  for (const [longitude = 0, latitude = 0] of ring.slice(0, -1)) {
    const position = /** @type {const} */ ([Math.round(longitude * steps) / steps, Math.round(latitude * steps) / steps]);
    const last = result.at(-1);
    if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) {
      result.push(position);
    }
  }
  const [first] = result;
  return first === undefined ? [] : [...result, first];
}
