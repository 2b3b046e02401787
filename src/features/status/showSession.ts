import * as vscode from 'vscode';
import type { Environment } from '../../core/environment.js';
import { unreachable } from '../../core/failure.js';
import type { SessionDetails, SessionState, Sessions } from '../../core/auth/session.js';
import { duration, utcDateTime } from '../../core/timeWords.js';
import type { CommandName } from '../../platform/commandNames.js';
import { runCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { describeFailure } from '../../platform/failureWords.js';
import { askChoice } from '../../platform/inputs.js';
import { withProgress } from '../../platform/progress.js';
import { nextExchange, sessionDetails, type Detail } from './statusView.js';

type SessionAction = Extract<CommandName, 'search' | 'signIn' | 'pasteToken' | 'renewToken' | 'signOut' | 'switchEnvironment' | 'addEnvironment' | 'showLog'> | 'openAccountPage';

/** Icon and words. */
const LABELS: Readonly<Record<SessionAction, readonly [icon: string, label: string]>> = {
  search: ['search', 'Search Items...'],
  signIn: ['key', 'Sign In with Client Credentials...'],
  pasteToken: ['clippy', 'Paste Temporary Token...'],
  renewToken: ['sync', 'Renew Token Now'],
  signOut: ['sign-out', 'Sign Out'],
  switchEnvironment: ['arrow-swap', 'Switch Environment...'],
  addEnvironment: ['add', 'Add Environment...'],
  showLog: ['output', 'Show Log'],
  openAccountPage: ['link-external', 'Open Account Page'],
};

/** The session in words, with the one best thing to do first. */
export async function showSession(parts: { readonly choice: EnvironmentChoice; readonly sessions: Sessions }): Promise<void> {
  const environment = parts.choice.current;
  if (environment === undefined) {
    await runCommand('switchEnvironment');
    return;
  }
  const details = await withProgress(`Looking at ${environment.name}`, undefined, async (signal) => await parts.sessions.details(environment, signal));
  const now = Date.now();
  const answer = await askChoice<SessionAction | undefined>({
    title: `Session: ${environment.name}`,
    placeholder: 'What to do next',
    choices: [
      ...actionsFor(environment, details).map((action) => ({ icon: LABELS[action][0], label: LABELS[action][1], value: action })),
      { label: 'Details', kind: vscode.QuickPickItemKind.Separator },
      ...[...sessionDetails(environment, details.state, now), ...moreDetails(details, now)].map(([label, value]) => ({ label, description: value, value: undefined })),
    ],
  });
  if (answer.kind !== 'answer' || answer.value === undefined) {
    return;
  }
  if (answer.value !== 'switchEnvironment' && answer.value !== 'showLog') {
    parts.choice.requireStill(environment);
  }
  if (answer.value === 'openAccountPage') {
    await vscode.env.openExternal(vscode.Uri.parse(environment.accountPageUrl ?? '', true));
    return;
  }
  await runCommand(answer.value);
}

function actionsFor(environment: Environment, { state, credentialsStored }: SessionDetails): readonly SessionAction[] {
  if (environment.kind === 'demo') {
    return ['search', 'switchEnvironment', 'addEnvironment', 'showLog'];
  }
  const accountPage: readonly SessionAction[] = environment.accountPageUrl === undefined ? [] : ['openAccountPage'];
  const all: readonly SessionAction[] = [
    ...bestActions(state, accountPage),
    'search', ...(credentialsStored ? ['renewToken' as const] : []), 'signIn', 'pasteToken', ...accountPage,
    ...(state.kind === 'signedOut' ? [] : ['signOut' as const]), 'switchEnvironment', 'showLog',
  ];
  return [...new Set(all)];
}

/** What most people want first in a state. */
function bestActions(state: SessionState, accountPage: readonly SessionAction[]): readonly SessionAction[] {
  switch (state.kind) {
    case 'unknown':
    case 'valid':
      return ['search'];
    case 'signedOut':
      return state.reason === 'pastedExpired' ? ['pasteToken', ...accountPage] : ['signIn'];
    case 'expiring':
    case 'expired':
      return state.renewable ? ['search'] : ['pasteToken', ...accountPage];
    case 'exhausted':
      return state.token === undefined ? ['pasteToken', ...accountPage] : ['search'];
    case 'refused':
      return state.why.kind === 'unauthorized' && state.why.reason === 'wrongAudience' ? ['switchEnvironment'] : ['signIn'];
    default:
      return unreachable(state);
  }
}

function moreDetails(details: SessionDetails, now: number): readonly Detail[] {
  const { lastRenewalAt, exchangesHere, clockSkewMs, storageProblem } = details;
  return [
    ['Next exchange', nextExchange(details, now)],
    ...(lastRenewalAt === undefined ? [] : [['Last renewal', utcDateTime(lastRenewalAt)] as const]),
    ['Exchanges made here', `${exchangesHere} in the last 24 hours`],
    ...(clockSkewMs === undefined || Math.abs(clockSkewMs) < 300_000 ? [] : [['Clock', `this machine is ${duration(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? 'behind' : 'ahead of'} the service`] as const]),
    ...(storageProblem === undefined ? [] : [['Storage', describeFailure(storageProblem, now).message] as const]),
  ];
}
