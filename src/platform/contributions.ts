/**
 * The one typed table of what this extension contributes to VS Code's registries: commands, context keys, views.
 * `test/unit/house/manifest.test.ts` holds it against package.json both ways.
 */
import * as vscode from 'vscode';
import type { GroupBy, SortBy } from '../core/results/arrangement.js';
import type { Disposable } from '../core/event.js';
import { toFailure } from '../core/failure.js';
import type { ItemKey } from '../core/items/item.js';
import type { SearchOutcome } from '../core/results/searchOutcome.js';
import { commandId, type CommandName } from './commandNames.js';
import type { Notify } from './notify.js';

/** What each command takes and gives. Arguments come from anywhere (keybindings, tasks, other extensions), so they are `unknown` until checked. */
export interface CommandTable {
  readonly signIn: () => Promise<boolean>;
  readonly pasteToken: () => Promise<boolean>;
  readonly signOut: () => Promise<void>;
  readonly renewToken: () => Promise<void>;
  readonly switchEnvironment: (name?: unknown) => Promise<string | undefined>;
  readonly addEnvironment: () => Promise<string | undefined>;
  readonly tryDemo: () => Promise<void>;
  /** Takes a query and gives its items; with `{ ask: true }` beside it, the list of filters opens with that query, and a person decides. */
  readonly search: (query?: unknown, options?: unknown) => Promise<SearchOutcome | undefined>;
  readonly searchAgain: () => Promise<SearchOutcome | undefined>;
  readonly loadMore: () => Promise<SearchOutcome | undefined>;
  readonly findItem: () => Promise<vscode.Uri | undefined>;
  /** Takes an {@link ItemKey} or a row of the results. */
  readonly openItem: (target?: unknown) => Promise<vscode.Uri | undefined>;
  readonly showFootprint: (target?: unknown) => Promise<void>;
  readonly showResultsOnMap: () => Promise<void>;
  readonly showSession: () => Promise<void>;
  readonly showLog: () => Promise<void>;
  /** Takes `{ name, query?, environment?, title?, description?, groupBy?, place?, replace? }`. */
  readonly saveSearch: (search?: unknown) => Promise<vscode.Uri | undefined>;
  readonly openSavedSearch: () => Promise<void>;
  /** Takes the URI of a file, or a saved search's name: then the items are given back. */
  readonly runSavedSearch: (target?: unknown) => Promise<SearchOutcome | undefined>;
  /** Takes the URI of a file and opens its search in the list of filters. The file stays as it is. */
  readonly editSavedSearch: (target?: unknown) => Promise<void>;
  readonly clearRecentSearches: () => Promise<void>;
  /** Takes `curl`, `python`, `javascript` or `duckdb`, or `{ language, query? }`; gives what it copied. */
  readonly copySearchAs: (input?: unknown) => Promise<string | undefined>;
  /** Asks for the item again and shows what changed. Takes what {@link itemTargets} reads, as all commands below do. */
  readonly refreshItem: (target?: unknown, selected?: unknown) => Promise<{ readonly changed: boolean } | undefined>;
  /** Compares two items, or one with its earlier copy; asks for what is not given. */
  readonly compareItem: (target?: unknown, other?: unknown) => Promise<void>;
  /** The copying commands give what they copied. */
  readonly copyItemId: (target?: unknown, selected?: unknown) => Promise<string | undefined>;
  readonly copyItemLink: (target?: unknown, selected?: unknown) => Promise<string | undefined>;
  /** `format` may be given beside the item: `geojson`, `wkt` or `bbox`. */
  readonly copyItemGeometry: (target?: unknown, selected?: unknown) => Promise<string | undefined>;
  readonly revealItem: (target?: unknown) => Promise<void>;
  /** Checks against the STAC specification; gives what was found. */
  readonly validateItem: (target?: unknown, selected?: unknown) => Promise<Validation>;
  /** Takes `{ environment, url }`; asks for the document and gives its address. */
  readonly openLinkedDocument: (target?: unknown) => Promise<vscode.Uri | undefined>;
  /** Asks what, how and where to, or takes `{ format, target, what?, split?, overwrite? }`. */
  readonly exportItems: (target?: unknown, selected?: unknown) => Promise<ExportReport | undefined>;
  /**
   * `upTo`: so many items in all; they are given then. This one and the four below take their value alone or as the member of an object:
   * `300` or `{ upTo: 300 }`.
   */
  readonly loadAll: (upTo?: unknown) => Promise<SearchOutcome | undefined>;
  /** Takes a value of `GroupBy`; gives the one that holds now. */
  readonly groupResults: (groupBy?: unknown) => Promise<GroupBy>;
  /** Takes a value of `SortBy`; gives the one that holds now. */
  readonly sortResults: (sortBy?: unknown) => Promise<SortBy>;
  /** Ends the brushing of a span of time under the map. */
  readonly showAllTimes: () => Promise<void>;
  /** `back`: so many result sets, from 1; the items that are shown then are given. */
  readonly showHistory: (back?: unknown) => Promise<SearchOutcome | undefined>;
  /** `minutes` from one run to the next. */
  readonly watchSearch: (minutes?: unknown) => Promise<void>;
  readonly checkWatch: () => Promise<void>;
  readonly markAllSeen: () => Promise<void>;
  readonly stopWatching: () => Promise<void>;
  /** Takes a row of an asset, or an item with `asset`, the asset's key. */
  readonly openAsset: (target?: unknown) => Promise<vscode.Uri | undefined>;
  /**
   * Takes the same and all selected rows, also `assets` as an array of keys, and beside it `folder`, a URI, and `existing`: `keepBoth`, `replace` or `skip`.
   */
  readonly downloadAsset: (target?: unknown, selected?: unknown) => Promise<DownloadReport | undefined>;
  readonly copyAssetLink: (target?: unknown) => Promise<string | undefined>;
  readonly manageDownloadHosts: () => Promise<void>;
}

