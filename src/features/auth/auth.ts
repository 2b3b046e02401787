import type { Disposable } from '../../core/event.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { registerAuthenticationProvider } from './authenticationProvider.js';
import type { SignInParts } from './signInCommands.js';

export interface AuthParts extends SignInParts {
  readonly register: RegisterCommand;
}

/** Sign-in, sign-out, renewal, and the entry in VS Code's Accounts menu. The dialogs load with the first command. */
export function registerAuth(parts: AuthParts): Disposable {
  const { register } = parts;
  const store = new DisposableStore();
  const commands = async () => await import('./signInCommands.js');
  store.add(register('signIn', async () => await (await commands()).signIn(parts)));
  store.add(register('pasteToken', async () => await (await commands()).pasteToken(parts)));
  store.add(register('signOut', async () => await (await commands()).signOut(parts)));
  store.add(register('renewToken', async () => await (await commands()).renewToken(parts)));
  store.add(registerAuthenticationProvider(parts));
  return store;
}
