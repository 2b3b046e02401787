import * as vscode from 'vscode';
import type { EnvironmentKind } from '../../core/environment.js';
import { toFailure } from '../../core/failure.js';
import type { SearchOutcome } from '../../core/results/searchOutcome.js';
import type { Sessions, SessionState } from '../../core/auth/session.js';
import { withSignal } from '../../platform/cancellation.js';
import type { SearchParts } from './parts.js';

/** What activate() gives to other extensions. Holds no token and no secret, and no way to one. */
export interface CatalogSearchApi {
  readonly apiVersion: 1;
  /**
   * Searches the workspace's environment and shows the results, as the command `catalogSearch.search` with arguments does.
   * @throws Error whose message is a sentence for people
   */
  search(query?: unknown, token?: vscode.CancellationToken): Promise<SearchOutcome>;
  /** The sign-in of an environment changed. */
  readonly onDidChangeSession: vscode.Event<SessionChange>;
  /** The environment that this workspace uses. */
  readonly environment: EnvironmentFacts | undefined;
}

export interface SessionChange {
  /** The environment's name. */
  readonly environment: string;
  readonly state: SessionState['kind'];
}

export interface EnvironmentFacts {
  readonly name: string;
  readonly kind: EnvironmentKind;
  readonly baseUrl: string;
}

export function createApi(parts: Pick<SearchParts, 'choice' | 'results'> & { readonly sessions: Sessions }): CatalogSearchApi {
  const { choice, sessions } = parts;
  return {
    apiVersion: 1,
    async search(query = {}, token) {
      try {
        await choice.ready();
        return await withSignal(token, async (signal) => await (await import('./searchCommands.js')).searchWith(parts, query, signal));
      } catch (error) {
        const { describeFailure } = await import('../../platform/failureWords.js');
        // eslint-disable-next-line preserve-caught-error -- a cause may hold what other extensions must not see
        throw new Error(describeFailure(toFailure(error), Date.now()).message);
      }
    },
    onDidChangeSession: (listener, thisArgs, disposables) => {
      const subscription = sessions.onDidChange((name) => {
        const environment = choice.byName(name);
        if (environment !== undefined) {
          listener.call(thisArgs, { environment: name, state: sessions.state(environment).kind });
        }
      });
      const disposable = new vscode.Disposable(() => subscription.dispose());
      disposables?.push(disposable);
      return disposable;
    },
    get environment() {
      const { current } = choice;
      return current === undefined ? undefined : { name: current.name, kind: current.kind, baseUrl: current.baseUrl };
    },
  };
}
