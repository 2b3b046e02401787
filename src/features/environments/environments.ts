import type { Disposable } from '../../core/event.js';
import { hostOf, type Environment } from '../../core/environment.js';
import { CatalogError, unreachable } from '../../core/failure.js';
import type { Sessions } from '../../core/auth/session.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { runCommand, setContextKey, type RegisterCommand } from '../../platform/contributions.js';
import { kindIcon } from '../../platform/environmentLabel.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { askChoice } from '../../platform/inputs.js';
import type { Notify } from '../../platform/notify.js';
import { appendEnvironment } from '../../platform/settings.js';

export interface EnvironmentParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}

/** "Switch Environment..." and "Add Environment...", and the context key that menus read. */
export function registerEnvironments(parts: EnvironmentParts): Disposable {
  const { choice, register, notify } = parts;
  const store = new DisposableStore();
  const updateKey = (): void => setContextKey('environmentKind', choice.current?.kind);
  store.add(afterActivation(updateKey));
  store.add(choice.onDidChange(updateKey));
  store.add(register('switchEnvironment', (name) => switchEnvironment(parts, name)));
  store.add(register('addEnvironment', () => addEnvironment(parts)));
  store.add(choice.onDidChange(() => {
    // Told when it changes, not at each start: the person is looking at the settings right now.
    const [problem] = choice.problems;
    if (problem !== undefined) {
      notify.warn(`Environment ${problem.name === undefined ? `number ${problem.index + 1}` : `"${problem.name}"`} in your settings cannot be used${problem.field === undefined ? '' : ` (${problem.field})`}: ${problem.problem}`);
    }
  }));
  return store;
}

async function switchEnvironment({ choice, sessions }: EnvironmentParts, name: unknown): Promise<string | undefined> {
  if (typeof name === 'string') {
    const named = choice.byName(name);
    if (named === undefined) {
      throw new CatalogError({ kind: 'noEnvironment', named: name });
    }
    await choice.choose(named);
    return named.name;
  }
  const answer = await askChoice<Environment | 'add'>({
    title: 'Switch Environment',
    placeholder: 'The environment that this workspace searches',
    matchOnDescription: true,
    ...(choice.current === undefined ? {} : { active: choice.all.find((environment) => environment.name === choice.current?.name) ?? 'add' }),
    choices: [
      ...choice.all.map((environment) => ({
        icon: kindIcon(environment.kind), label: environment.name,
        description: [environment.kind === 'demo' ? 'no account needed' : environment.kind, ...(environment.name === choice.current?.name ? ['current'] : []), ...sessionHint(sessions, environment)].join(' · '),
        detail: environmentDetail(environment),
        value: environment,
      })),
      { icon: 'add', label: 'Add Environment...', value: 'add' },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  if (answer.value === 'add') {
    return await runCommand('addEnvironment');
  }
  await choice.choose(answer.value);
  return answer.value.name;
}

/** One line that says what an environment is and where it is. */
function environmentDetail(environment: Environment): string {
  return environment.kind === 'demo' ? 'Built in: made items, no account, no network' : `${hostOf(environment.baseUrl)}, tokens from ${hostOf(environment.authUrl)}`;
}

function sessionHint(sessions: Sessions, environment: Environment): readonly string[] {
  const { kind } = sessions.state(environment);
  switch (kind) {
    case 'unknown':
      return [];
    case 'signedOut':
      return environment.kind === 'demo' ? [] : ['signed out'];
    case 'valid':
    case 'expiring':
      return ['signed in'];
    case 'expired':
    case 'exhausted':
    case 'refused':
      return [kind];
    default:
      return unreachable(kind);
  }
}

async function addEnvironment({ choice, notify }: EnvironmentParts): Promise<string | undefined> {
  const { askForEnvironment, settingsEntry } = await import('./addEnvironment.js');
  const draft = await askForEnvironment(choice.all.map((environment) => environment.name), choice.all.find((environment) => environment.kind !== 'demo')?.authUrl);
  if (draft === undefined) {
    return undefined;
  }
  await appendEnvironment(settingsEntry(draft));
  const added = choice.byName(draft.name);
  if (added === undefined) {
    return undefined;
  }
  await choice.choose(added);
  notify.info(`${added.name} (${hostOf(added.baseUrl)}) is now this workspace's environment.`, { title: 'Sign In...', run: () => runCommand('signIn') });
  return added.name;
}
