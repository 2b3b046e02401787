/** Numbers in [0, 1) that depend on nothing but the seed: the demo looks the same in every window and after every restart. */
export type Random = () => number;

/** A small generator (mulberry32) for one item: `seed` names the catalog, `index` the item. Good enough for made data, nothing else. */
export function randomFor(seed: number, index: number): Random {
  let state = mix(seed ^ Math.imul(index | 0, 0x9e3779b1) ^ Math.floor(index / 0x1_0000_0000));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return (mix(state) >>> 0) / 0x1_0000_0000;
  };
}

/** A number in [from, to). */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** One of `choices`, each as likely as its weight tells. */
export function weighted<T>(random: Random, choices: readonly (readonly [value: T, weight: number])[], otherwise: T): T {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) {
      return value;
    }
  }
  return otherwise;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
