/**
 * `npm run bench:map`: how fast the map draws footprints, as ratios to OpenLayers' own vector layer fed with JSON text and to the floor
 * (parse the text, fill bare canvas paths), in one Chromium and in turns, so that a machine whose speed drifts favours nobody.
 */
import * as esbuild from 'esbuild';
import { landPlugin } from '../../media/footprint/land.mjs';
import { FootprintPacker } from '../../src/core/geometry/footprintPacker.js';
import { launchChromium } from '../support/browser.js';

/** What `media/bench/mapPage.ts` measures: milliseconds, and bytes that are held beside what was sent. */
interface Measured {
  readonly draw: number;
  readonly pan: number;
  readonly held?: number;
}

const ROUNDS = 3;
const COUNTS = [1_000, 10_000, 100_000] as const;

/** Footprints of 5 to 12 positions all over the earth, the same each time. */
function footprints(count: number): readonly { readonly type: 'Polygon'; readonly coordinates: number[][][] }[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  };
  return Array.from({ length: count }, () => {
    const [x, y, size, corners] = [random() * 356 - 178, (Math.asin(random() * 1.96 - 0.98) * 180) / Math.PI, 0.05 + random() * 0.5, 4 + Math.floor(random() * 8)];
    const ring = Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
    });
    return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? []]] };
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const built = await esbuild.build({ entryPoints: ['media/bench/mapPage.ts'], bundle: true, minify: true, write: false, format: 'iife', platform: 'browser', target: 'es2022', tsconfig: 'media/tsconfig.json', plugins: [landPlugin] });
const script = built.outputFiles[0]?.text ?? '';
const browser = await launchChromium();
console.log('| footprints | sent, bytes | drawn, ms | to OpenLayers | to the floor | pan, ms | to the floor | held beside |\n|---|---|---|---|---|---|---|---|');
try {
  for (const count of COUNTS) {
    const shapes = footprints(count);
    const packer = new FootprintPacker();
    shapes.forEach((shape) => packer.add(shape));
    const packed = packer.take();
    const sent = { ours: Buffer.from(packed).toString('base64'), openLayers: '', floor: '' };
    sent.openLayers = JSON.stringify({ type: 'FeatureCollection', features: shapes.map((geometry) => ({ type: 'Feature', properties: null, geometry })) });
    sent.floor = sent.openLayers;
    const times: Record<keyof typeof sent, Measured[]> = { ours: [], openLayers: [], floor: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const side of ['floor', 'ours', 'openLayers'] as const) {
        const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
        await page.setContent('<!DOCTYPE html><body></body>');
        await page.addScriptTag({ content: script });
        const measured = await page.evaluate(`window.mapBench.${side}(${JSON.stringify(sent[side])})`) as Measured;
        await page.close();
        if (round >= 0) {
          times[side].push(measured);
        }
      }
    }
    const of = (side: keyof typeof sent, what: 'draw' | 'pan'): number => median(times[side].map((measured) => measured[what]));
    const [draw, pan] = [of('ours', 'draw'), of('ours', 'pan')];
    const held = (times.ours[0]?.held ?? 0) / packed.byteLength;
    console.log(`| ${count.toLocaleString('en')} | ${packed.byteLength.toLocaleString('en')} | ${draw.toFixed(0)} | ${(draw / of('openLayers', 'draw')).toFixed(2)} | ${(draw / of('floor', 'draw')).toFixed(2)} | ${pan.toFixed(0)} | ${(pan / of('floor', 'pan')).toFixed(2)} | ${held.toFixed(2)} x |`);
  }
} finally {
  await browser.close();
}
