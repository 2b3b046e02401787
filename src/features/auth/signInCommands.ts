import { hostOf, type Environment } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import type { Sessions } from '../../core/auth/session.js';
import { runCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { askChoice } from '../../platform/inputs.js';
import type { Notify } from '../../platform/notify.js';
import { withProgress } from '../../platform/progress.js';
import { askForCredentials, askForToken } from './askSignIn.js';
import { signedInSummary } from './sessionWords.js';

export interface SignInParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
  readonly notify: Notify;
}

/** Signs in with client credentials. @returns whether the person is signed in now */
export async function signIn(parts: SignInParts): Promise<boolean> {
  const environment = await environmentToSignInTo(parts.choice);
  if (environment === undefined) {
    return false;
  }
  if (environment.kind === 'demo') {
    parts.notify.info('The demo catalog needs no sign-in.', searchAction());
    return true;
  }
  const credentials = await askForCredentials(environment);
  if (credentials === undefined) {
    return false;
  }
  parts.choice.requireStill(environment);
  await withProgress(`Signing in to ${environment.name}`, undefined, async (signal) => await parts.sessions.signIn(environment, credentials, signal));
  await offerNextStep(parts, environment);
  return true;
}

/** Keeps a temporary token. @returns whether one was kept */
export async function pasteToken(parts: SignInParts): Promise<boolean> {
  const environment = await environmentToSignInTo(parts.choice);
  if (environment === undefined || environment.kind === 'demo') {
    return false;
  }
  const idle = new AbortController().signal;
  await parts.sessions.load(environment, idle);
  const text = await askForToken(environment, (candidate) => parts.sessions.checkPasted(environment, candidate));
  if (text === undefined) {
    return false;
  }
  parts.choice.requireStill(environment);
  const checked = parts.sessions.checkPasted(environment, text);
  const target = checked.ok && checked.otherAudience !== undefined ? await resolveAudience(parts, environment, checked.otherAudience) : environment;
  if (target === undefined) {
    return false;
  }
  await withProgress(`Keeping the token for ${target.name}`, undefined, async (signal) => await parts.sessions.paste(target, text, signal));
  await offerNextStep(parts, target);
  return true;
}

/** A token that says it is for another audience: offers the environment it belongs to, where there is one. */
async function resolveAudience({ choice }: SignInParts, environment: Environment, audience: readonly string[]): Promise<Environment | undefined> {
  const owner = choice.all.find((candidate) => candidate.kind !== 'demo' && audience.includes(candidate.audience));
  const answer = await askChoice<Environment>({
    title: `Paste Temporary Token: ${environment.name}`,
    placeholder: owner === undefined ? `This token was made for another audience than ${environment.name}'s` : `This token was made for ${owner.name}, not for ${environment.name}`,
    choices: [
      ...(owner === undefined ? [] : [{ icon: 'arrow-swap', label: `Switch to ${owner.name} and keep it there`, value: owner }]),
      { icon: 'warning', label: `Keep it for ${environment.name} all the same`, description: 'the catalog will probably refuse it', value: environment },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  if (answer.value !== environment) {
    await choice.choose(answer.value);
  }
  return answer.value;
}

/** Forgets the token of the workspace's environment, its issuer's credentials, and what else they bought. */
export async function signOut({ choice, sessions, notify }: SignInParts): Promise<void> {
  const environment = choice.require();
  const sharing = choice.all.filter((other) => other.name !== environment.name && new URL(other.authUrl).origin === new URL(environment.authUrl).origin);
  await withProgress(`Signing out of ${environment.name}`, undefined, async (signal) => {
    await sessions.signOut(environment, signal);
  });
  const also = sharing.length === 0 ? '' : ` So are the tokens that these credentials got for ${sharing.map((other) => other.name).join(', ')}.`;
  notify.info(`Signed out of ${environment.name}; its token and credentials are no longer on this machine.${also}`);
}

/** Renews the token once the person has agreed to the cost. */
export async function renewToken({ choice, sessions, notify }: SignInParts): Promise<void> {
  const environment = choice.require();
  const details = await withProgress(`Looking at ${environment.name}`, undefined, async (signal) => await sessions.details(environment, signal));
  if (!details.credentialsStored && 'token' in details.state && details.state.token?.source === 'pasted') {
    throw new CatalogError({ kind: 'invalid', field: 'Renew Token Now', problem: 'a pasted token cannot be renewed. Paste a new one, or sign in with client credentials.' });
  }
  if (!details.credentialsStored) {
    throw new CatalogError({ kind: 'signedOut', environment: environment.name, reason: 'never' });
  }
  const allowance = 'token' in details.state ? details.state.token?.allowance : undefined;
  const left = allowance?.remaining === undefined ? '' : ` ${allowance.remaining}${allowance.limit === undefined ? '' : ` of ${allowance.limit}`} were left when the current token was made.`;
  const agreed = await notify.confirm(
    `Renew the token for ${environment.name} now?`,
    `This costs one token exchange of your organization's daily allowance.${left} This machine made ${details.exchangesHere} in the last 24 hours. Tokens renew by themselves when they are about to expire.`,
    'Renew for One Exchange',
  );
  if (!agreed) {
    return;
  }
  choice.requireStill(environment);
  await withProgress(`Renewing the token for ${environment.name}`, undefined, async (signal) => await sessions.renew(environment, signal));
  notify.info(signedInSummary(environment, sessions.state(environment), Date.now()));
}

/** What the person has now, and the search one key away. */
async function offerNextStep({ sessions }: SignInParts, environment: Environment): Promise<void> {
  const answer = await askChoice<'search' | 'done'>({
    title: `Signed In: ${environment.name}`,
    placeholder: signedInSummary(environment, sessions.state(environment), Date.now()),
    choices: [
      { icon: 'search', label: 'Search Items...', value: 'search' },
      { icon: 'check', label: 'Done', value: 'done' },
    ],
  });
  if (answer.kind === 'answer' && answer.value === 'search') {
    await runCommand('search');
  }
}

/** The workspace's environment; asks only where it is not known. */
async function environmentToSignInTo(choice: EnvironmentChoice): Promise<Environment | undefined> {
  if (choice.current !== undefined) {
    return choice.current;
  }
  const candidates = choice.all.filter((environment) => environment.kind !== 'demo');
  if (candidates.length === 0) {
    await runCommand('addEnvironment');
    return choice.current;
  }
  const answer = await askChoice({
    title: 'Sign In',
    placeholder: 'The environment to sign in to; this workspace will use it',
    choices: candidates.map((environment) => ({ label: environment.name, description: environment.kind, detail: hostOf(environment.baseUrl), value: environment })),
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  await choice.choose(answer.value);
  return answer.value;
}

function searchAction(): { readonly title: string; readonly run: () => unknown } {
  return { title: 'Search Items...', run: () => runCommand('search') };
}
