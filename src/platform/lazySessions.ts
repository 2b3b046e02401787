import type { Environment } from '../core/environment.js';
import { Emitter, type Disposable } from '../core/event.js';
import { CatalogError } from '../core/failure.js';
import type { Sessions } from '../core/auth/session.js';

/** What is behind the sessions, and goes when the window goes. */
export type LoadedSessions = Sessions & Disposable;

/**
 * The sessions before anybody needs one: until the first question nothing of them is loaded and every state is `unknown`.
 * `checkPasted` answers at once, so that something has to be asked before it: `load` will do.
 */
export class LazySessions implements Sessions, Disposable {
  readonly #changed = new Emitter<string>();
  #loading: Promise<LoadedSessions> | undefined;
  #loaded: LoadedSessions | undefined;
  #disposed = false;

  readonly onDidChange: Sessions['onDidChange'] = this.#changed.event;

  constructor(private readonly make: () => Promise<LoadedSessions>) {}

  state: Sessions['state'] = (environment) => this.#loaded?.state(environment) ?? { kind: 'unknown' };
  load: Sessions['load'] = async (environment, signal) => await (await this.#sessions()).load(environment, signal);
  details: Sessions['details'] = async (environment, signal) => await (await this.#sessions()).details(environment, signal);
  token: Sessions['token'] = async (environment, signal) => await (await this.#sessions()).token(environment, signal);
  workingToken: Sessions['workingToken'] = async (environment, signal) => await (await this.#sessions()).workingToken(environment, signal);
  afterUnauthorized: Sessions['afterUnauthorized'] = async (environment, rejected, signal) => await (await this.#sessions()).afterUnauthorized(environment, rejected, signal);
  accepted: Sessions['accepted'] = (environment, token, serverDate) => this.#loaded?.accepted(environment, token, serverDate);
  signIn: Sessions['signIn'] = async (environment, credentials, signal) => await (await this.#sessions()).signIn(environment, credentials, signal);
  paste: Sessions['paste'] = async (environment, text, signal) => await (await this.#sessions()).paste(environment, text, signal);
  signOut: Sessions['signOut'] = async (environment, signal) => await (await this.#sessions()).signOut(environment, signal);
  renew: Sessions['renew'] = async (environment, signal) => await (await this.#sessions()).renew(environment, signal);
  hasCredentials: Sessions['hasCredentials'] = async (environment, signal) => await (await this.#sessions()).hasCredentials(environment, signal);

  checkPasted(environment: Environment, text: string): ReturnType<Sessions['checkPasted']> {
    if (this.#loaded === undefined) {
      throw new CatalogError({ kind: 'internal' });
    }
    return this.#loaded.checkPasted(environment, text);
  }

  dispose(): void {
    this.#disposed = true;
    this.#loaded?.dispose();
    this.#changed.dispose();
  }

  #sessions(): Promise<LoadedSessions> {
    this.#loading ??= this.make().then((sessions) => {
      this.#loaded = sessions;
      sessions.onDidChange((name) => this.#changed.fire(name));
      if (this.#disposed) {
        sessions.dispose();
      }
      return sessions;
    });
    return this.#loading;
  }
}
