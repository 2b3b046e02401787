import type { ExportFormat } from '../../../src/core/export/encoder.js';
import { runExport, type ExportFiles, type ExportOutcome, type ExportSplit } from '../../../src/core/export/runExport.js';
import { exportItemOf } from '../../../src/core/export/exportItem.js';

/** Files in memory: what has its final name, and what was begun. */
export interface MemoryFiles extends ExportFiles {
  readonly files: Map<string, Uint8Array>;
  readonly begun: Map<string, Uint8Array[]>;
}

export function memoryFiles(): MemoryFiles {
  const files = new Map<string, Uint8Array>();
  const begun = new Map<string, Uint8Array[]>();
  return {
    files, begun,
    open: (name = 'target') => {
      const pieces: Uint8Array[] = [];
      begun.set(name, pieces);
      return Promise.resolve({ write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) });
    },
    commit: () => {
      begun.forEach((pieces, name) => files.set(name, Buffer.concat(pieces)));
      begun.clear();
      return Promise.resolve();
    },
    discard: () => Promise.resolve(begun.clear()),
  };
}

/** Exports item texts to memory. */
export async function exported(texts: readonly string[], format: ExportFormat, split: ExportSplit = 'none'): Promise<{ readonly outcome: ExportOutcome; readonly files: ReadonlyMap<string, Uint8Array> }> {
  const files = memoryFiles();
  const outcome = await runExport({
    format, split, files, signal: new AbortController().signal,
    items: async function* () {
      for (const text of texts) {
        yield await Promise.resolve(exportItemOf(text));
      }
    },
  });
  return { outcome, files: files.files };
}

export async function exportedText(texts: readonly string[], format: ExportFormat): Promise<string> {
  return new TextDecoder().decode((await exported(texts, format)).files.get('target'));
}
