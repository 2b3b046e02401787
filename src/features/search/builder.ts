import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { SearchQuery } from '../../core/query.js';
import { describeQuery } from '../../core/queryWords.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import { editFilter, FILTERS, type BuilderContext, type FilterKind } from './filters.js';

interface Row extends vscode.QuickPickItem {
  readonly action?: { readonly kind: 'run' } | { readonly kind: 'clear' } | { readonly kind: 'edit'; readonly filter: FilterKind };
}

const CLEAR: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: 'Clear this filter' };

/**
 * The search as a list: Enter on the first row runs it, the others edit one filter each and come back here. Nothing typed is lost
 * until a person closes the list or runs the search.
 * @returns the query to run; undefined when the person closed the list
 */
export async function buildQuery(context: BuilderContext): Promise<SearchQuery | undefined> {
  let query = context.initial;
  let active: FilterKind | 'run' = 'run';
  for (;;) {
    const step = await showRows(context, query, active);
    switch (step.kind) {
      case 'closed':
        return undefined;
      case 'run':
        return query;
      case 'clear':
        query = context.blank;
        active = 'run';
        break;
      case 'cleared':
        query = FILTERS[step.filter].clear(query, context.blank);
        active = step.filter;
        break;
      case 'edit': {
        const edited = await editFilter(step.filter, query, context);
        query = edited ?? query;
        // After a filter was set the next Enter runs the search.
        active = edited === undefined ? step.filter : 'run';
        break;
      }
    }
  }
}

type Step = { readonly kind: 'run' | 'clear' | 'closed' } | { readonly kind: 'edit' | 'cleared'; readonly filter: FilterKind };

async function showRows(context: BuilderContext, query: SearchQuery, active: FilterKind | 'run'): Promise<Step> {
  const pick = vscode.window.createQuickPick<Row>();
  const rows = rowsFor(query, context.blank);
  pick.title = `Search Items: ${environmentLabel(context.environment)}`;
  pick.placeholder = 'Enter runs the search; choose a filter to change it';
  pick.items = rows;
  pick.activeItems = rows.filter((row) => (row.action?.kind === 'edit' ? row.action.filter === active : row.action?.kind === active));
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  try {
    return await new Promise<Step>((resolve) => {
      pick.onDidAccept(() => {
        const action = pick.selectedItems[0]?.action;
        if (action !== undefined) {
          resolve(action);
        }
      });
      pick.onDidTriggerItemButton(({ item }) => {
        if (item.action?.kind === 'edit') {
          resolve({ kind: 'cleared', filter: item.action.filter });
        }
      });
      pick.onDidHide(() => resolve({ kind: 'closed' }));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function rowsFor(query: SearchQuery, blank: SearchQuery): readonly Row[] {
  const filters = (Object.keys(FILTERS) as FilterKind[]).map((kind): Row => {
    const filter = FILTERS[kind];
    const set = filter.isSet(query, blank);
    return {
      label: filter.label,
      iconPath: new vscode.ThemeIcon(filter.icon),
      description: display(filter.value(query), 80),
      buttons: set ? [CLEAR] : [],
      action: { kind: 'edit', filter: kind },
    };
  });
  const anySet = (Object.keys(FILTERS) as FilterKind[]).some((kind) => FILTERS[kind].isSet(query, blank));
  return [
    { label: 'Run search', iconPath: new vscode.ThemeIcon('play'), detail: display(describeQuery(query)), alwaysShow: true, action: { kind: 'run' } },
    { label: 'Filters', kind: vscode.QuickPickItemKind.Separator },
    ...filters,
    ...(anySet ? [{ label: 'Clear all filters', iconPath: new vscode.ThemeIcon('clear-all'), action: { kind: 'clear' as const } }] : []),
  ];
}
