/** The names of our commands, and nothing of VS Code: what notify and contributions share. */

/** Every command of the public contract (design.md), without the prefix. */
export const COMMAND_NAMES = [
  'signIn', 'pasteToken', 'signOut', 'renewToken', 'switchEnvironment', 'addEnvironment', 'tryDemo', 'search', 'searchAgain', 'loadMore',
  'findItem', 'openItem', 'showFootprint', 'showResultsOnMap', 'showSession', 'showLog',
  'saveSearch', 'openSavedSearch', 'runSavedSearch', 'editSavedSearch', 'clearRecentSearches',
  'copySearchAs',
  'refreshItem', 'compareItem', 'copyItemId', 'copyItemLink', 'copyItemGeometry', 'revealItem', 'openLinkedDocument', 'validateItem',
  'loadAll', 'groupResults', 'sortResults', 'showAllTimes', 'showHistory', 'watchSearch', 'checkWatch', 'markAllSeen', 'stopWatching',
  'exportItems', 'openAsset', 'downloadAsset', 'copyAssetLink', 'manageDownloadHosts',
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** The full identifier of a command, for places that take one as data (messages, status item, tree rows). */
export function commandId(name: CommandName): string {
  return `catalogSearch.${name}`;
}
