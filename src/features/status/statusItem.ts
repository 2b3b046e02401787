import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { Environment } from '../../core/environment.js';
import { commandId } from '../../platform/commandNames.js';
import { setContextKey, STATUS_ITEM } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { StatusParts } from './parts.js';
import { sessionDetails, statusView } from './statusView.js';

/** Environment and time left. Drawn when something changes and when the words would read differently; nothing runs while it is hidden. */
export class StatusItem implements Disposable {
  readonly #item = vscode.window.createStatusBarItem(STATUS_ITEM, vscode.StatusBarAlignment.Left, 50);
  readonly #store = new DisposableStore();
  readonly #lifetime = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: Pick<StatusParts, 'choice' | 'sessions'>) {
    const { choice, sessions } = parts;
    this.#item.name = 'Catalog Search: Session';
    this.#item.command = { command: commandId('showSession'), title: 'Show Session...' };
    this.#store.add(this.#item);
    this.#store.add(choice.onDidChange(() => this.#draw()));
    this.#store.add(sessions.onDidChange((name) => {
      if (name === choice.current?.name) {
        this.#draw();
      }
    }));
    // What another window does to the ledger says nothing here: it is read again when a person comes to this one.
    this.#store.add(vscode.window.onDidChangeWindowState(({ focused }) => {
      const environment = choice.current;
      if (focused && environment !== undefined && environment.kind !== 'demo') {
        this.#load(environment);
      }
    }));
    this.#draw();
  }

  dispose(): void {
    this.#lifetime.abort();
    clearTimeout(this.#timer);
    this.#store.dispose();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    const environment = this.parts.choice.current;
    if (environment === undefined) {
      this.#item.hide();
      return;
    }
    const state = this.parts.sessions.state(environment);
    setContextKey('session', state.kind);
    if (state.kind === 'unknown' && environment.kind !== 'demo') {
      this.#load(environment);
    }
    const now = Date.now();
    const view = statusView(environment, state, now);
    this.#item.text = view.text;
    this.#item.backgroundColor = view.severity === 'normal' ? undefined : new vscode.ThemeColor(`statusBarItem.${view.severity}Background`);
    this.#item.accessibilityInformation = { label: `Catalog Search: ${view.spoken}` };
    this.#item.tooltip = tooltip(sessionDetails(environment, state, now));
    this.#item.show();
    if (view.changesInMs !== undefined) {
      this.#timer = setTimeout(() => this.#draw(), view.changesInMs);
    }
  }

  /** Reads the store once the window has settled: activation itself does no I/O. */
  #load(environment: Environment): void {
    setTimeout(() => {
      if (!this.#lifetime.signal.aborted) {
        // A failure is part of the state that is drawn next.
        this.parts.sessions.load(environment, this.#lifetime.signal).catch(() => undefined);
      }
    }, 0);
  }
}

function tooltip(details: readonly (readonly [string, string])[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**Catalog Search**\n\n| | |\n|:--|:--|\n');
  for (const [label, value] of details) {
    text.appendMarkdown('| ').appendText(label).appendMarkdown('&nbsp;&nbsp; | ').appendText(value.replaceAll(/[\r\n|]/gu, ' ')).appendMarkdown(' |\n');
  }
  return text;
}
