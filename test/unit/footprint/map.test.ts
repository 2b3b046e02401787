/** The webview's own arithmetic, without a browser: planes, pointing and the rasteriser. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FootprintStore } from '../../../media/footprint/footprintStore.js';
import { pixelOf, positionAt, stepsAt, type Frame } from '../../../media/footprint/frame.js';
import { graticuleOf } from '../../../media/footprint/graticule.js';
import { PLANES, planeFor, type PlaneName } from '../../../media/footprint/planes.js';
import { shareOfWorld } from '../../../media/footprint/placement.js';
import { footprintsAt, holds } from '../../../media/footprint/pointing.js';
import { rasterise, type RasterStyle } from '../../../media/footprint/rasteriser.js';
import { box, cases, circle, polygon } from '../geo/cases.js';
import { frame, packed, SIZE, storeOf } from './frames.js';

const style: RasterStyle = { colours: [[255, 0, 0]], dense: [255, 255, 255], slots: () => undefined, isShown: () => true };

/** Alpha of each pixel. */
function alphas(store: FootprintStore, of: Frame, more: Partial<RasterStyle> = {}): Uint8Array {
  const picture = new Uint8Array(SIZE * SIZE);
  for (const { top, rows, pixels } of rasterise(of, store.chunks(of.plane), { ...style, ...more })) {
    for (let at = 0; at < rows * SIZE; at += 1) {
      picture[top * SIZE + at] = pixels[4 * at + 3] ?? 0;
    }
  }
  return picture;
}

describe('planes', () => {
  it.each(['world', 'mercator', 'north', 'south'] as const)('%s: a position comes back, and packed ones fall where it says', (name) => {
    const plane = PLANES[name];
    const side = name === 'south' ? -1 : 1;
    fc.assert(
      fc.property(fc.double({ min: -179.99, max: 179.99, noNaN: true }), fc.double({ min: -20, max: 84, noNaN: true }), (longitude, height) => {
        const latitude = height * side;
        const [x, y] = plane.toSteps([longitude, latitude]);
        const back = plane.toPosition(x, y);
        expect(back[1]).toBeCloseTo(latitude, 6);
        expect(Math.abs(((back[0] - longitude + 540) % 360) - 180)).toBeLessThan(1e-6);
        const projected = plane.project(Int32Array.of(Math.round(longitude * 1e7), Math.round(latitude * 1e7)));
        expect(Math.abs((projected[0] ?? 0) - x)).toBeLessThan(20);
        expect(Math.abs((projected[1] ?? 0) - y)).toBeLessThan(20);
      }),
    );
  });

  it('takes the polar map near a pole and keeps it for a while', () => {
    expect(planeFor({ centre: [0, 80], degrees: 5 })).toBe('north');
    expect(planeFor({ centre: [0, -80], degrees: 5 })).toBe('south');
    expect(planeFor({ centre: [0, 65], degrees: 5 })).toBe('mercator');
    expect(planeFor({ centre: [0, 65], degrees: 5 }, 'north')).toBe('north');
    expect(planeFor({ centre: [0, 0], degrees: 100 })).toBe('world');
    expect(planeFor({ centre: [0, 0], degrees: 60 }, 'world')).toBe('world');
    expect(planeFor({ centre: [0, 0], degrees: 60 }, 'mercator')).toBe('mercator');
  });
});

