/** The only place that shows messages. One message per operation, with one button; details are in the log. */
import * as vscode from 'vscode';
import { toFailure, unreachable, type Failure } from '../core/failure.js';
import type { Log } from '../core/ports.js';
import { commandId, type CommandName } from './commandNames.js';
import type { FailureAction } from './failureWords.js';
import { withoutLinks } from './plainWords.js';

/** A button and what it runs. */
export interface MessageAction {
  readonly title: string;
  readonly run: () => unknown;
}

/** `retry` is what the button "Try Again" does; without it that button is left out. */
export interface FailureOptions {
  readonly retry?: () => unknown;
}

export interface Notify {
  /** Says what went wrong. */
  failure(failure: Failure, options?: FailureOptions): void;
  /** Says what ended something that a person started; a defect of ours goes to the log with `what` it was. */
  caught(what: string, error: unknown, options?: FailureOptions): void;
  info(message: string, ...actions: readonly MessageAction[]): void;
  warn(message: string, ...actions: readonly MessageAction[]): void;
  /** Says in the status bar, for a few seconds, that something went well and there is nothing to do. */
  quiet(message: string): void;
  /** Asks before something that cannot be undone or costs something. Resolves to false when the question is closed. */
  confirm(question: string, detail: string, yes: string): Promise<boolean>;
  /** Writes a defect of ours to the log. */
  defect(where: string, error: unknown): void;
}

const QUIET_MS = 6000;

export function createNotify(log: Log): Notify {
  /** The editor closes a message that says the same and shows this one: one is listed, and it is seen again. */
  async function show(kind: 'info' | 'warning', text: string, actions: readonly MessageAction[]): Promise<void> {
    const message = withoutLinks(text);
    const titles = actions.map((action) => action.title);
    const chosen = kind === 'info'
      ? await vscode.window.showInformationMessage(message, ...titles)
      : await vscode.window.showWarningMessage(message, ...titles);
    await actions.find((action) => action.title === chosen)?.run();
  }

  async function tell(failure: Failure, retry: FailureOptions['retry']): Promise<void> {
    const { describeFailure } = await import('./failureWords.js');
    const { message, action } = describeFailure(failure, Date.now());
    const button = actionButton(action, retry);
    await show('warning', message, button === undefined ? [] : [button]);
  }

  function failure(given: Failure, { retry }: FailureOptions = {}): void {
    if (given.kind !== 'cancelled') {
      void tell(given, retry);
    }
  }

  return {
    failure,
    caught(what, error, options) {
      const ended = toFailure(error);
      if (ended.kind === 'internal') {
        log.error(what, error);
      }
      failure(ended, options);
    },
    info: (message, ...actions) => void show('info', message, actions),
    warn: (message, ...actions) => void show('warning', message, actions),
    quiet: (message) => void vscode.window.setStatusBarMessage(`$(check) ${message}`, QUIET_MS),
    async confirm(question, detail, yes) {
      return (await vscode.window.showWarningMessage(withoutLinks(question), { modal: true, detail: withoutLinks(detail) }, yes)) === yes;
    },
    defect: (where, error) => log.error(where, error),
  };
}

/** The button for an action; undefined where there is none to offer. */
function actionButton(action: FailureAction, retry: (() => unknown) | undefined): MessageAction | undefined {
  switch (action) {
    case 'none':
      return undefined;
    case 'retry':
      return retry === undefined ? undefined : { title: 'Try Again', run: retry };
    case 'signIn':
      return command('Sign In...', 'signIn');
    case 'pasteToken':
      return command('Paste Token...', 'pasteToken');
    case 'switchEnvironment':
      return command('Switch Environment...', 'switchEnvironment');
    case 'addEnvironment':
      return command('Add Environment...', 'addEnvironment');
    case 'renewToken':
      return command('Renew Token Now', 'renewToken');
    case 'loadMore':
      return command('Load More Items', 'loadMore');
    case 'showSession':
      return command('Show Session...', 'showSession');
    case 'showLog':
      return command('Show Log', 'showLog');
    case 'openSettings':
      return { title: 'Open Settings', run: () => vscode.commands.executeCommand('workbench.action.openSettings', 'catalogSearch') };
    default:
      return unreachable(action);
  }
}

function command(title: string, name: CommandName): MessageAction {
  return { title, run: () => vscode.commands.executeCommand(commandId(name)) };
}
