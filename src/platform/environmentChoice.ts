import { DEMO_ENVIRONMENT, parseEnvironments, type Environment, type EnvironmentProblem } from '../core/environment.js';
import { Emitter, type Disposable, type Event } from '../core/event.js';
import { CatalogError } from '../core/failure.js';
import { onDidChangeSettings, readEnvironmentName, readEnvironments, writeEnvironmentName } from './settings.js';

/** Which environment this window uses, and which there are. */
export type ChosenEnvironment =
  | { readonly kind: 'chosen'; readonly environment: Environment }
  /** Nothing configured: a newcomer. */
  | { readonly kind: 'none' }
  /** Several configured, none picked. */
  | { readonly kind: 'undecided' }
  /** The workspace names one that the user's settings do not have. */
  | { readonly kind: 'unknown'; readonly named: string };

/**
 * The environments of the user's settings and the one that this window's workspace picked by name.
 * Reads the settings when asked, from the editor's memory; nothing is read from disk.
 */
export class EnvironmentChoice implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /** The demo, tried in this window without writing to anybody's settings. */
  #demoTried = false;
  /** What the settings say, until they change. */
  #parsed: ReturnType<typeof parseEnvironments> | undefined;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#subscription = onDidChangeSettings((changed) => {
      if (changed('environments') || changed('environment')) {
        this.#parsed = undefined;
        this.#demoTried &&= !changed('environment');
        this.#changed.fire();
      }
    });
  }

  /** Every environment there is: the configured ones in their order, then the demo. */
  get all(): readonly Environment[] {
    return [...this.#known.environments, DEMO_ENVIRONMENT];
  }

  get problems(): readonly EnvironmentProblem[] {
    return this.#known.problems;
  }

  get #known(): ReturnType<typeof parseEnvironments> {
    return (this.#parsed ??= parseEnvironments(readEnvironments()));
  }

  get chosen(): ChosenEnvironment {
    if (this.#demoTried) {
      return { kind: 'chosen', environment: DEMO_ENVIRONMENT };
    }
    const { all } = this;
    const named = readEnvironmentName();
    if (named !== undefined) {
      const environment = all.find((candidate) => candidate.name === named);
      return environment === undefined ? { kind: 'unknown', named } : { kind: 'chosen', environment };
    }
    const [first, second] = all;
    if (first === undefined || first.kind === 'demo') {
      return { kind: 'none' };
    }
    return second === undefined || second.kind === 'demo' ? { kind: 'chosen', environment: first } : { kind: 'undecided' };
  }

  get current(): Environment | undefined {
    const { chosen } = this;
    return chosen.kind === 'chosen' ? chosen.environment : undefined;
  }

  /** @throws CatalogError `noEnvironment` where none is chosen */
  require(): Environment {
    const { chosen } = this;
    if (chosen.kind !== 'chosen') {
      throw new CatalogError({ kind: 'noEnvironment', named: chosen.kind === 'unknown' ? chosen.named : undefined });
    }
    return chosen.environment;
  }

  byName(name: string): Environment | undefined {
    return this.all.find((environment) => environment.name === name);
  }

  /** Makes this workspace use an environment: written to the workspace where a folder is open, else to the user's settings. */
  async choose(environment: Environment): Promise<void> {
    this.#demoTried = false;
    await writeEnvironmentName(environment.name);
    this.#changed.fire();
  }

  /** Uses the demo in this window until another is chosen or the window closes; writes nothing. */
  tryDemo(): void {
    if (this.current?.kind !== 'demo') {
      this.#demoTried = true;
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
