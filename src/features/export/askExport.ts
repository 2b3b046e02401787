/** Asks a person what to export, and how, and where to. */
import * as vscode from 'vscode';
import type { ExportFormat } from '../../core/export/encoder.js';
import { EXTENSIONS, type ExportSplit } from '../../core/export/runExport.js';
import type { ItemKey } from '../../core/items/item.js';
import { itemCount, type ResultSet } from '../../core/catalog/pages.js';
import { askChoice, askInOrder, type Choice } from '../../platform/inputs.js';
import type { ExportRequest, ExportSource } from './exportItems.js';

const TITLE = 'Export Items';
const FORMATS: readonly (Choice<ExportFormat> & { readonly filter: string })[] = [
  { value: 'geojson', label: 'GeoJSON', description: 'One feature collection, as the catalog sent it', filter: 'GeoJSON' },
  { value: 'ndjson', label: 'Newline-Delimited GeoJSON', description: 'One feature a line, for streaming and command lines', filter: 'Newline-delimited GeoJSON' },
  { value: 'geoparquet', label: 'GeoParquet', description: 'The stac-geoparquet layout, for DuckDB, Spark, BigQuery, GeoPandas', filter: 'GeoParquet' },
  { value: 'csv', label: 'CSV', description: 'A table for spreadsheets, footprints as WKT', filter: 'CSV' },
  { value: 'wkt', label: 'WKT', description: 'Footprints alone, one a line', filter: 'Well-known text' },
];
const count = new Intl.NumberFormat('en');

interface Answers {
  readonly source?: ExportSource;
  readonly format?: ExportFormat;
  readonly split?: ExportSplit;
}

export interface AskExportOptions {
  /** Rows or documents that the command was started on. */
  readonly keys: readonly ItemKey[];
  /** The item in the active editor, for a command that was started on nothing. */
  readonly active: ItemKey | undefined;
  readonly set: ResultSet | undefined;
}

/** Undefined where a person closed a question. */
export async function askExport({ keys, active, set }: AskExportOptions): Promise<ExportRequest | undefined> {
  const sources = sourcesOf(keys, active, set);
  const known = sources.length === 1 ? sources[0]?.value : undefined;
  const answers = await askInOrder<Answers>(known === undefined ? {} : { source: known }, [
    ...(known === undefined
      ? [async (state: Answers) => {
          const answer = await askChoice<ExportSource>({ title: TITLE, placeholder: 'Which items?', choices: sources });
          return answer.kind === 'answer' ? { ...answer, value: { ...state, source: answer.value } } : answer;
        }]
      : []),
    async (state) => {
      const answer = await askChoice<ExportFormat>({
        title: TITLE, placeholder: 'In which format?', choices: FORMATS.map(({ filter: _filter, ...choice }) => choice), matchOnDescription: true, canGoBack: known === undefined,
      });
      return answer.kind === 'answer' ? { ...answer, value: { ...state, format: answer.value } } : answer;
    },
    async (state) => {
      if (state.source?.kind === 'items' && state.source.keys.length === 1) {
        return { kind: 'answer', value: { ...state, split: 'none' } };
      }
      const answer = await askChoice<ExportSplit>({
        title: TITLE, placeholder: 'In how many files?', canGoBack: true,
        choices: [
          { value: 'none', label: 'One file' },
          { value: 'collection', label: 'One file per collection', description: 'In a folder' },
          { value: 'month', label: 'One file per month', description: 'In a folder, by the items\' time in UTC' },
        ],
      });
      return answer.kind === 'answer' ? { ...answer, value: { ...state, split: answer.value } } : answer;
    },
  ]);
  const { source, format, split } = answers ?? {};
  if (source === undefined || format === undefined || split === undefined) {
    return undefined;
  }
  const target = await askTarget(format, split);
  // The editor's own dialog asks before a file is replaced.
  return target === undefined ? undefined : { source, format, split, target, overwrite: true };
}

/** The view's own menu passes the row that has the focus as a row's menu does: whether that one is meant only the person knows. */
function sourcesOf(keys: readonly ItemKey[], active: ItemKey | undefined, set: ResultSet | undefined): readonly Choice<ExportSource>[] {
  const loaded = set === undefined ? 0 : itemCount(set);
  return [
    ...(keys.length === 0 ? [] : [{ label: keys.length === 1 ? 'The selected item' : `The ${count.format(keys.length)} selected items`, value: { kind: 'items', keys } } satisfies Choice<ExportSource>]),
    ...(active === undefined || keys.length > 0 ? [] : [{ label: 'The item in the editor', value: { kind: 'items', keys: [active] } } satisfies Choice<ExportSource>]),
    ...(set === undefined || loaded === 0 ? [] : [{ label: loaded === 1 ? 'The item found' : `The ${count.format(loaded)} items shown`, value: { kind: 'results', set } } satisfies Choice<ExportSource>]),
    ...(set?.next === undefined
      ? []
      : [{
          label: set.matched === undefined ? 'The items of all pages' : `All ${count.format(set.matched)} items`,
          description: 'Asks the catalog for the remaining pages',
          value: { kind: 'all', set },
        } satisfies Choice<ExportSource>]),
  ];
}

async function askTarget(format: ExportFormat, split: ExportSplit): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (split !== 'none') {
    const [chosen] = await vscode.window.showOpenDialog({
      title: 'Choose a Folder for the Files', openLabel: 'Export Here', canSelectFiles: false, canSelectFolders: true, canSelectMany: false,
      ...(folder === undefined ? {} : { defaultUri: folder }),
    }) ?? [];
    return chosen;
  }
  const extension = EXTENSIONS[format];
  const name = FORMATS.find(({ value }) => value === format)?.filter ?? format;
  return await vscode.window.showSaveDialog({
    title: 'Export Items', saveLabel: 'Export', filters: { [name]: [extension.slice(1)] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `items${extension}`) }),
  });
}
