import { checkAddress, checkEnvironmentName, hostOf, type Checked, type EnvironmentKind } from '../../core/environment.js';
import { runCommand } from '../../platform/contributions.js';
import { kindIcon } from '../../platform/environmentLabel.js';
import { askChoice, askInOrder, askText, type Answer } from '../../platform/inputs.js';
import { appendEnvironment } from '../../platform/settings.js';
import type { EnvironmentParts } from './parts.js';

/** What a person types for a new environment; empty until asked. */
interface EnvironmentDraft {
  readonly kind: Exclude<EnvironmentKind, 'demo'>;
  readonly name: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly audience: string;
}

const TITLE = 'Add Environment';
const STEPS = 5;

/**
 * Asks for a new environment, writes it to the user's settings and makes this workspace use it.
 * @returns its name; undefined when a person gives up
 */
export async function addEnvironment({ choice, notify }: Pick<EnvironmentParts, 'choice' | 'notify'>): Promise<string | undefined> {
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
  notify.info(`${added.name} (${hostOf(added.baseUrl)}) is now this workspace's environment.`, { title: 'Sign In...', run: () => runCommand('signIn'), environment: added.name });
  return added.name;
}

/**
 * Asks for everything a new environment needs, each answer checked while it is typed.
 * @param taken names in use
 * @param knownIssuer the issuer of an environment that is there already: a sandbox and its production usually share one
 * @returns undefined when a person gives up
 */
async function askForEnvironment(taken: readonly string[], knownIssuer: string | undefined): Promise<EnvironmentDraft | undefined> {
  const empty: EnvironmentDraft = { kind: 'production', name: '', baseUrl: '', authUrl: knownIssuer ?? '', audience: '' };
  return await askInOrder(empty, [
    async (draft) => withAnswer(draft, 'kind', await askChoice({
      title: TITLE, step: 1, totalSteps: STEPS, placeholder: 'What kind of environment is it?', active: draft.kind,
      choices: [
        { icon: kindIcon('production'), label: 'Production', description: 'the real thing; marked in the status bar', value: 'production' as const },
        { icon: kindIcon('sandbox'), label: 'Sandbox', description: 'for developers', value: 'sandbox' as const },
        { icon: kindIcon('other'), label: 'Other', value: 'other' as const },
      ],
    })),
    async (draft) => withAnswer(draft, 'name', await askText({
      title: TITLE, step: 2, totalSteps: STEPS, canGoBack: true, value: draft.name,
      prompt: 'What it is called on screen; a workspace picks it by this name.', placeholder: 'Acme production', check: (text) => checkEnvironmentName(text, taken),
    })),
    async (draft) => withAnswer(draft, 'baseUrl', await askText({
      title: TITLE, step: 3, totalSteps: STEPS, canGoBack: true, value: draft.baseUrl,
      prompt: 'The address of the catalog API. Searches go there.', placeholder: 'https://api.example.com', check: keepText(checkAddress),
    })),
    async (draft) => withAnswer(draft, 'authUrl', await askText({
      title: TITLE, step: 4, totalSteps: STEPS, canGoBack: true, value: draft.authUrl,
      prompt: 'The address of the token issuer. The client id and secret go there, and nowhere else.', placeholder: 'https://auth.example.com', check: keepText(checkAddress),
    })),
    async (draft) => withAnswer(draft, 'audience', await askText({
      title: TITLE, step: 5, totalSteps: STEPS, canGoBack: true, value: draft.audience === '' ? draft.baseUrl : draft.audience,
      prompt: 'The audience of the tokens, exactly as the issuer knows it. Usually the address of the API.', check: checkAudience,
    })),
  ]);
}

/** The settings entry for a draft; leaves out what is the default. */
function settingsEntry(draft: EnvironmentDraft): Readonly<Record<string, string>> {
  const { name, kind, baseUrl, authUrl, audience } = draft;
  return { name, kind, baseUrl, authUrl, ...(audience === baseUrl ? {} : { audience }) };
}

function checkAudience(text: string): Checked<string> {
  return text === '' || /\s/u.test(text) ? { ok: false, problem: 'An audience is one word without spaces, usually an address.' } : { ok: true, value: text };
}

/** Checks as `check` does and keeps what was typed: settings should read as their owner wrote them. */
function keepText(check: (text: string) => Checked<string>): (text: string) => Checked<string> {
  return (text) => {
    const checked = check(text);
    return checked.ok ? { ok: true, value: text } : checked;
  };
}

function withAnswer<Key extends keyof EnvironmentDraft>(draft: EnvironmentDraft, key: Key, answer: Answer<EnvironmentDraft[Key]>): Answer<EnvironmentDraft> {
  return answer.kind === 'answer' ? { kind: 'answer', value: { ...draft, [key]: answer.value } } : answer;
}
