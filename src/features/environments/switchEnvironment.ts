import { hostOf, type Environment } from '../../core/environment.js';
import { CatalogError, unreachable } from '../../core/failure.js';
import type { Sessions } from '../../core/auth/session.js';
import { runCommand } from '../../platform/contributions.js';
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
