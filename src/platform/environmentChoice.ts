import type { Memento } from 'vscode';
import { DEMO_ENVIRONMENT, isSameService, parseEnvironments, type Environment, type EnvironmentProblem } from '../core/environment.js';
import { Emitter, type Disposable, type Event } from '../core/event.js';
import { CatalogError } from '../core/failure.js';
import { hasSeveralFolders, onDidChangeFolderEnvironments, readFolderEnvironments, type FolderEnvironment } from './folderEnvironments.js';
import { hasWorkspace, isNamedByWorkspace, onDidChangeSettings, readEnvironmentName, readEnvironments, writeEnvironmentName } from './settings.js';

/** Which environment this window uses, and which there are. */
export type ChosenEnvironment =
  | { readonly kind: 'chosen'; readonly environment: Environment }
  /** Nothing configured: a newcomer. */
  | { readonly kind: 'none' }
  /** Several configured, none picked. */
  | { readonly kind: 'undecided' }
  /** The folders of the workspace name different ones. */
  | { readonly kind: 'disagreeing'; readonly folders: readonly FolderEnvironment[] }
  /** The workspace names one that the user's settings do not have. */
  | { readonly kind: 'unknown'; readonly named: string };

/** Where the environment of a window without a folder is kept. */
const WINDOW = 'environment.window';

/**
 * The environments of the user's settings and the one that this window's workspace picked by name.
 * Reads the settings when asked, from the editor's memory; only where several folders are open, and only after {@link ready} was called,
 * their settings files are read.
 */
export class EnvironmentChoice implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  /** The demo, tried in this window without writing to anybody's settings. */
  #demoTried = false;
  /** What the settings say, until they change. */
  #parsed: ReturnType<typeof parseEnvironments> | undefined;
  /** What the folders say, as it was read last. */
  #folders: readonly FolderEnvironment[] | undefined;
  #reading: Promise<void> | undefined;
  /** The last reading that was begun: it counts. */
  #latest: Promise<readonly FolderEnvironment[]> | undefined;
  #watching: Disposable | undefined;
  #disposed = false;

  readonly onDidChange: Event<void> = this.#changed.event;

  /** @param memory what is kept for this window */
  constructor(private readonly memory: Pick<Memento, 'get' | 'update'>) {
    this.#subscriptions = [onDidChangeSettings((changed) => {
      if (changed('environments') || changed('environment')) {
        this.#parsed = undefined;
        this.#demoTried &&= !changed('environment');
        this.#changed.fire();
      }
    })];
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
    const named = this.#windowsOwn ?? readEnvironmentName();
    return this.#asksFolders ? this.#byFolders(named) : this.#byName(named);
  }

  get current(): Environment | undefined {
    const { chosen } = this;
    return chosen.kind === 'chosen' ? chosen.environment : undefined;
  }

  /** @throws CatalogError `noEnvironment` where none is chosen */
  require(): Environment {
    const { chosen } = this;
    switch (chosen.kind) {
      case 'chosen':
        return chosen.environment;
      case 'unknown':
        throw new CatalogError({ kind: 'noEnvironment', named: chosen.named });
      case 'disagreeing':
        throw new CatalogError({ kind: 'noEnvironment', named: undefined, disagreeing: true });
      case 'none':
      case 'undecided':
        throw new CatalogError({ kind: 'noEnvironment', named: undefined });
    }
  }

  /**
   * After a question that was about an environment.
   * @throws CatalogError `invalid` where the window uses another by then, or the same with other settings
   */
  requireStill(environment: Environment): void {
    const { current } = this;
    if (current === undefined || !isSameService(current, environment)) {
      throw new CatalogError({ kind: 'invalid', field: 'environment', problem: `${environment.name} was left or changed in the meantime. Nothing was done.` });
    }
  }

  byName(name: string): Environment | undefined {
    return this.all.find((environment) => environment.name === name);
  }

  /** What is to be waited for before {@link chosen} is known: the folders' settings files, where several are open. Undefined: nothing. */
  ready(): Promise<void> | undefined {
    if (!hasSeveralFolders() || this.#folders !== undefined) {
      return undefined;
    }
    this.#watching ??= onDidChangeFolderEnvironments(() => void this.#readFolders());
    return (this.#reading ??= this.#readFolders());
  }

  /**
   * Makes this workspace use an environment: written to the workspace where there is one; else it is kept for this window alone, as the
   * user's settings are also those of other windows and folders.
   * @throws CatalogError `settingsFile` where the file cannot be written: nothing has changed
   */
  async choose(environment: Environment): Promise<void> {
    await (hasWorkspace() ? writeEnvironmentName(environment.name) : this.memory.update(WINDOW, environment.name));
    this.#demoTried = false;
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
    this.#disposed = true;
    this.#watching?.dispose();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changed.dispose();
  }

  /** The environment of a window without a folder. */
  get #windowsOwn(): string | undefined {
    const kept = hasWorkspace() ? undefined : this.memory.get<unknown>(WINDOW);
    return typeof kept === 'string' ? kept : undefined;
  }

  /** Several folders are open, and nobody chose for the workspace as a whole. */
  get #asksFolders(): boolean {
    return hasSeveralFolders() && !isNamedByWorkspace();
  }

  #byName(named: string | undefined): ChosenEnvironment {
    const { all } = this;
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

  /** What every folder would use if it were open alone, where that is the same. */
  #byFolders(usersOwn: string | undefined): ChosenEnvironment {
    if (this.#folders === undefined) {
      return { kind: 'undecided' };
    }
    const alone = this.#byName(usersOwn);
    const otherwise = alone.kind === 'chosen' ? alone.environment.name : usersOwn;
    const names = new Set(this.#folders.map(({ environment }) => environment ?? otherwise).filter((name) => name !== undefined));
    const [name] = names;
    return names.size > 1 ? { kind: 'disagreeing', folders: this.#folders } : this.#byName(name);
  }

  async #readFolders(): Promise<void> {
    const reading = readFolderEnvironments();
    this.#latest = reading;
    const folders = await reading;
    if (!this.#disposed && this.#latest === reading) {
      this.#folders = folders;
      this.#changed.fire();
    }
  }
}
