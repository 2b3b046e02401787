import type { Disposable } from '../../core/event.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import type { Notify } from '../../platform/notify.js';
import type { ExportParts } from './exportItems.js';

/** "Export Items...": the results, chosen rows or one item as files for other programs. */
export function registerExport(parts: ExportParts & { readonly register: RegisterCommand; readonly notify: Notify }): Disposable {
  return parts.register('exportItems', async (target, selected) => await (await import('./exportCommand.js')).runExportCommand(parts, target, selected));
}
