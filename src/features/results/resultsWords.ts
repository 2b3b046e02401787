import { unreachable } from '../../core/failure.js';
import { itemCount, leftOutTotal, type Note, type ResultSet } from '../../core/catalog/pages.js';
import { OWN_FILTERS, type QueryFilter } from '../../core/query/queryFilters.js';
import { describeQuery } from '../../core/query/queryWords.js';
import { PAGES_AT_ONCE } from '../../core/results/results.js';
import type { ResultsState } from '../../core/results/resultsState.js';
import { spanWords, type TimeSpan } from '../../core/results/timeBrush.js';
import { utcTime } from '../../core/timeWords.js';
import { display } from '../../core/display.js';
import { describeFailure } from '../../platform/failureWords.js';

const number = new Intl.NumberFormat('en');

/** What stands above the rows: how many of how many, as of when, what was left out and why. `now` in milliseconds since the epoch. */
export function treeMessage(state: ResultsState, now: number): string | undefined {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'searching':
      if (state.head !== undefined) {
        return `Searching: ${display(describeQuery(state.query))} ... ${number.format(itemCount(state.head))} so far.`;
      }
      return state.previous === undefined ? `Searching: ${display(describeQuery(state.query))} ...` : `Searching ... ${setWords(state.previous, now)}`;
    case 'loadingMore':
      return `Loading more ... ${setWords(state.set, now)}`;
    case 'shown':
      // The view says nothing of its own while there is a message, and what it says of no rows has buttons.
      return isPlainlyEmpty(state.set) ? undefined : setWords(state.set, now);
    case 'failed': {
      const { message } = describeFailure(state.failure, now);
      return state.previous === undefined ? message : `${message} Below: ${setWords(state.previous, now)}`;
    }
    default:
      return unreachable(state);
  }
}

/** Nothing was found, and there is nothing more to say of it. */
function isPlainlyEmpty(set: ResultSet): boolean {
  return set.returned === 0 && set.next === undefined && !set.mayHaveMore && set.notes.every((note) => noteWords(note) === '');
}

/** `2026-11-01 to 2026-11-05 brushed on the map: 37 of 100 shown.` */
export function brushWords(span: TimeSpan, shown: number, all: number): string {
  return `${spanWords(span)} brushed on the map: ${number.format(shown)} of ${number.format(all)} shown. Escape on the map's histogram, or Show All Times, shows all.`;
}

/** `100 of 3,012 items as of 14:02 UTC. 3 of 103 unreadable.` */
export function setWords(set: ResultSet, now: number): string {
  const shown = set.items.length;
  const leftOut = leftOutTotal(set);
  const of = set.matched === undefined || set.matched === shown || leftOut > 0 ? '' : ` of ${number.format(set.matched)}`;
  const noun = shown === 1 && of === '' ? 'item' : 'items';
  const more = set.next !== undefined ? ', more to load' : set.mayHaveMore ? ', there may be more' : '';
  return [
    `${number.format(shown)}${of} ${noun}${more}, as of ${utcTime(set.asOf, now)}.`,
    ...leftOutWords(set),
    ...(set.unreadable === 0 ? [] : [`${number.format(set.unreadable)} of ${number.format(set.returned)} unreadable.`]),
    ...(set.duplicates === 0 ? [] : [`${number.format(set.duplicates)} repeated and shown once.`]),
    ...set.notes.map(noteWords).filter((words) => words !== ''),
  ].join(' ');
}

/** What was left out: filters that the service was asked for and ignored, and those that only this client knows. */
function leftOutWords(set: ResultSet): readonly string[] {
  const failed = (Object.keys(set.leftOut) as QueryFilter[]).filter((filter) => set.leftOut[filter] > 0);
  if (failed.length === 0) {
    return [];
  }
  const match = `${number.format(set.items.length)} of ${number.format(set.items.length + leftOutTotal(set))} match`;
  const boxed = set.notes.some(({ kind }) => kind === 'areaAsBox');
  const own = failed.filter((filter) => OWN_FILTERS.some((name) => name === filter) || (boxed && filter === 'intersects'));
  const ignored = failed.filter((filter) => !own.includes(filter));
  const checked = listed(own.map((filter) => OWN_NAMES[filter] ?? filter));
  const more = own.length > 0 && set.next !== undefined ? `; Load More Items looks at up to ${PAGES_AT_ONCE} more pages` : '';
  return ignored.length === 0
    ? [`By ${checked}, ${match}${more}.`]
    : [`The service ignored ${listed(ignored)}${own.length === 0 ? '' : ` and was not asked for ${checked}`}: ${match}${more}.`];
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

const OWN_NAMES: Readonly<Partial<Record<QueryFilter, string>>> = { platforms: 'platform', statuses: 'status', instrumentModes: 'instrument mode', intersects: 'the exact area' };

function noteWords(note: Note): string {
  switch (note.kind) {
    case 'typeSpelling':
    case 'contentType':
      // For the log; a person can do nothing with it.
      return '';
    case 'invalidUtf8':
      return 'Some text could not be read and is shown as \uFFFD.';
    case 'returnedDiffers':
      return `The service says ${number.format(note.returned)} and sent ${number.format(note.features)}.`;
    case 'limitDiffers':
      return `The service gives at most ${number.format(note.applied)} per page.`;
    case 'pageCapped':
      return `A page of ${number.format(note.sent)} items was read up to ${number.format(note.kept)}.`;
    case 'areaAsBox':
      return 'The service takes no area of this size: it was asked for the box around it, and the area is checked here.';
    case 'pagingStopped':
      return describeFailure({ kind: 'paging', reason: note.reason, host: note.host }, 0).message;
    default:
      return unreachable(note);
  }
}
