/** P: links to the next page. */
import { describe, expect, it } from 'vitest';
import { itemCount } from '../../../src/core/catalog/pages.js';
import { expectNothingLost, openFaultWindow } from './faultWindow.js';

/** A fault by its number, and the words that a person sees after the search and after each "Load More" that is offered, three at most. */
const ROWS: readonly (readonly [fault: string, words: readonly string[]])[] = [
  ['P1', [
    '10 of 60 items, as of 12:00 UTC. The catalog\'s next page is one that was already read, so that loading stops here.',
  ]],
  ['P2', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '10 of 60 items, more to load, as of 12:00 UTC. 10 repeated and shown once.',
    '10 of 60 items, as of 12:00 UTC. 20 repeated and shown once. The catalog\'s next page is one that was already read, so that loading stops here.',
  ]],
  ['P3', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '10 of 60 items, more to load, as of 12:00 UTC. 10 repeated and shown once.',
    '10 of 60 items, as of 12:00 UTC. 20 repeated and shown once. The catalog\'s next pages hold nothing new, so that loading stops here.',
  ]],
  ['P4', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P5', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The next page is on another host (FOREIGN), which was not asked.',
  ]],
  ['P6', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P7', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P8', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The next page is on another host (FOREIGN), which was not asked.',
  ]],
  ['P9', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P9a', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P9b', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P10', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P11', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P12', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '10 of 60 items, as of 12:00 UTC. 10 repeated and shown once. The catalog\'s next page is one that was already read, so that loading stops here.',
  ]],
  ['P13', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '10 of 60 items, as of 12:00 UTC. 10 repeated and shown once. The catalog\'s next page is one that was already read, so that loading stops here.',
  ]],
  ['P14', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P15', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P16', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P17', [
    '0 of 60 items, more to load, as of 12:00 UTC. The service says 10 and sent 0.',
    '0 of 60 items, as of 12:00 UTC. The service says 10 and sent 0. The catalog\'s next pages hold nothing new, so that loading stops here.',
  ]],
  ['P18', [
    '10 of 60 items, there may be more, as of 12:00 UTC.',
  ]],
  ['P19', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    'HOST has a problem of its own (HTTP 500).',
  ]],
  ['P19a', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    'Production: the catalog does not accept the token. Nothing more is tried by itself.',
  ]],
  ['P19b', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    'HOST knows nothing at this address (HTTP 404). Check the address in the settings.',
  ]],
  ['P20', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    'The catalog refused this search (HTTP 400). Details are in the log.',
  ]],
  ['P22', [
    '10 of 60 items, there may be more, as of 12:00 UTC.',
  ]],
  ['P23', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P23a', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    '20 of 60 items, more to load, as of 12:00 UTC.',
    '30 of 60 items, more to load, as of 12:00 UTC.',
    '40 of 60 items, more to load, as of 12:00 UTC.',
  ]],
  ['P24', [
    '10 of 60 items, there may be more, as of 12:00 UTC. The catalog\'s link to the next page cannot be followed.',
  ]],
  ['P25', [
    '10 of 60 items, more to load, as of 12:00 UTC.',
    'HOST: the catalog put the token into a link, which was not followed. A token belongs in no address.',
  ]],
];

describe('a search that goes on', () => {
  it.each(ROWS)('%s', async (fault, words) => {
    await using window = await openFaultWindow();
    window.server.fault(fault);
    const said = [];
    let outcome = await window.search();
    const { set: first } = outcome;
    said.push(outcome.words);
    while (said.length < 4 && outcome.failure === undefined && outcome.set?.next !== undefined) {
      const before = outcome.set;
      outcome = await window.loadMore();
      said.push(outcome.words);
      expect(outcome.searches).toBeLessThanOrEqual(3);
      expect(outcome.exchanges).toBe(fault === 'P19a' ? 1 : 0);
      if (outcome.failure !== undefined) expect(outcome.set).toBe(before);
    }
    expect(said).toEqual(words);
    // What was there is still there, in its order.
    const ids = (set: typeof first): readonly string[] => (set === undefined ? [] : set.items.map(({ id }) => id));
    expect(ids(outcome.set).slice(0, first === undefined ? 0 : itemCount(first))).toEqual(ids(first));
    await expectNothingLost(window, outcome.set, { ...outcome, failure: undefined });
  });

  it('P19: after a page that failed, the next try goes on where it stopped', async () => {
    await using window = await openFaultWindow();
    window.server.fault('P19');
    await window.search();
    expect(await window.loadMore()).toMatchObject({ kind: 'status 500' });
    window.server.clearFaults();
    expect(await window.loadMore()).toMatchObject({ kind: 'rows', set: { items: { length: 20 }, duplicates: 0 } });
  });

  it('H23: a 401 in the middle renews once and goes on where it was', async () => {
    await using window = await openFaultWindow();
    await window.search();
    await window.loadMore();
    window.server.fault('H17');
    expect(await window.loadMore()).toMatchObject({ kind: 'rows', searches: 2, exchanges: 1, set: { items: { length: 30 }, duplicates: 0 } });
  });
});
