import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

describe('what is loaded before the first search', () => {
  it.each(['results/results', 'catalog/pages', 'query/query', 'items/item', 'display', 'datetime', 'geo/boundingBox'])('%s brings no library along', async (name) => {
    const { metafile } = await build({ entryPoints: [`src/core/${name}.ts`], bundle: true, write: false, format: 'esm', platform: 'neutral', metafile: true, logLevel: 'silent' });
    expect(Object.keys(metafile.inputs).filter((input) => !input.startsWith('src/core/'))).toEqual([]);
  });
});
