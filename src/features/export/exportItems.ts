/** One export, from the items to the files. Loaded with the first. */
import type * as vscode from 'vscode';
import type { CatalogClient } from '../../core/catalog/catalogClient.js';
import { allItems } from '../../core/export/allItems.js';
import type { ExportFormat } from '../../core/export/encoder.js';
import { exportItem, exportItemOf, type ExportItem } from '../../core/export/exportItem.js';
import { runExport, type ExportOutcome, type ExportSplit } from '../../core/export/runExport.js';
import { CatalogError, throwIfCancelled } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import type { Results } from '../../core/results/results.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { systemClock } from '../../platform/clock.js';
import { createExportFiles, spoolItems } from '../../platform/exportFiles.js';
import { withProgress, type Report } from '../../platform/progress.js';

export interface ExportParts {
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly library: ItemLibrary;
  readonly client: () => Promise<CatalogClient>;
  /** A folder of this extension for what is needed only while an export runs. */
  readonly scratch: vscode.Uri;
}

/** Which items: rows of a set, a set with all its pages, or items by name. */
export type ExportSource =
  | { readonly kind: 'results' | 'all'; readonly set: ResultSet }
  | { readonly kind: 'items'; readonly keys: readonly ItemKey[] };

export interface ExportRequest {
  readonly source: ExportSource;
  readonly format: ExportFormat;
  readonly split: ExportSplit;
  readonly target: vscode.Uri;
  readonly overwrite: boolean;
}

/** The editor's other work, and "Cancel", wait at most as long as this many items take. */
const AT_A_TIME = 200;
const count = new Intl.NumberFormat('en');

/** @throws CatalogError as {@link runExport} and the catalog do; then there is no file */
export async function exportItems(parts: ExportParts, request: ExportRequest): Promise<ExportOutcome> {
  return await withProgress('Exporting items', undefined, async (signal, report) => {
    const source = await openSource(parts, request, signal, report);
    try {
      return await runExport({
        format: request.format,
        split: request.split,
        signal,
        items: () => unhurried(source.items(), signal),
        files: createExportFiles({ uri: request.target, isFolder: request.split !== 'none', overwrite: request.overwrite, scratch: parts.scratch }),
        onProgress: (items) => {
          if (items % AT_A_TIME === 0) {
            report(`${count.format(items)} items written`);
          }
        },
      });
    } finally {
      await source.dispose();
    }
  });
}

interface Source {
  readonly items: () => AsyncIterable<ExportItem>;
  dispose(): Promise<void>;
}

async function openSource(parts: ExportParts, { source, format }: ExportRequest, signal: AbortSignal, report: Report): Promise<Source> {
  const dispose = (): Promise<void> => Promise.resolve();
  switch (source.kind) {
    case 'results': {
      const { items } = source.set;
      return { dispose, items: () => each(items) };
    }
    case 'items': {
      const items: ExportItem[] = [];
      for (const key of source.keys) {
        const loaded = parts.results.find(key);
        const item = loaded === undefined ? exportItemOf((await parts.library.documentOrAsk(key, signal)).text) : exportItem(loaded);
        throwIfCancelled(signal);
        items.push(item);
      }
      return {
        dispose,
        items: async function* () {
          yield* items;
        },
      };
    }
    case 'all': {
      const pages = (): AsyncIterable<ExportItem> => everyPage(parts, source.set, signal, report);
      // These need every item before the first byte; nobody wants to ask for all pages twice.
      return format === 'csv' || format === 'geoparquet' ? await spoolItems(parts.scratch, unhurried(pages(), signal)) : { dispose, items: pages };
    }
  }
}

async function* everyPage({ choice, client }: ExportParts, set: ResultSet, signal: AbortSignal, report: Report): AsyncGenerator<ExportItem> {
  const environment = choice.byName(set.environment);
  if (environment === undefined) {
    throw new CatalogError({ kind: 'noEnvironment', named: set.environment });
  }
  const onPage = (items: number, matched: number | undefined): void =>
    report(matched === undefined ? `${count.format(items)} items received` : `${count.format(items)} of ${count.format(matched)} items received`);
  for await (const item of allItems(set, { client: await client(), clock: systemClock, environment, signal, onPage })) {
    yield exportItem(item);
  }
}

async function* each(items: ResultSet['items']): AsyncGenerator<ExportItem> {
  for (const item of items) {
    yield exportItem(item);
  }
}

/** Lets other things happen in between. */
async function* unhurried(items: AsyncIterable<ExportItem>, signal: AbortSignal): AsyncGenerator<ExportItem> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % AT_A_TIME === 0) {
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      throwIfCancelled(signal);
    }
  }
}
