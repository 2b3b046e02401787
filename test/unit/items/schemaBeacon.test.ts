import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayNameSchema } from '../../../src/core/items/schemaBeacon.js';

/** A key as JSON text, each character escaped or not. */
const spelling = (key: string): fc.Arbitrary<string> => fc.tuple(...[...key].map((character) => fc.constantFrom(
  character, ...['toLowerCase', 'toUpperCase'].map((change) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')[change as 'toLowerCase']()}`),
))).map((parts) => `"${parts.join('')}"`);

describe('S16: a text that makes an editor fetch something', () => {
  it('is known in every spelling, before and behind anything', () => {
    fc.assert(fc.property(spelling('$schema'), fc.json(), fc.constantFrom('', '\uFEFF', '\n\t ', '/* {} */', '// x\n'), (key, value, before) => {
      const text = `${before}{"a":${value},${key}:"http://localhost/x"}`;
      expect(Object.keys(JSON.parse(text.slice(before.length)) as object)).toContain('$schema');
      expect(mayNameSchema(text)).toBe(true);
    }));
  });

  it.each(['{"schema":"x"}', '{"a":"\\u0041"}', '{}', '', '["$schema"]', 'II*\0 "$schema" {', '\x89PNG "$schema"'])('is not %j', (text) => {
    expect(mayNameSchema(text)).toBe(false);
  });

  it.each(['"'.repeat(1 << 20), '\\u0024'.repeat(180_000), `{${'"$schem"'.repeat(130_000)}`, `{"$schema"${' '.repeat(1 << 20)}`])('takes a megabyte in its stride', (text) => {
    const started = process.cpuUsage();
    mayNameSchema(text);
    expect(process.cpuUsage(started).user).toBeLessThan(150_000);
  });
});