describe('frames', () => {
  it('a pixel and its position belong together', () => {
    const of = frame('mercator', [179, 20], 10);
    for (const pixel of [[0, 0], [100, 300], [399, 17]] as const) {
      const position = positionAt(of, pixel);
      const [x, y] = pixelOf(of, position ?? [0, 0]);
      expect([x, y]).toEqual([expect.closeTo(pixel[0], 3), expect.closeTo(pixel[1], 3)]);
    }
  });

  it.each<readonly [PlaneName, readonly [number, number], number]>([['world', [0, 0], 180], ['mercator', [8, 47], 2], ['north', [20, 80], 10], ['south', [0, -90], 60]])('%s: the graticule has lines and names in view', (name, centre, span) => {
    const { lines, labels } = graticuleOf(frame(name, centre, span));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThan(200);
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.every(({ text }) => /^[\d.]+°(?: [NSEW])?$/u.test(text))).toBe(true);
  });

  it.each([60, 80, 88, 89.9, 89.9999, 90])('keeps meridians apart at %d degrees, however near somebody looks, and leaves none out', (latitude) => {
    for (const span of [60, 10, 1, 0.1, 0.01, 0.001]) {
      for (const [name, side] of [['north', 1], ['south', -1]] as const) {
        const of = frame(name, [100, side * latitude], span);
        const meridians = graticuleOf(of).lines.filter(([from, to]) => from?.[0] === to?.[0]).map(([from]) => from?.[0] ?? 0);
        const [first = 0, second = 0] = meridians;
        const [a, b] = [pixelOf(of, [first, of.centre[1]]), pixelOf(of, [second, of.centre[1]])];
        expect(meridians.length).toBeLessThan(60);
        expect(latitude === 90 || meridians.length < 2 || Math.hypot(a[0] - b[0], a[1] - b[1]) > 30 || second - first >= 30, `${name} ${span}: ${meridians.length}`).toBe(true);
        // Where the pole is in view, they go all the way round.
        expect(latitude + span / 4 < 90 || meridians.length * (second - first) === 360).toBe(true);
      }
    }
  });
});

describe('placement', () => {
  it.each<readonly [readonly [number, number, number, number], number]>([
    [[-80, -60, 80, 60], 0.85],
    [[100, -20, 240, 35], 0.85],
    [[-171, -10, 171, 10], 0.95],
    [[-180, -90, 180, 90], 1],
  ])('shows %j on a map of the world with room beside it, and the earth once', (box, share) => {
    expect(shareOfWorld(box)).toBeCloseTo(share, 9);
    expect((box[2] - box[0]) / shareOfWorld(box)).toBeLessThanOrEqual(360);
  });
});

