/** The rows that need a real VS Code. */
import { endTidily } from '../../support/signals.js';
import type { Row } from '../measure.js';
import { measureActivation } from './activation.js';
import { openBenchDesk } from './benchDesk.js';
import { beginToIdle } from './idle.js';
import { measureItemDocument } from './itemDocument.js';
import { measureMap } from './mapRows.js';
import { measureTreeRows } from './treeRows.js';

export const VSCODE_PARTS = ['idle', 'activation', 'document', 'tree', 'map'] as const;
export type VsCodePart = (typeof VSCODE_PARTS)[number];

/** One after the other; only the windows that idle do so beside the others. */
export async function measureInVsCode(parts: readonly VsCodePart[]): Promise<readonly Row[]> {
  endTidily();
  const rows: Row[] = [];
  const desk = await openBenchDesk();
  try {
    const idling = parts.includes('idle') ? await beginToIdle(desk) : undefined;
    if (parts.includes('activation')) {
      rows.push(...await measureActivation(await desk.window('starts')));
    }
    if (parts.some((part) => part === 'document' || part === 'tree' || part === 'map')) {
      const window = await desk.window('work', 'Bench');
      rows.push(
        ...(parts.includes('document') ? await measureItemDocument(window) : []),
        ...(parts.includes('tree') ? await measureTreeRows(window) : []),
        ...(parts.includes('map') ? await measureMap(window) : []),
      );
    }
    rows.push(...(await idling?.read() ?? []));
  } finally {
    await desk.close();
  }
  return rows;
}
