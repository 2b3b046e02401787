import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Checked } from '../../core/environment.js';

export interface NamesQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly known: readonly string[];
  readonly selected: readonly string[];
  /** What was typed as names, or what is wrong with it. */
  readonly check: (text: string) => Checked<readonly string[]>;
  /** More to choose from, which may come bit by bit. Failure is silent: what is there can be chosen. */
  readonly load?: (signal: AbortSignal, onNames: (names: readonly string[]) => void) => Promise<{ readonly names: readonly string[]; readonly complete: boolean }>;
}

/** A list that grows is drawn anew at most this often, in milliseconds. */
const REDRAW_MS = 250;
const number = new Intl.NumberFormat('en');

interface Row extends vscode.QuickPickItem {
  readonly name: string;
}

/**
 * Asks for any number of names: checked in a list, or typed.
 * @returns undefined when the person went back; nothing at all chosen is an empty list
 */
export async function askNames(question: NamesQuestion): Promise<readonly string[] | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  const ending = new AbortController();
  const known = new Set([...question.selected, ...[...question.known].sort()]);
  let checked = new Set(question.selected);
  let typed: readonly string[] = [];
  pick.title = question.title;
  pick.placeholder = question.placeholder;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = false;
  pick.buttons = [vscode.QuickInputButtons.Back];

  const show = (): void => {
    const rows = [...known].map((name): Row => ({ label: display(name), name }));
    const added = typed.map((name): Row => ({ label: display(name), description: 'as typed', name, alwaysShow: true }));
    const active = new Set(pick.activeItems.map(({ name }) => name));
    pick.keepScrollPosition = true;
    pick.items = [...added, ...rows];
    // Setting the rows forgets what was checked, and where the person is.
    pick.selectedItems = pick.items.filter(({ name }) => checked.has(name) || typed.includes(name));
    pick.activeItems = pick.items.filter(({ name }) => active.has(name));
  };
  show();
  if (question.load !== undefined) {
    pick.busy = true;
    let drawnAt = -Infinity;
    const add = (names: readonly string[], last: boolean): void => {
      if (ending.signal.aborted) {
        return;
      }
      names.forEach((name) => known.add(name));
      if (last || performance.now() - drawnAt >= REDRAW_MS) {
        typed = newNames(pick.value, known, question.check);
        show();
        drawnAt = performance.now();
      }
    };
    void question.load(ending.signal, (names) => add(names, false)).catch(() => ({ names: [], complete: true })).then(({ names, complete }) => {
      add(names, true);
      if (!ending.signal.aborted) {
        pick.busy = false;
        pick.title = complete ? question.title : `${question.title} (${number.format(names.length)} of more; any other can be typed)`;
      }
    });
  }
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue((text) => {
        const names = newNames(text, known, question.check);
        if (names.join() !== typed.join()) {
          typed = names;
          show();
        }
      });
      pick.onDidChangeSelection((rows) => {
        checked = new Set(rows.map(({ name }) => name));
      });
      pick.onDidAccept(() => {
        const names = [...new Set(pick.selectedItems.map(({ name }) => name))];
        const meant = typed.length > 0 ? undefined : pick.activeItems[0]?.name ?? onlyNameWith(pick.value, known);
        if (meant !== undefined && pick.value.trim() !== '') {
          resolve([...new Set([...names, meant])]);
        } else if (names.length > 0 || pick.value.trim() === '') {
          resolve(names);
        }
      });
      pick.onDidTriggerButton(() => resolve(undefined));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    ending.abort();
    pick.dispose();
  }
}

/** Typed as far as one name is left, or a whole name, and Enter: that one is meant. A list with boxes to check has no active row by itself. */
function onlyNameWith(text: string, known: ReadonlySet<string>): string | undefined {
  const sought = text.trim().toLowerCase();
  const left = [...known].filter((name) => name.toLowerCase().includes(sought));
  return left.find((name) => name.toLowerCase() === sought) ?? (left.length === 1 ? left[0] : undefined);
}

/** What was typed and is no part of a known name: names of their own. */
function newNames(text: string, known: ReadonlySet<string>, check: NamesQuestion['check']): readonly string[] {
  const names = text.trim() === '' ? undefined : check(text);
  return names?.ok === true ? names.value.filter((name) => ![...known].some((other) => other.toLowerCase().includes(name.toLowerCase()))) : [];
}
