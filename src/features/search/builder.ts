import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { SearchQuery } from '../../core/query/query.js';
import { describeQuery } from '../../core/query/queryWords.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import type { BuilderContext } from './builderContext.js';
import { editFilter } from './editFilter.js';
import { FILTER_KINDS, FILTERS, type FilterKind } from './filters.js';

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
  const refused = new Map(context.refused);
  let active: FilterKind | 'run' = FILTER_KINDS.find((kind) => FILTERS[kind].members.some((member) => refused.has(member))) ?? 'run';
  const settle = (filter: FilterKind): void => FILTERS[filter].members.forEach((member) => void refused.delete(member));
  for (;;) {
    if (context.signal.aborted) {
      return undefined;
    }
    const step = await showRows({ ...context, refused }, query, active);
    switch (step.kind) {
      case 'closed':
        return undefined;
      case 'run':
        return query;
      case 'clear':
        query = context.blank;
        refused.clear();
        active = 'run';
        break;
      case 'cleared':
        query = FILTERS[step.filter].clear(query, context.blank);
        settle(step.filter);
        active = step.filter;
        break;
      case 'edit': {
        const edited = await editFilter(step.filter, query, { ...context, refused });
        if (edited !== undefined) {
          settle(step.filter);
        }
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
  const rows = rowsFor(query, context);
  pick.title = `Search Items: ${environmentLabel(context.environment)}`;
  pick.placeholder = context.refused.size === 0 ? 'Enter runs the search; choose a filter to change it' : 'The service refused this search; choose what to change';
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

function rowsFor(query: SearchQuery, { blank, refused }: BuilderContext): readonly Row[] {
  const groups = [...new Set(FILTER_KINDS.map((kind) => FILTERS[kind].group))];
  const anySet = FILTER_KINDS.some((kind) => FILTERS[kind].isSet(query, blank));
  return [
    // Found by its name like the others: who types what no row has, and Enter, has not asked for a search without it.
    { label: 'Run search', iconPath: new vscode.ThemeIcon('play'), detail: display(describeQuery(query)), action: { kind: 'run' } },
    ...groups.flatMap((group): readonly Row[] => [
      { label: group, kind: vscode.QuickPickItemKind.Separator },
      ...FILTER_KINDS.filter((kind) => FILTERS[kind].group === group).map((kind) => filterRow(kind, query, blank, refused)),
    ]),
    ...(anySet ? [{ label: 'Clear all filters', iconPath: new vscode.ThemeIcon('clear-all'), action: { kind: 'clear' as const } }] : []),
  ];
}

function filterRow(kind: FilterKind, query: SearchQuery, blank: SearchQuery, refused: BuilderContext['refused']): Row {
  const { label, icon, value, isSet, members } = FILTERS[kind];
  const words = members.map((member) => refused.get(member)).find((text) => text !== undefined);
  return {
    label,
    iconPath: new vscode.ThemeIcon(words === undefined ? icon : 'warning'),
    description: display(value(query), 80),
    // A row takes no links, and display() lets no icon and nothing invisible through.
    ...(words === undefined ? {} : { detail: `Refused by the service${words === '' ? '' : `: ${display(words, 160)}`}` }),
    buttons: isSet(query, blank) ? [CLEAR] : [],
    action: { kind: 'edit', filter: kind },
  };
}
