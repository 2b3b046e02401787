/** How a table of faults of searches is run; each row is a case of its own. */
import { expect, it } from 'vitest';
import { expectNothingLost, openFaultWindow } from './faultWindow.js';

/** A fault by its number, what comes of a search that meets it, the words that a person sees, and the requests that it costs. */
export type SearchRow = readonly [fault: string, kind: string, words: string, requests: number, exchanges: number];

/** Faults that end by a deadline. */
const SILENT: ReadonlySet<string> = new Set(['N15', 'N16', 'H57']);

/** Searches while each fault is on, and once more when it is over: then the rows come, without another exchange. */
export function searchUnder(rows: readonly SearchRow[]): void {
  it.each(rows)('%s: %s', async (fault, kind, words, requests, exchanges) => {
    await using window = await openFaultWindow({ impatient: SILENT.has(fault) });
    const before = (await window.search()).set;
    window.server.fault(fault, { on: 'search' });
    const outcome = await window.search();
    expect([outcome.kind, outcome.words, outcome.searches, outcome.exchanges]).toEqual([kind, words, requests, exchanges]);
    await expectNothingLost(window, before, outcome);
    window.server.clearFaults();
    if (!outcome.kind.startsWith('unauthorized')) {
      expect(await window.search()).toMatchObject({ kind: 'rows', exchanges: 0, set: { items: { length: 10 } } });
      expect(window.session()).toMatch(/^valid (?:1 d|23 h 59 min) exact, 4[89] left$/u);
    }
  });
}
