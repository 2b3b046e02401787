/** "Open Saved Search...": everything that was kept or searched before, in one list. */
import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import { toFailure } from '../../core/failure.js';
import { describeQuery } from '../../core/query/queryWords.js';
import type { RecentSearch } from '../../core/savedSearches/recentSearches.js';
import { savedSearchStem } from '../../core/savedSearches/searchFileName.js';
import { readSavedSearch, type SavedSearchCheck } from '../../core/savedSearches/savedSearchText.js';
import { utcTime } from '../../core/timeWords.js';
import { runEditorCommand } from '../../platform/contributions.js';
import type { SearchFile } from '../../platform/savedSearchFiles.js';
import { readPageSize } from '../../platform/settings.js';
import type { SavedSearchParts } from './parts.js';
import { loadSearch, runForPerson } from './runSearch.js';
import { saveForPerson } from './saveSearch.js';

type Row = vscode.QuickPickItem & (
  | { readonly row: 'file'; readonly file: SearchFile; readonly usable: boolean }
  | { readonly row: 'recent'; readonly recent: RecentSearch }
  | { readonly row: 'none' }
);

type Step =
  | { readonly kind: 'closed' }
  | { readonly kind: 'run' | 'open' | 'delete'; readonly file: SearchFile }
  | { readonly kind: 'runRecent' | 'saveRecent'; readonly recent: RecentSearch };

const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: 'Open File' };
const DELETE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: 'Delete' };
const SAVE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('save'), tooltip: 'Save Search...' };

/** Enter runs a search; buttons open its file, delete one's own, or save a recent one. */
export async function openSavedSearch(parts: SavedSearchParts): Promise<void> {
  for (;;) {
    const step = await pick(parts);
    switch (step.kind) {
      case 'closed':
        return;
      case 'run':
        return await runForPerson(parts, await loadSearch(parts, step.file.uri));
      case 'open':
        return await runEditorCommand('vscode.open', step.file.uri);
      case 'runRecent':
        return await runForPerson(parts, { search: step.recent, name: describeQuery(step.recent.query) });
      case 'saveRecent':
        await saveForPerson(parts, step.recent);
        return;
      case 'delete':
        if (await parts.notify.confirm(`Delete ${savedSearchStem(step.file.uri.path)}?`, 'This saved search is only yours; nothing else keeps it.', 'Delete')) {
          await parts.files.delete(step.file.uri);
        }
    }
  }
}

async function pick(parts: SavedSearchParts): Promise<Step> {
  const list = vscode.window.createQuickPick<Row>();
  list.title = 'Open Saved Search';
  list.placeholder = 'Enter runs the search';
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.busy = true;
  try {
    return await new Promise<Step>((resolve, reject) => {
      list.onDidAccept(() => {
        const [selected] = list.selectedItems;
        if (selected?.row === 'file') {
          resolve({ kind: selected.usable ? 'run' : 'open', file: selected.file });
        } else if (selected?.row === 'recent') {
          resolve({ kind: 'runRecent', recent: selected.recent });
        }
      });
      list.onDidTriggerItemButton(({ item, button }) => {
        if (item.row === 'file') {
          resolve({ kind: button === OPEN ? 'open' : 'delete', file: item.file });
        } else if (item.row === 'recent') {
          resolve({ kind: 'saveRecent', recent: item.recent });
        }
      });
      list.onDidHide(() => resolve({ kind: 'closed' }));
      list.show();
      rowsFor(parts).then((rows) => {
        list.items = rows;
        list.busy = false;
      }, reject);
    });
  } finally {
    list.dispose();
  }
}

async function rowsFor({ files, recent }: SavedSearchParts): Promise<readonly Row[]> {
  const found = await Promise.all((await files.list()).map(async (file) => fileRow(file, await check({ files }, file))));
  const section = (label: string, rows: readonly Row[]): readonly Row[] =>
    (rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator, row: 'none' }, ...rows]);
  const rows = [
    ...section('Workspace', found.filter((row) => row.row === 'file' && row.file.kind === 'workspace')),
    ...section('Only for me', found.filter((row) => row.row === 'file' && row.file.kind === 'user')),
    ...section('Recent', recent.all.map(recentRow)),
  ];
  return rows.length > 0 ? rows : [{ label: 'Nothing saved or searched yet', detail: '"Save Search..." keeps the last search under a name.', row: 'none' }];
}

async function check({ files }: Pick<SavedSearchParts, 'files'>, { uri }: SearchFile): Promise<SavedSearchCheck | undefined> {
  try {
    return readSavedSearch(await files.read(uri), { limit: readPageSize() });
  } catch (error) {
    // Gone or unreadable since it was listed: it is still named, and opening it tells more.
    if (toFailure(error).kind === 'internal') {
      throw error;
    }
    return undefined;
  }
}

function fileRow(file: SearchFile, checked: SavedSearchCheck | undefined): Row {
  const buttons = file.kind === 'user' ? [OPEN, DELETE] : [OPEN];
  const stem = savedSearchStem(file.uri.path);
  if (checked?.ok !== true) {
    const problem = checked === undefined ? 'it cannot be read' : `${checked.problems[0].field}: ${checked.problems[0].problem}`;
    return { row: 'file', file, usable: false, iconPath: new vscode.ThemeIcon('warning'), label: display(stem, 80), description: pathOf(file), detail: display(`Cannot run: ${problem}`), buttons };
  }
  const { title, description, environment, query } = checked.value;
  const about = [...(environment === undefined ? [] : [`for ${environment}`]), describeQuery(query), ...(description === undefined ? [] : [description])];
  return {
    row: 'file', file, usable: true, iconPath: new vscode.ThemeIcon('search'), label: display(title ?? stem, 80), description: pathOf(file), detail: display(about.join(' · ')), buttons,
  };
}

function pathOf({ kind, label }: SearchFile): string {
  return kind === 'workspace' ? display(label, 80) : '';
}

function recentRow(recent: RecentSearch): Row {
  return {
    row: 'recent', recent, iconPath: new vscode.ThemeIcon('history'), label: display(describeQuery(recent.query), 120),
    description: `${display(recent.environment, 60)}, ${utcTime(recent.at, Date.now())}`, buttons: [SAVE],
  };
}
