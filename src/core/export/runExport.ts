/** An export from the first item to the last file: everything is there in the end, or nothing. */
import { distinctNames, safeFileName } from '../assets/fileName.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { Encoder, ExportFormat, Survey } from './encoder.js';
import { microsecondsOf } from './columnType.js';
import type { ExportItem } from './exportItem.js';
import { geoJsonEncoder, newlineEncoder } from './featureText.js';

export const EXPORT_SPLITS = ['none', 'collection', 'month'] as const;
/** One file for all, one per collection, or one per month (UTC) of the items' time. */
export type ExportSplit = (typeof EXPORT_SPLITS)[number];

export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { geojson: '.geojson', ndjson: '.ndjson', csv: '.csv', wkt: '.wkt', geoparquet: '.parquet' };

/** More files than this are no help to anyone. */
const MAX_FILES = 500;

/** Where files go. Nothing has its final name before `commit`. @throws CatalogError `target` or `machine` */
export interface ExportFiles {
  /** Makes a file. `name` is one safe path part; undefined for the one file that a person named. */
  open(name: string | undefined): Promise<{ write(bytes: Uint8Array): Promise<void> }>;
  /** Gives all files their names. */
  commit(): Promise<void>;
  /** Removes what was written. Never throws. */
  discard(): Promise<void>;
}

export interface ExportOrder {
  readonly format: ExportFormat;
  readonly split: ExportSplit;
  /** Begins anew each time it is called: formats with columns look at every item first. */
  readonly items: () => AsyncIterable<ExportItem>;
  readonly files: ExportFiles;
  readonly signal: AbortSignal;
  /** Called now and then with the items written so far. */
  readonly onProgress?: (items: number) => void;
}

export interface ExportOutcome {
  readonly items: number;
  readonly files: number;
  /** Items that the format cannot hold and that are not in the files. */
  readonly unreadable: number;
}

/** @throws CatalogError `cancelled`, `invalid` (no items, too many files), and what the items and files throw; then nothing is left of it. */
export async function runExport(order: ExportOrder): Promise<ExportOutcome> {
  try {
    const outcome = await write(order);
    throwIfCancelled(order.signal);
    await order.files.commit();
    return outcome;
  } catch (error) {
    await order.files.discard();
    throw error;
  }
}

async function write({ format, split, items, files, signal, onProgress }: ExportOrder): Promise<ExportOutcome> {
  const survey = await surveyFor(format);
  if (survey !== undefined) {
    for await (const item of items()) {
      throwIfCancelled(signal);
      survey.look(item);
    }
  }
  const newEncoder = survey === undefined ? await textEncoderFor(format) : () => survey.encoder();
  const open = new Map<string, { readonly encoder: Encoder; readonly file: Awaited<ReturnType<ExportFiles['open']>> }>();
  const names: string[] = [];
  const part = async (group: string) => {
    const known = open.get(group);
    if (known !== undefined) {
      return known;
    }
    if (open.size >= MAX_FILES) {
      throw new CatalogError({ kind: 'invalid', field: 'split', problem: `These items would go into more than ${MAX_FILES} files. Split them another way.` });
    }
    const file = await files.open(split === 'none' ? undefined : await nameFor(group, EXTENSIONS[format], names));
    const opened = { encoder: newEncoder(), file };
    open.set(group, opened);
    return opened;
  };
  let count = 0;
  for await (const item of items()) {
    throwIfCancelled(signal);
    const { encoder, file } = await part(groupOf(item, split));
    for (const bytes of encoder.add(item)) {
      await file.write(bytes);
    }
    count += 1;
    onProgress?.(count);
  }
  if (count === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'exportItems', problem: 'There are no items to export.' });
  }
  for (const { encoder, file } of open.values()) {
    throwIfCancelled(signal);
    for (const bytes of encoder.end()) {
      await file.write(bytes);
    }
  }
  const unreadable = survey?.unreadable ?? 0;
  return { items: count - unreadable, files: open.size, unreadable };
}

async function surveyFor(format: ExportFormat): Promise<Survey | undefined> {
  switch (format) {
    case 'csv':
      return (await import('./csv.js')).csvSurvey();
    case 'geoparquet':
      return (await import('./geoParquet.js')).geoParquetSurvey();
    default:
      return undefined;
  }
}

async function textEncoderFor(format: ExportFormat): Promise<() => Encoder> {
  switch (format) {
    case 'geojson':
      return geoJsonEncoder;
    case 'wkt':
      return (await import('./wkt.js')).wktEncoder;
    default:
      return newlineEncoder;
  }
}

/** What an item's file is told apart by. */
function groupOf({ collection, time }: ExportItem, split: ExportSplit): string {
  switch (split) {
    case 'none':
      return '';
    case 'collection':
      return collection === '' ? 'no-collection' : collection;
    case 'month': {
      const micros = time === undefined ? undefined : microsecondsOf(time);
      return micros === undefined ? 'undated' : new Date(Number(micros / 1000n)).toISOString().slice(0, 7);
    }
  }
}

async function nameFor(group: string, extension: string, names: string[]): Promise<string> {
  const wanted = await safeFileName(`items-${group}${extension}`, `items${extension}`);
  const name = distinctNames([wanted], names)[0] ?? wanted;
  names.push(name);
  return name;
}
