import * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import type { GeometryFormat } from '../../core/export/itemCopyText.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { askChoice } from '../../platform/inputs.js';
import type { Notify } from '../../platform/notify.js';
import { withProgress } from '../../platform/progress.js';

const FORMATS: readonly GeometryFormat[] = ['geojson', 'wkt', 'bbox'];

export interface CopyParts {
  readonly library: ItemLibrary;
  readonly choice: EnvironmentChoice;
  readonly notify: Notify;
}

/** One id a line. */
export async function copyIds({ notify }: Pick<CopyParts, 'notify'>, keys: readonly ItemKey[]): Promise<string> {
  return await copy(notify, keys.map(({ id }) => id).join('\n'), keys.length === 1 ? 'Id copied' : `${keys.length} ids copied`);
}

/**
 * One address a line.
 * @throws CatalogError as {@link ItemLibrary.documentOrAsk}
 */
export async function copyLinks({ library, choice, notify }: CopyParts, keys: readonly ItemKey[]): Promise<string> {
  const { linkOf } = await import('../../core/export/itemCopyText.js');
  const texts = await documents(library, keys);
  const links = keys.map((key, index) => linkOf(texts[index] ?? '', key, choice.byName(key.environment))).filter((link) => link !== undefined);
  if (links.length === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'Copy Link', problem: 'The item has no link of its own, and its environment is not in your settings.' });
  }
  return await copy(notify, links.join('\n'), links.length === 1 ? 'Link copied' : `${links.length} links copied`);
}

/**
 * The footprint, in a format that is asked for where it is not given.
 * @throws CatalogError `invalid` for another format and where there is nothing to copy, and as {@link copyLinks}
 */
export async function copyGeometry({ library, notify }: CopyParts, keys: readonly ItemKey[], given: unknown): Promise<string | undefined> {
  const format = given === undefined ? await askFormat() : FORMATS.find((known) => known === given);
  if (format === undefined) {
    if (given !== undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'format', problem: 'There are geojson, wkt and bbox.' });
    }
    return undefined;
  }
  const { geometriesText } = await import('../../core/export/itemCopyText.js');
  const { text, copied } = geometriesText(await documents(library, keys), format);
  if (copied === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'Copy Geometry', problem: keys.length === 1 ? 'This item has no geometry that can be copied so.' : 'None of these items has a geometry that can be copied so.' });
  }
  return await copy(notify, text, keys.length === 1 ? 'Geometry copied' : `${copied} of ${keys.length} geometries copied`);
}

async function askFormat(): Promise<GeometryFormat | undefined> {
  const answer = await askChoice<GeometryFormat>({
    title: 'Copy Geometry',
    placeholder: 'How shall the footprint be written?',
    choices: [
      { label: 'GeoJSON', description: 'the geometry as the catalog sent it', value: 'geojson' },
      { label: 'WKT', description: 'well-known text, for databases', value: 'wkt' },
      { label: 'Bounding box', description: 'west, south, east, north in degrees', value: 'bbox' },
    ],
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

async function documents(library: ItemLibrary, keys: readonly ItemKey[]): Promise<readonly string[]> {
  return await withProgress(keys.length === 1 ? 'Reading the item' : `Reading ${keys.length} items`, undefined, async (signal) => {
    const texts: string[] = [];
    for (const key of keys) {
      texts.push((await library.documentOrAsk(key, signal)).text);
    }
    return texts;
  });
}

async function copy(notify: Notify, text: string, said: string): Promise<string> {
  await vscode.env.clipboard.writeText(text);
  notify.quiet(said);
  return text;
}
