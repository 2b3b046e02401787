/** Which environment the results are of, and what was searched last in each. */
import { isSameService, type Environment } from '../environment.js';
import type { Event } from '../event.js';
import type { SearchQuery } from '../query/query.js';

/** The environment that the window uses, as its settings are now. */
export interface WindowEnvironment {
  readonly current: Environment | undefined;
  readonly onDidChange: Event<void>;
}

/** A query and where it was made. */
export interface LastQuery {
  readonly environment: Environment;
  readonly query: SearchQuery;
}

/** Without a window, such as in a program, the environment searched last is the one. */
export class SearchedEnvironment {
  /** By the environment's name: the query stays where the settings change. */
  readonly #queries = new Map<string, SearchQuery>();
  #latest: Environment | undefined;

  constructor(private readonly window: Pick<WindowEnvironment, 'current'> | undefined) {}

  /** Remembers what is shown from now on. */
  use(environment: Environment, query: SearchQuery): void {
    this.#latest = environment;
    this.#queries.set(environment.name, query);
  }

  /** Whether this is the environment that the window uses, with the settings that it has. */
  isCurrent(environment: Environment): boolean {
    if (this.window === undefined) {
      return true;
    }
    const { current } = this.window;
    return current !== undefined && isSameService(current, environment);
  }

  /** Whether what was used last is of another environment, or of this one by other settings. */
  get isLeft(): boolean {
    return this.#latest !== undefined && !this.isCurrent(this.#latest);
  }

  /** The last query of the environment that the window uses. */
  get last(): LastQuery | undefined {
    const environment = this.window === undefined ? this.#latest : this.window.current;
    const query = environment === undefined ? undefined : this.#queries.get(environment.name);
    return environment === undefined || query === undefined ? undefined : { environment, query };
  }
}
