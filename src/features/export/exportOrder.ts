/** What a program may ask for, checked. */
import * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../core/export/encoder.js';
import { EXPORT_SPLITS, type ExportSplit } from '../../core/export/runExport.js';

/** Which items: the rows that are loaded, those of all pages, or items by name. */
export type ExportWhat = 'results' | 'all' | 'items';

/** `{ format, target, what?, split?, overwrite? }`. `target` is a file, or a folder where the items are split; a URI or its text. */
export interface ExportArguments {
  readonly format: ExportFormat;
  readonly target: vscode.Uri;
  /** `items` where `what` is one item or an array of items. */
  readonly what: ExportWhat;
  readonly items: unknown;
  readonly split: ExportSplit;
  readonly overwrite: boolean;
}

/** The arguments of a program; undefined for what a menu passes. @throws CatalogError `invalid` naming the member */
export function readArguments(input: unknown): ExportArguments | undefined {
  if (typeof input !== 'object' || input === null || !('format' in input || 'target' in input)) {
    return undefined;
  }
  const given = input as Readonly<Record<string, unknown>>;
  const format = EXPORT_FORMATS.find((name) => name === given['format']);
  if (format === undefined) {
    throw invalid('format', `The format is one of ${EXPORT_FORMATS.join(', ')}.`);
  }
  const split = EXPORT_SPLITS.find((name) => name === (given['split'] ?? 'none'));
  if (split === undefined) {
    throw invalid('split', `A split is one of ${EXPORT_SPLITS.join(', ')}.`);
  }
  const what = given['what'] ?? 'results';
  if (what !== 'results' && what !== 'all' && typeof what !== 'object') {
    throw invalid('what', 'This is "results", "all", an item as { environment, collection, id }, or an array of items.');
  }
  return {
    format, split,
    target: uriOf(given['target']),
    ...(what === 'results' || what === 'all' ? { what, items: undefined } : { what: 'items', items: what }),
    overwrite: given['overwrite'] === true,
  };
}

function uriOf(target: unknown): vscode.Uri {
  if (target instanceof vscode.Uri) {
    return target;
  }
  if (typeof target !== 'string' || !/^[a-z][a-z\d+.-]+:\/\//iu.test(target)) {
    throw invalid('target', 'The target is a URI, for example "file:///home/me/items.ndjson".');
  }
  return vscode.Uri.parse(target, true);
}

function invalid(field: string, problem: string): CatalogError {
  return new CatalogError({ kind: 'invalid', field, problem });
}