/** What an export came to. `target` is the URI of the file or folder. */
export interface ExportReport {
  readonly items: number;
  readonly files: number;
  /** Items that the format cannot hold. */
  readonly unreadable: number;
  readonly target: string;
}

/** What a check of items came to. `valid`: no finding is an error. `path` leads to the member, with slashes. */
export interface Validation {
  readonly valid: boolean;
  readonly findings: readonly { readonly severity: 'error' | 'warning' | 'information'; readonly path: string; readonly message: string }[];
}

/** What a download came to: the URIs of the files, and a sentence for each asset that is not there. */
export interface DownloadReport {
  readonly files: readonly string[];
  readonly failed: readonly { readonly asset: string; readonly message: string }[];
}

/** What the results view says when it has no rows. */
export type EmptyView = 'noEnvironment' | 'undecided' | 'disagreeing' | 'unknownEnvironment' | 'signedOut' | 'ready' | 'searching' | 'empty' | 'failed' | 'rows';

/** Context keys that `when` clauses of package.json read. */
export interface ContextKeys {
  readonly view: EmptyView;
  readonly environmentKind: 'production' | 'sandbox' | 'other' | 'demo' | undefined;
  readonly session: 'unknown' | 'signedOut' | 'valid' | 'expiring' | 'expired' | 'exhausted' | 'refused';
  readonly hasResults: boolean;
  /** Rows on screen, those of a page that is still arriving among them. */
  readonly hasRows: boolean;
  readonly hasMore: boolean;
  readonly hasSearched: boolean;
  readonly searching: boolean;
  readonly hasHistory: boolean;
  readonly watching: boolean;
  readonly hasMarks: boolean;
  /** Only the rows of a span of time are shown. */
  readonly timeBrushed: boolean;
}

export const VIEW_CONTAINER = 'catalogSearch';
export const RESULTS_VIEW = 'catalogSearch.results';
export const STATUS_ITEM = 'catalogSearch.session';
export const AUTHENTICATION_PROVIDER = 'catalogSearch';
export const ITEM_SCHEME = 'catalog-item';
export const ASSET_SCHEME = 'catalog-asset';
/** Documents that items link to, such as their collection. */
export const LINKED_SCHEME = 'catalog-document';

export type RegisterCommand = <Name extends CommandName>(name: Name, handler: CommandTable[Name]) => Disposable;

/**
 * Makes the function that registers commands. A command run by a person says what went wrong, once, and resolves to nothing;
 * a command run with arguments rejects with the same words, so that its caller learns of it.
 * @param ready what is to be waited for before a command runs; undefined: nothing
 */
