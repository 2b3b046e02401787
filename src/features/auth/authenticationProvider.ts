import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { Environment } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import type { SessionState, Sessions } from '../../core/auth/session.js';
import { AUTHENTICATION_PROVIDER, runCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';

export interface ProviderParts {
  readonly choice: EnvironmentChoice;
  readonly sessions: Sessions;
}

/**
 * The entry in VS Code's Accounts menu. Its sessions are the signed-in environments; other extensions get an access token only
 * through VS Code's own consent, and never a secret.
 */
export function registerAuthenticationProvider(parts: ProviderParts): Disposable {
  const store = new DisposableStore();
  const provider = store.add(new AuthenticationProvider(parts));
  store.add(vscode.authentication.registerAuthenticationProvider(AUTHENTICATION_PROVIDER, 'Catalog Search', provider, { supportsMultipleAccounts: true }));
  return store;
}

class AuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #lifetime = new AbortController();
  readonly #subscription: Disposable;
  /** What the editor was told last, by environment. */
  #told: ReadonlyMap<string, vscode.AuthenticationSession> = new Map();

  readonly onDidChangeSessions = this.#changed.event;

  constructor(private readonly parts: ProviderParts) {
    this.#subscription = parts.sessions.onDidChange(() => void this.#tell());
  }

  /**
   * Without scopes the editor lists accounts: every signed-in environment. With scopes an extension asks for a token: only those that
   * have one that works. Neither spends an exchange, since the editor asks for consent only afterwards.
   */
  async getSessions(scopes: readonly string[] | undefined, options: vscode.AuthenticationProviderSessionOptions): Promise<vscode.AuthenticationSession[]> {
    const found = await this.#list();
    return found.filter((session) => (scopes === undefined || session.accessToken !== '') && (options.account === undefined || session.account.id === options.account.id));
  }

  /** Signs in to the workspace's environment; a person has agreed, so an exchange may be spent. */
  async createSession(): Promise<vscode.AuthenticationSession> {
    const { choice, sessions } = this.parts;
    const { signal } = this.#lifetime;
    const before = choice.current;
    if (before === undefined || before.kind === 'demo' || !(await sessions.hasCredentials(before, signal))) {
      const signedIn = await runCommand('signIn');
      if (signedIn !== true) {
        throw new CatalogError({ kind: 'cancelled' });
      }
    }
    const environment = choice.require();
    const token = await sessions.token(environment, signal);
    return sessionOf(environment, token.value);
  }

  async removeSession(sessionId: string): Promise<void> {
    const environment = this.parts.choice.byName(sessionId);
    if (environment !== undefined) {
      await this.parts.sessions.signOut(environment, this.#lifetime.signal);
    }
  }

  dispose(): void {
    this.#lifetime.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #list(): Promise<readonly vscode.AuthenticationSession[]> {
    const { choice, sessions } = this.parts;
    const { signal } = this.#lifetime;
    const listed = await Promise.all(choice.all.filter((environment) => environment.kind !== 'demo').map(async (environment) => {
      const state = await sessions.load(environment, signal);
      const token = await sessions.workingToken(environment, signal);
      return token === undefined && !isSignedIn(state) ? [] : [sessionOf(environment, token?.value ?? '')];
    }));
    return listed.flat();
  }

  async #tell(): Promise<void> {
    const now = new Map((await this.#list()).map((session) => [session.id, session]));
    const before = this.#told;
    if (this.#lifetime.signal.aborted) {
      return;
    }
    this.#told = now;
    const added = [...now.values()].filter((session) => !before.has(session.id));
    const removed = [...before.values()].filter((session) => !now.has(session.id));
    const changed = [...now.values()].filter((session) => before.has(session.id) && before.get(session.id)?.accessToken !== session.accessToken);
    if (added.length + removed.length + changed.length > 0) {
      this.#changed.fire({ added, removed, changed });
    }
  }
}

function isSignedIn(state: SessionState): boolean {
  return state.kind === 'expired' ? state.renewable : state.kind === 'exhausted';
}

function sessionOf(environment: Environment, accessToken: string): vscode.AuthenticationSession {
  return { id: environment.name, accessToken, account: { id: environment.name, label: environment.name }, scopes: [] };
}
