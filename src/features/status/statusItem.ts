import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { Environment } from '../../core/environment.js';
import { appendTable } from '../../platform/plainMarkdown.js';
import { commandId } from '../../platform/commandNames.js';
import { setContextKey, STATUS_ITEM } from '../../platform/contributions.js';
import type { ChosenEnvironment } from '../../platform/environmentChoice.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { StatusParts } from './parts.js';
import { sessionDetails, statusBackground, statusView, unchosenView } from './statusView.js';

/** Environment and time left. Drawn when something changes and when the words would read differently; nothing runs while it is hidden. */
export class StatusItem implements Disposable {
  readonly #item = vscode.window.createStatusBarItem(STATUS_ITEM, vscode.StatusBarAlignment.Left, 50);
  readonly #store = new DisposableStore();
  readonly #lifetime = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: Pick<StatusParts, 'choice' | 'sessions'>) {
    const { choice, sessions } = parts;
    this.#item.name = 'Catalog Search: Session';
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
    const { chosen } = this.parts.choice;
    if (chosen.kind !== 'chosen') {
      this.#drawUnchosen(chosen);
      return;
    }
    const { environment } = chosen;
    const state = this.parts.sessions.state(environment);
    setContextKey('session', state.kind);
    if (state.kind === 'unknown' && environment.kind !== 'demo') {
      this.#load(environment);
    }
    const now = Date.now();
    const view = statusView(environment, state, now);
    this.#item.text = view.text;
    const background = statusBackground(environment, view.severity);
    this.#item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${background}Background`);
    this.#item.command = { command: commandId('showSession'), title: 'Show Session...' };
    this.#item.accessibilityInformation = { label: `Catalog Search: ${view.spoken}` };
    this.#item.tooltip = tooltip(sessionDetails(environment, state, now));
    this.#item.show();
    if (view.changesInMs !== undefined) {
      this.#timer = setTimeout(() => this.#draw(), view.changesInMs);
    }
  }

  /** Says which environment is missing; hidden where nobody named one. */
  #drawUnchosen(chosen: ChosenEnvironment): void {
    const view = unchosenView(chosen);
    if (view === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = view.text;
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.accessibilityInformation = { label: `Catalog Search: ${view.spoken}` };
    this.#item.tooltip = tooltip(view.details);
    this.#item.command = { command: commandId('switchEnvironment'), title: 'Switch Environment...' };
    this.#item.show();
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
  text.appendMarkdown('**Catalog Search**\n\n');
  return appendTable(text, details);
}