export function commandRegistrar(notify: Notify, ready: () => Promise<void> | undefined): RegisterCommand {
  return (name, handler) =>
    vscode.commands.registerCommand(commandId(name), async (...given: unknown[]) => {
      const args = OF_THE_VIEW.has(name) ? given.filter((one) => !isRow(one)) : given;
      try {
        const waiting = ready();
        if (waiting !== undefined) {
          await waiting;
        }
        return await (handler as (...values: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        const failure = toFailure(error);
        if (failure.kind === 'internal') {
          notify.defect(`command ${name}`, error);
        }
        if (isProgrammatic(name, args)) {
          const { describeFailure } = await import('./failureWords.js');
          // eslint-disable-next-line preserve-caught-error -- a cause may hold what other extensions must not see
          throw new Error(describeFailure(failure, Date.now()).message);
        }
        notify.failure(failure);
        return undefined;
      }
    });
}

/** Runs one of our own commands. */
export async function runCommand<Name extends CommandName>(
  name: Name,
  ...args: Parameters<CommandTable[Name]>
): Promise<Awaited<ReturnType<CommandTable[Name]>> | undefined> {
  return await vscode.commands.executeCommand<Awaited<ReturnType<CommandTable[Name]>> | undefined>(commandId(name), ...args);
}

/** Runs one of the editor's own commands. */
export async function runEditorCommand(
  command: 'vscode.open' | 'vscode.diff' | 'workbench.action.openSettings' | 'workbench.action.openSettingsJson' | 'workbench.actions.view.problems' | 'catalogSearch.results.focus' | 'revealFileInOS' | 'revealInExplorer',
  ...args: readonly unknown[]
): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}

const lastSet = new Map<keyof ContextKeys, unknown>();

/** Sets a context key; does nothing when it has that value already. */
export function setContextKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (lastSet.has(key) && lastSet.get(key) === value) {
    return;
  }
  lastSet.set(key, value);
  void vscode.commands.executeCommand('setContext', `catalogSearch.${key}`, value);
}

/** The key of an item that is passed to a command: an {@link ItemKey}, or anything that carries one as `key` (a row). */
export function itemKeyFrom(target: unknown): ItemKey | undefined {
  if (typeof target !== 'object' || target === null) {
    return undefined;
  }
  const candidate = 'key' in target ? target.key : target;
  if (typeof candidate !== 'object' || candidate === null) {
    return undefined;
  }
  const { environment, collection, id } = candidate as Partial<Record<keyof ItemKey, unknown>>;
  return typeof environment === 'string' && typeof collection === 'string' && typeof id === 'string' ? { environment, collection, id } : undefined;
}

const TAKES_TEXT: ReadonlySet<CommandName> = new Set(['switchEnvironment', 'runSavedSearch', 'copySearchAs']);

const TAKES_DATA: ReadonlySet<CommandName> = new Set([
  'copySearchAs',
  'openItem', 'refreshItem', 'compareItem', 'copyItemId', 'copyItemLink', 'copyItemGeometry', 'revealItem',
  'exportItems', 'openLinkedDocument', 'validateItem', 'openAsset', 'downloadAsset', 'copyAssetLink',
]);

/** Commands whose argument may be a value of any kind. */
const TAKES_VALUE: ReadonlySet<CommandName> = new Set(['search', 'saveSearch', 'loadAll', 'groupResults', 'sortResults', 'showHistory', 'watchSearch']);

/** Commands of the results as a whole. The view's own menu passes them the row that has the focus: it is not what they are about. */
const OF_THE_VIEW: ReadonlySet<CommandName> = new Set([
  'search', 'saveSearch', 'openSavedSearch', 'copySearchAs', 'switchEnvironment', 'loadAll', 'groupResults', 'sortResults', 'showAllTimes', 'showHistory', 'watchSearch',
]);

/** Rows of the results have a `kind`; no argument of a command has. */
function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Menus pass rows and URIs; only plain data comes from a program that waits for the answer. */
function isProgrammatic(name: CommandName, args: readonly unknown[]): boolean {
  const [first] = args;
  if (TAKES_VALUE.has(name)) {
    return first !== undefined;
  }
  if (typeof first === 'string') {
    return TAKES_TEXT.has(name);
  }
  return typeof first === 'object' && first !== null && !('key' in first) && !isRow(first) && !(first instanceof vscode.Uri) && TAKES_DATA.has(name);
}
