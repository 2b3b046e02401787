/** Each row of ../shared/security.md has a test that bears its number. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../support/setup.mjs';

const SHARED = process.env['CATALOG_SEARCH_SHARED'] ?? join(root, '..', 'shared');

it('the rows of security are tested, one by one', (context) => {
  const titles = globSync('test/{unit,host,ui}/**/*.test.ts', { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\(\s*['"`]((?:S\d+ )*S\d+): /gu)])
    .flatMap(([, numbers = '']) => numbers.split(' '));
  const tested = new Set(titles);
  expect(Array.from({ length: 32 }, (_, index) => `S${index + 1}`).filter((row) => !tested.has(row))).toEqual([]);
  const text = (() => {
    try {
      return readFileSync(join(SHARED, 'security.md'), 'utf8');
    } catch {
      return undefined;
    }
  })();
  if (text === undefined) return context.skip('no shared data');
  const rows = [...text.matchAll(/^\| (S[^|]*) \|/gmu)].flatMap(([, cell = '']) => {
    const [from, to] = cell.split('-').map((part) => Number(part.replace('S', '')));
    return cell.includes('-') ? Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => `S${(from ?? 0) + index}`) : cell.split(', ');
  });
  expect(rows).toHaveLength(32);
  expect(rows.filter((row) => !tested.has(row))).toEqual([]);
});
