import { display } from '../../core/display.js';
import { hostOf, type Environment } from '../../core/environment.js';
import { CatalogError, unreachable } from '../../core/failure.js';
import type { Sessions } from '../../core/auth/session.js';
import { runCommand } from '../../platform/contributions.js';
import type { ChosenEnvironment } from '../../platform/environmentChoice.js';
import { kindIcon } from '../../platform/environmentLabel.js';
import { askChoice } from '../../platform/inputs.js';
import type { EnvironmentParts } from './parts.js';

/**
 * Makes this workspace use the environment of a name, or the one that a person picks.
 * @returns its name; undefined when the person closed the question
 * @throws CatalogError `noEnvironment` where none has the name
 */
export async function switchEnvironment({ choice, sessions }: EnvironmentParts, name: unknown): Promise<string | undefined> {
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
    placeholder: placeholderFor(choice.chosen),
    matchOnDescription: true,
    ...(choice.current === undefined ? {} : { active: choice.all.find((environment) => environment.name === choice.current?.name) ?? 'add' }),
    choices: [
      ...choice.all.map((environment) => ({
        icon: kindIcon(environment.kind), label: environment.name,
        description: [environment.kind === 'demo' ? 'no account needed' : environment.kind, ...(environment.name === choice.current?.name ? ['current'] : []), ...foldersNaming(choice.chosen, environment), ...sessionHint(sessions, environment)].join(' · '),
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

/** Where the folders of a workspace disagree, or it names one that is not there, that is why the question is asked. */
function placeholderFor(chosen: ChosenEnvironment): string {
  switch (chosen.kind) {
    case 'disagreeing':
      return 'The folders of this workspace name different environments: choose the one for this window';
    case 'unknown':
      return `"${display(chosen.named, 60)}", which this workspace names, is not in your settings`;
    case 'chosen':
    case 'none':
    case 'undecided':
      return 'The environment that this workspace searches';
    default:
      return unreachable(chosen);
  }
}

function foldersNaming(chosen: ChosenEnvironment, { name }: Environment): readonly string[] {
  const folders = chosen.kind === 'disagreeing' ? chosen.folders.filter(({ environment }) => environment === name) : [];
  return folders.length === 0 ? [] : [`named by ${folders.map(({ folder }) => display(folder, 60)).join(', ')}`];
}

/** One line that says what an environment is and where it is. */
function environmentDetail(environment: Environment): string {
  return environment.kind === 'demo' ? 'Built in: made items, no account, no network' : `${hostOf(environment.baseUrl)}, tokens from ${hostOf(environment.authUrl)}`;
}

function sessionHint(sessions: Sessions, environment: Environment): readonly string[] {
  const state = sessions.state(environment);
  switch (state.kind) {
    case 'unknown':
      return [];
    case 'signedOut':
      return environment.kind === 'demo' ? [] : ['signed out'];
    case 'valid':
    case 'expiring':
      return ['signed in'];
    case 'expired':
      // Credentials of its issuer are there, and nothing was searched here yet.
      return [state.token === undefined ? 'no token yet' : 'token expired'];
    case 'exhausted':
      return ['exchanges used up'];
    case 'refused':
      return ['sign-in refused'];
    default:
      return unreachable(state);
  }
}
