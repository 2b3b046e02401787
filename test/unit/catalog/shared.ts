/** Where the data of real services lies, and what tests do without it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = join(process.env['CATALOG_SEARCH_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared'), 'data');

export const sharedDataIsThere = existsSync(folder);

if (!sharedDataIsThere) {
  console.info('skipped: no shared data');
}

export function readShared(path: string): Buffer {
  return readFileSync(join(folder, path));
}

export function readSharedJson(path: string): unknown {
  return JSON.parse(readShared(path).toString('utf8'));
}

export function listShared(path: string): readonly string[] {
  return readdirSync(join(folder, path)).map((name) => `${path}/${name}`);
}
