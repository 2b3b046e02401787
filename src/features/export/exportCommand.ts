import type * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import type { ExportFormat } from '../../core/export/encoder.js';
import { shownSet } from '../../core/results/resultsState.js';
import { runEditorCommand, type ExportReport } from '../../platform/contributions.js';
import { activeItem, itemTargets } from '../../platform/itemTargets.js';
import type { Notify } from '../../platform/notify.js';
import { exportItems, type ExportParts, type ExportRequest } from './exportItems.js';
import { readArguments, type ExportArguments } from './exportOrder.js';

const TITLE = 'Export Items';
/** What the editor shows as text. */
const TEXTS: ReadonlySet<ExportFormat> = new Set(['geojson', 'ndjson', 'csv', 'wkt']);
const count = new Intl.NumberFormat('en');

/**
 * Exports what a program names, or else what a person is asked for.
 * @returns undefined when the person closed a question
 * @throws CatalogError `invalid` naming the member, or whatever the export ends with
 */
export async function runExportCommand(parts: ExportParts & { readonly notify: Notify }, target: unknown, selected: unknown): Promise<ExportReport | undefined> {
  const given = readArguments(target);
  const request = given === undefined ? await ask(parts, target, selected) : requestOf(parts, given);
  if (request === undefined) {
    return undefined;
  }
  const { items, files, unreadable } = await exportItems(parts, request);
  if (given === undefined) {
    tell(parts.notify, request, { items, files, unreadable, target: request.target.toString() });
  }
  return { items, files, unreadable, target: request.target.toString() };
}

async function ask({ results }: ExportParts, target: unknown, selected: unknown): Promise<ExportRequest | undefined> {
  const set = shownSet(results.state);
  const keys = target === undefined ? [] : itemTargets(TITLE, target, selected);
  if (keys.length === 0 && activeItem() === undefined && (set === undefined || set.items.length === 0)) {
    throw new CatalogError({ kind: 'invalid', field: TITLE, problem: 'There are no items. Search first, or open an item.' });
  }
  const { askExport } = await import('./askExport.js');
  return await askExport({ keys, active: activeItem(), set });
}

function requestOf({ results }: ExportParts, { what, items, format, split, target, overwrite }: ExportArguments): ExportRequest {
  if (what === 'items') {
    return { source: { kind: 'items', keys: itemTargets(TITLE, items) }, format, split, target, overwrite };
  }
  const set = shownSet(results.state);
  if (set === undefined) {
    throw new CatalogError({ kind: 'invalid', field: 'what', problem: 'There are no results. Search first.' });
  }
  return { source: { kind: what, set }, format, split, target, overwrite };
}

function tell(notify: Notify, { format, split, target }: ExportRequest, { items, files, unreadable }: ExportReport): void {
  const what = items === 1 ? '1 item' : `${count.format(items)} items`;
  const into = files === 1 ? 'one file' : `${count.format(files)} files`;
  const without = unreadable === 0 ? '' : ` ${unreadable === 1 ? '1 item was' : `${count.format(unreadable)} items were`} nested too deeply for this format and left out.`;
  const open = { title: 'Open', run: () => runEditorCommand('vscode.open', target satisfies vscode.Uri) };
  notify.info(`Exported ${what} into ${into}.${without}`, ...(split === 'none' && TEXTS.has(format) ? [open] : []));
}
