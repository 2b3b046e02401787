import { hostOf, type Checked, type Environment } from '../../core/environment.js';
import type { Credentials, PasteCheck } from '../../core/auth/session.js';
import { askInOrder, askText, type Answer } from '../../platform/inputs.js';

/** Asks for the client id, then the client secret, and nothing else (design, behaviour 1). */
export async function askForCredentials(environment: Environment): Promise<Credentials | undefined> {
  const title = `Sign In: ${environment.name}`;
  const issuer = hostOf(environment.authUrl);
  return await askInOrder<Credentials>({ clientId: '', clientSecret: '' }, [
    async (sofar) => map(await askText({
      title, step: 1, totalSteps: 2, value: sofar.clientId,
      prompt: `The client id of your organization at ${issuer}`, check: (text) => checkClientId(text),
    }), (clientId) => ({ ...sofar, clientId })),
    async (sofar) => map(await askText({
      title, step: 2, totalSteps: 2, canGoBack: true, password: true, value: sofar.clientSecret,
      prompt: `The client secret. It is sent to ${issuer} only, and kept in the system's keyring.`, check: (text) => checkClientSecret(text, sofar.clientId),
    }), (clientSecret) => ({ ...sofar, clientSecret })),
  ]);
}

/** Asks for a temporary token, masked, judged while it is pasted. */
export async function askForToken(environment: Environment, check: (text: string) => PasteCheck): Promise<string | undefined> {
  const answer = await askText({
    title: `Paste Temporary Token: ${environment.name}`,
    prompt: environment.accountPageUrl === undefined
      ? 'Copy a token on the account page of the web application. It works for 24 hours.'
      : `Copy a token on ${hostOf(environment.accountPageUrl)}. It works for 24 hours.`,
    password: true,
    check: (text) => {
      if (text === '') {
        return { ok: false, problem: 'Paste the token here.' };
      }
      const checked = check(text);
      return checked.ok ? { ok: true, value: text } : checked;
    },
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

function checkClientId(text: string): Checked<string> {
  if (text === '') {
    return { ok: false, problem: 'The client id is needed.' };
  }
  return /\s/u.test(text) ? { ok: false, problem: 'A client id holds no spaces or line breaks.' } : { ok: true, value: text };
}

function checkClientSecret(text: string, clientId: string): Checked<string> {
  if (text === '') {
    return { ok: false, problem: 'The client secret is needed.' };
  }
  if (text === clientId) {
    return { ok: false, problem: 'This is the client id once more; the secret is another text.' };
  }
  return /[\r\n\t]/u.test(text) ? { ok: false, problem: 'A client secret holds no line breaks.' } : { ok: true, value: text };
}

function map<T, U>(answer: Answer<T>, change: (value: T) => U): Answer<U> {
  return answer.kind === 'answer' ? { kind: 'answer', value: change(answer.value) } : answer;
}
