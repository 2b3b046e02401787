import * as vscode from 'vscode';
import { MAX_AREA_TEXT, parseArea, type Area } from '../../core/geo/area.js';
import type { Checked } from '../../core/environment.js';
import { askChoice } from '../../platform/inputs.js';

const MAX_FILES = 500;
const MB = 1_000_000;

/** The selection of the active editor, or its whole text where nothing is selected. `name` is for people. */
export interface EditorText {
  readonly name: string;
  readonly selected: boolean;
  readonly text: () => string;
}

/** @returns undefined where no text editor is active */
export function activeEditorText(): EditorText | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme === 'output') {
    return undefined;
  }
  const { document, selection } = editor;
  return { name: baseName(document.uri), selected: !selection.isEmpty, text: () => document.getText(selection.isEmpty ? undefined : selection) };
}

/** The area that the active editor holds. */
export function areaOfEditor({ text }: EditorText): Checked<Area> {
  return parseArea(text());
}

export async function areaOfClipboard(): Promise<Checked<Area>> {
  const text = await vscode.env.clipboard.readText();
  return text.trim() === '' ? { ok: false, problem: 'The clipboard holds no text.' } : parseArea(text);
}

/** Lets the person choose a file. @returns undefined when none was chosen */
export async function chooseAreaFile(): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles('**/*.{geojson,json,wkt}', '**/node_modules/**', MAX_FILES);
  const files = found.filter(({ path }) => !/(?:^|\/)\.|\/(?:package(?:-lock)?|tsconfig[^/]*)\.json$/u.test(path)).sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  const answer = await askChoice<vscode.Uri | 'browse'>({
    title: 'Search Items: Area from a File',
    placeholder: 'A GeoJSON or WKT file',
    canGoBack: true,
    matchOnDescription: true,
    choices: [
      ...files.map((uri) => ({ icon: 'json', label: baseName(uri), description: vscode.workspace.asRelativePath(uri), value: uri })),
      { icon: 'folder-opened', label: 'Browse...', value: 'browse' as const },
    ],
  });
  if (answer.kind !== 'answer' || answer.value !== 'browse') {
    return answer.kind === 'answer' && answer.value !== 'browse' ? answer.value : undefined;
  }
  const [chosen] = (await vscode.window.showOpenDialog({ title: 'Area from a File', openLabel: 'Use as Area', filters: { 'GeoJSON, WKT': ['geojson', 'json', 'wkt', 'txt'] } })) ?? [];
  return chosen;
}

/** The area that a file holds. A file that is too large is not read. */
export async function areaOfFile(uri: vscode.Uri): Promise<Checked<Area>> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_AREA_TEXT) {
      return { ok: false, problem: `This file has ${Math.ceil(size / MB)} MB; a file with an area has at most ${MAX_AREA_TEXT / MB}. Take out what is not the area.` };
    }
    return parseArea(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  } catch {
    return { ok: false, problem: 'This file cannot be read.' };
  }
}

/** GeoJSON before other JSON. */
function rank({ path }: vscode.Uri): number {
  return /\.(?:geojson|wkt)$/iu.test(path) ? 0 : 1;
}

function baseName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