describe('rasteriser', () => {
  it.each(cases)('%s: fills what lies inside', (_name, geometry) => {
    const store = storeOf([geometry]);
    const of = frame('world', [0, 0], 400);
    const picture = alphas(store, of);
    const [chunk] = store.chunks(of.plane);
    let [wrong, checked] = [0, 0];
    for (let y = 2; y < SIZE; y += 5) {
      for (let x = 2; x < SIZE; x += 5) {
        const [stepX, stepY] = stepsAt(of, [x + 0.5, y + 0.5]);
        const around = of.plane.around ?? 0;
        const inside = chunk !== undefined && Math.abs(stepY) <= 9e8 && holds(chunk.packed, chunk.projected, 0, stepX - around * Math.floor(stepX / around + 0.5), stepY, 0);
        checked += 1;
        wrong += inside === ((picture[y * SIZE + x] ?? 0) > 0) ? 0 : 1;
      }
    }
    // Borders are wider than what they enclose.
    expect(wrong / checked).toBeLessThan(0.02);
  });

  it('draws over 180 degrees in one piece and strokes no seam', () => {
    const store = storeOf([polygon(box(170, -10, 190, 10))]);
    const picture = alphas(store, frame('mercator', [180, 0], 40));
    const row = [...picture.subarray(SIZE * 200, SIZE * 201)];
    const filled = row.map((alpha, x) => (alpha > 0 ? x : -1)).filter((x) => x >= 0);
    expect(filled.at(-1)).toBeCloseTo(300, -1);
    expect(filled[0]).toBeCloseTo(100, -1);
    expect(filled).toHaveLength((filled.at(-1) ?? 0) - (filled[0] ?? 0) + 1);
    expect(new Set(row.slice(110, 290))).toHaveProperty('size', 1);
  });

  it('fills a cap over the pole on the polar map, without a line to the pole', () => {
    const picture = alphas(storeOf([polygon(circle(80, 72))]), frame('north', [0, 90], 40));
    const inside = Array.from({ length: 60 }, (_, index) => picture[(170 + index) * SIZE + 170 + index]);
    expect(new Set(inside).size).toBe(1);
    expect(inside[0]).toBeGreaterThan(0);
    expect(picture[20 * SIZE + 20]).toBe(0);
  });

  it('keeps tiny ones visible, and shows where many lie', () => {
    const few = alphas(storeOf([polygon(box(0, 0, 0.001, 0.001))]), frame('world', [0, 0], 100));
    expect(few.filter((alpha) => alpha > 0)).toHaveLength(9);
    const many = alphas(storeOf(Array.from({ length: 500 }, () => polygon(box(0, 0, 0.001, 0.001)))), frame('world', [0, 0], 100));
    const densest = (picture: Uint8Array): number => picture.reduce((most, alpha) => Math.max(most, alpha), 0);
    expect(densest(many)).toBeGreaterThan(densest(few));
  });

  it('gives each slot its colour and leaves out what is not shown', () => {
    const store = storeOf([polygon(box(-20, -10, -5, 10)), polygon(box(5, -10, 20, 10))]);
    const of = frame('world', [0, 0], 60);
    const colours = new Set<string>();
    for (const { pixels } of rasterise(of, store.chunks(of.plane), { ...style, colours: [[255, 0, 0], [0, 0, 255]], slots: () => Uint8Array.of(0, 1) })) {
      for (let at = 0; at < pixels.length; at += 4) {
        if ((pixels[at + 3] ?? 0) > 0) {
          colours.add([...pixels.subarray(at, at + 3)].join());
        }
      }
    }
    expect(colours).toEqual(new Set(['255,0,0', '0,0,255']));
    const half = alphas(store, of, { isShown: (_, index) => index === 0 });
    expect([half[200 * SIZE + 120], half[200 * SIZE + 280]].map((alpha) => (alpha ?? 0) > 0)).toEqual([true, false]);
  });
});

describe('pointing', () => {
  const store = storeOf([polygon(box(0, 0, 10, 10)), polygon(box(4, 4, 6, 6)), null, { type: 'LineString', coordinates: [[20, 0], [20, 10]] }, { type: 'Point', coordinates: [-10, 5] }, polygon(box(178, 0, 182, 4))]);
  const at = (position: readonly [number, number], centre: readonly [number, number] = [5, 5]): number[] => {
    const of = frame('world', centre, 80);
    return footprintsAt(store, of, pixelOf(of, position)).map((ref) => store.placeOf(ref));
  };

  it('finds all that lie over each other, the smallest first', () => {
    expect(at([5, 5])).toEqual([1, 0]);
    expect(at([1, 1])).toEqual([0]);
    expect(at([14, 5])).toEqual([]);
  });

  it('finds lines and points nearby, and what lies over 180 degrees from either side', () => {
    expect(at([20.5, 5])).toEqual([2]);
    expect(at([-10.4, 5.4])).toEqual([3]);
    expect(at([181, 2], [179, 2])).toEqual([4]);
    expect(at([179, 2], [179, 2])).toEqual([4]);
    expect(at([-179, 2], [-170, 2])).toEqual([4]);
  });

  it('finds a place among pages, and nothing in nothing', () => {
    const pages = new FootprintStore();
    pages.set([]);
    expect(footprintsAt(pages, frame('world', [0, 0], 80), [200, 200])).toEqual([]);
    pages.add([packed([]), packed([polygon(box(0, 0, 1, 1))])]);
    expect(pages.count).toBe(1);
    expect(pages.find(0)).toEqual({ chunk: 1, item: 0 });
    expect(pages.find(1)).toBeUndefined();
    expect(pages.at(0)).toEqual({ chunk: 1, item: 0 });
    expect(footprintsAt(pages, frame('world', [0, 0], 80), [202, 198]).length).toBe(1);
    expect(() => pages.add([new Uint8Array(3)])).toThrow('not packed');
  });
});
