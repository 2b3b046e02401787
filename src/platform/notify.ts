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
  /** What it runs is about the environment of this name: where the window uses another by then, it is not run. */
  readonly environment?: string | undefined;
}

/**
 * `retry` is what the button "Try Again" does; without it that button is left out. `environment` is the name of the one that the failed
 * work was for; the one that the failure names, or else that of the window, where it is left out.
 */
export interface FailureOptions {
  readonly retry?: () => unknown;
  readonly environment?: string;
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

/** @param current the name of the environment that the window uses */
export function createNotify(log: Log, current: () => string | undefined): Notify {
  /** The editor closes a message that says the same and shows this one: one is listed, and it is seen again. */
  async function show(kind: 'info' | 'warning', text: string, actions: readonly MessageAction[]): Promise<void> {
    const message = withoutLinks(text);
    const titles = actions.map((action) => action.title);
    const chosen = kind === 'info'
      ? await vscode.window.showInformationMessage(message, ...titles)
      : await vscode.window.showWarningMessage(message, ...titles);
    const action = actions.find(({ title }) => title === chosen);
    if (action?.environment !== undefined && action.environment !== current()) {
      await show('info', leftWords(action.environment, current()), [command('Switch Environment...', 'switchEnvironment')]);
      return;
    }
    await action?.run();
  }

  async function tell(failure: Failure, retry: FailureOptions['retry'], environment: string | undefined): Promise<void> {
    const { describeFailure } = await import('./failureWords.js');
    const { message, action } = describeFailure(failure, Date.now());
    const button = actionButton(action, retry);
    await show('warning', message, button === undefined ? [] : [OF_ANY_ENVIRONMENT.has(action) ? button : { ...button, environment }]);
  }

  function failure(given: Failure, { retry, environment }: FailureOptions = {}): void {
    if (given.kind !== 'cancelled') {
      void tell(given, retry, environment ?? ('environment' in given ? given.environment : current()));
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

/** Buttons that do the same whichever environment the window uses. */
const OF_ANY_ENVIRONMENT: ReadonlySet<FailureAction> = new Set(['switchEnvironment', 'addEnvironment', 'openSettings', 'openUserSettings', 'openWorkspaceSettings', 'showLog', 'none']);

/** What is said in the place of doing something in another environment than the one it was offered for. */
function leftWords(environment: string, current: string | undefined): string {
  return `That was about ${environment}; this window uses ${current ?? 'no environment'} now. Nothing was done.`;
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
    case 'openUserSettings':
      return { title: 'Open Settings File', run: () => vscode.commands.executeCommand('workbench.action.openSettingsJson') };
    case 'openWorkspaceSettings':
      return { title: 'Open Settings File', run: () => vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile') };
    default:
      return unreachable(action);
  }
}

function command(title: string, name: CommandName): MessageAction {
  return { title, run: () => vscode.commands.executeCommand(commandId(name)) };
}
