import * as vscode from 'vscode';
import { parseArea, type Area } from '../../core/geo/area.js';
import { looksLikeWkt } from '../../core/geo/wkt.js';
import { display } from '../../core/display.js';
import type { Checked } from '../../core/environment.js';
import { withArea, type SearchQuery } from '../../core/query/query.js';
import { areaWords } from '../../core/query/queryWords.js';
import { askText } from '../../platform/inputs.js';
import { activeEditorText, areaOfClipboard, areaOfEditor, areaOfFile, chooseAreaFile } from './areaSources.js';
import type { BuilderContext } from './builderContext.js';
import { FILTERS, warningFor } from './filters.js';

type Way = 'type' | 'anywhere' | 'editor' | 'clipboard' | 'file' | 'view' | 'draw';

interface Row extends vscode.QuickPickItem {
  readonly way: Way;
}

/** What the list ends with: a way that was chosen, or text that was typed into it. */
type Chosen = { readonly kind: 'way'; readonly way: Way } | { readonly kind: 'typed'; readonly text: string };

/** A way that gave no area, and why: the list comes back with it. */
interface Problem {
  readonly way: Way;
  readonly words: string;
}

/** Asks where an area comes from, and for the area. @returns the changed query; undefined when the person went back */
export async function editArea(query: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
  let problem: Problem | undefined;
  for (;;) {
    const chosen = await chooseWay(query, context, problem);
    if (chosen === undefined) {
      return undefined;
    }
    if (chosen.kind === 'typed' || chosen.way === 'type') {
      const edited = await typeArea(query, context, chosen.kind === 'typed' ? chosen.text : undefined);
      if (edited === undefined && chosen.kind === 'typed') {
        return undefined;
      }
      if (edited !== undefined) {
        return edited;
      }
      problem = undefined;
    } else if (chosen.way === 'anywhere') {
      return withArea(query, undefined);
    } else {
      const area = await areaFrom(chosen.way, query, context);
      if (area?.ok === true) {
        return withArea(query, area.value);
      }
      if (context.signal.aborted) {
        return undefined;
      }
      problem = { way: chosen.way, words: area?.problem ?? '' };
    }
  }
}

async function areaFrom(way: Exclude<Way, 'type' | 'anywhere'>, query: SearchQuery, { areas, signal }: BuilderContext): Promise<Checked<Area> | undefined> {
  switch (way) {
    case 'editor': {
      const editor = activeEditorText();
      return editor === undefined ? undefined : areaOfEditor(editor);
    }
    case 'clipboard':
      return await areaOfClipboard();
    case 'file': {
      const file = await chooseAreaFile();
      return file === undefined ? undefined : await areaOfFile(file);
    }
    case 'view': {
      const bbox = areas.source?.view();
      return bbox === undefined ? { ok: false, problem: 'No map is open.' } : { ok: true, value: { bbox } };
    }
    case 'draw': {
      const area = await areas.source?.draw(areaOf(query), signal);
      return area === undefined ? undefined : { ok: true, value: area };
    }
  }
}

async function chooseWay(query: SearchQuery, context: BuilderContext, problem: Problem | undefined): Promise<Chosen | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  const rows = rowsFor(query, context).map((row): Row => (row.way === problem?.way && problem.words !== '' ? { ...row, iconPath: new vscode.ThemeIcon('warning'), detail: problem.words } : row));
  pick.title = 'Search Items: Area';
  pick.placeholder = 'Type west, south, east, north; paste coordinates, WKT or GeoJSON; or choose';
  pick.items = rows;
  pick.activeItems = rows.filter(({ way }) => way === problem?.way);
  pick.ignoreFocusOut = true;
  pick.buttons = [vscode.QuickInputButtons.Back];
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue((text) => {
        // The list is no place to check an area in: a field takes over what was typed.
        if (/^\s*[-+\d.([{]/u.test(text) || looksLikeWkt(text.trim())) {
          resolve({ kind: 'typed', text });
        }
      });
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row !== undefined) {
          resolve({ kind: 'way', way: row.way });
        }
      });
      pick.onDidTriggerButton(() => resolve(undefined));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function rowsFor(query: SearchQuery, { areas }: BuilderContext): readonly Row[] {
  const editor = activeEditorText();
  const { source } = areas;
  const view = source?.view();
  const set = FILTERS.area.isSet(query, query);
  return [
    row('type', 'edit', 'Type or paste...', set ? areaWords(query) : 'box, coordinates, WKT or GeoJSON'),
    ...(editor === undefined ? [] : [row('editor', 'code', editor.selected ? 'From the selection' : 'From the active editor', editor.name)]),
    row('clipboard', 'clippy', 'From the clipboard'),
    row('file', 'file', 'From a file...', 'GeoJSON or WKT'),
    ...(view === undefined ? [] : [row('view', 'screen-full', 'The map\'s view', view.join(', '))]),
    ...(source === undefined ? [] : [row('draw', 'map', 'Draw on the map...')]),
    ...(set ? [row('anywhere', 'close', 'Anywhere', 'no area')] : []),
  ];
}

function row(way: Way, icon: string, label: string, description?: string): Row {
  return { way, label, iconPath: new vscode.ThemeIcon(icon), ...(description === undefined ? {} : { description: display(description, 80) }) };
}

async function typeArea(query: SearchQuery, context: BuilderContext, typed: string | undefined): Promise<SearchQuery | undefined> {
  const warning = warningFor('area', context.refused);
  const answer = await askText({
    title: 'Search Items: Area',
    prompt: 'West, south, east, north in degrees (west larger than east crosses the antimeridian), longitude latitude pairs, WKT or GeoJSON. Empty: anywhere.',
    placeholder: '5.9, 45.8, 10.5, 47.8',
    value: typed ?? textOf(query),
    typed: typed !== undefined,
    canGoBack: true,
    ...(warning === undefined ? {} : { warning }),
    check: (text) => {
      const checked = text === '' ? undefined : parseArea(text);
      return checked?.ok === false ? checked : { ok: true, value: text };
    },
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  const area = answer.value === '' ? undefined : parseArea(answer.value);
  return withArea(query, area?.ok === true ? area.value : undefined);
}

/** The area as it can be typed again. */
function textOf({ bbox, intersects }: SearchQuery): string {
  return intersects === undefined ? (bbox?.join(', ') ?? '') : JSON.stringify(intersects);
}

function areaOf({ bbox, intersects }: SearchQuery): Area | undefined {
  return intersects === undefined ? (bbox === undefined ? undefined : { bbox }) : { intersects };
}
