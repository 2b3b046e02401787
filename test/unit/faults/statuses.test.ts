/** H: statuses of the catalog's answers. */
import { describe, expect, it } from 'vitest';
import { openFaultWindow } from './faultWindow.js';
import { searchUnder, type SearchRow } from './search.js';

const ROWS: readonly SearchRow[] = [
  ['H1', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 1, 0],
  ['H2', 'malformed empty', 'HOST answered without content.', 1, 0],
  ['H3', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['H4', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['H4a', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['H5', 'status 304', 'HOST did not answer as a catalog does (HTTP 304).', 1, 0],
  ['H6', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['H7', 'redirect otherOrigin', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H8', 'redirect otherOrigin', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H9', 'redirect otherOrigin', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H10', 'redirect otherOrigin', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H11', 'redirect loop', 'HOST redirects to http://HOST, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H12', 'redirect noTarget', 'HOST answered with a redirect that cannot be followed. Is the address right?', 1, 0],
  ['H13', 'redirect noTarget', 'HOST answered with a redirect that cannot be followed. Is the address right?', 1, 0],
  ['H13a', 'redirect notAllowed', 'HOST answered with a redirect that cannot be followed. Is the address right?', 1, 0],
  ['H13b', 'redirect notAllowed', 'HOST answered with a redirect that cannot be followed. Is the address right?', 1, 0],
  ['H14', 'redirect loop', 'HOST redirects to http://HOST, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['H15', 'status 400', 'The catalog refused this search (HTTP 400). Details are in the log.', 1, 0],
  ['H16', 'status 400', 'The catalog refused this search (HTTP 400). Details are in the log.', 1, 0],
  ['H17', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 1],
  ['H18', 'unauthorized refusedAgain', 'Production: the catalog does not accept the token. Nothing more is tried by itself.', 2, 1],
  ['H24', 'unauthorized refusedAgain', 'Production: the catalog does not accept the token. Nothing more is tried by itself.', 2, 1],
  ['H24a', 'unauthorized refusedAgain', 'Production: the catalog does not accept the token. Nothing more is tried by itself.', 2, 1],
  ['H25', 'status 402', 'HOST asks for a payment for this (HTTP 402).', 1, 0],
  ['H26', 'status 403', 'You have no permission for this at HOST (HTTP 403).', 1, 0],
  ['H27', 'status 404', 'HOST knows nothing at this address (HTTP 404). Check the address in the settings.', 1, 0],
  ['H28', 'status 405', 'HOST did not answer as a catalog does (HTTP 405).', 1, 0],
  ['H28a', 'status 406', 'HOST did not answer as a catalog does (HTTP 406).', 1, 0],
  ['H28b', 'status 415', 'HOST did not answer as a catalog does (HTTP 415).', 1, 0],
  ['H29', 'status 407', 'A proxy in front of HOST wants a sign-in (HTTP 407).', 1, 0],
  ['H30', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['H31', 'status 409', 'HOST did not answer as a catalog does (HTTP 409).', 1, 0],
  ['H32', 'status 410', 'HOST knows nothing at this address (HTTP 410). Check the address in the settings.', 1, 0],
  ['H33', 'status 411', 'HOST did not answer as a catalog does (HTTP 411).', 1, 0],
  ['H33a', 'status 412', 'HOST did not answer as a catalog does (HTTP 412).', 1, 0],
  ['H34', 'status 413', 'HOST finds this too large (HTTP 413). Ask for fewer items per page.', 1, 0],
  ['H35', 'status 414', 'The filters are too long for HOST (HTTP 414).', 1, 0],
  ['H36', 'status 418', 'HOST did not answer as a catalog does (HTTP 418).', 1, 0],
  ['H36a', 'status 421', 'HOST did not answer as a catalog does (HTTP 421).', 1, 0],
  ['H36b', 'status 422', 'The catalog refused this search (HTTP 422). Details are in the log.', 1, 0],
  ['H36c', 'status 425', 'HOST did not answer as a catalog does (HTTP 425).', 1, 0],
  ['H37', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['H38', 'status 429', 'HOST asks to wait until 13:00 UTC (in 1 h) (HTTP 429).', 1, 0],
  ['H39', 'status 429', 'HOST asks to wait until 12:10 UTC (in 10 min) (HTTP 429).', 1, 0],
  ['H40', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H41', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['H42', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H42a', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H42b', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H42c', 'status 429', 'HOST asks to wait until 12:02 UTC (in 2 min) (HTTP 429).', 1, 0],
  ['H42d', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H42e', 'status 429', 'HOST asks to wait until 12:00 UTC (in 5 s) (HTTP 429).', 3, 0],
  ['H43', 'status 429', 'HOST is asked too often at the moment (HTTP 429).', 3, 0],
  ['H44', 'status 431', 'HOST did not answer as a catalog does (HTTP 431).', 1, 0],
  ['H45', 'status 451', 'You have no permission for this at HOST (HTTP 451).', 1, 0],
  ['H46', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['H47', 'status 500', 'HOST has a problem of its own (HTTP 500).', 3, 0],
  ['H48', 'status 501', 'HOST has a problem of its own (HTTP 501).', 1, 0],
  ['H48a', 'status 505', 'HOST has a problem of its own (HTTP 505).', 1, 0],
  ['H49', 'status 502', 'HOST has a problem of its own (HTTP 502).', 3, 0],
  ['H50', 'status 503', 'HOST asks to wait until 12:00 UTC (in 5 s) (HTTP 503).', 3, 0],
  ['H51', 'status 504', 'HOST has a problem of its own (HTTP 504).', 3, 0],
  ['H52', 'status 520', 'HOST has a problem of its own (HTTP 520).', 3, 0],
  ['H52a', 'status 529', 'HOST has a problem of its own (HTTP 529).', 3, 0],
  ['H53', 'status 999', 'HOST has a problem of its own (HTTP 999).', 1, 0],
  ['H53a', 'status 600', 'HOST has a problem of its own (HTTP 600).', 1, 0],
  ['H54', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['H55', 'status 400', 'The catalog refused this search (HTTP 400). Details are in the log.', 1, 0],
  ['H56', 'status 500', 'HOST has a problem of its own (HTTP 500).', 3, 0],
  ['H57', 'status 500', 'HOST has a problem of its own (HTTP 500).', 3, 0],
  ['H58', 'status 500', 'HOST has a problem of its own (HTTP 500).', 3, 0],
  ['H59', 'status 400', 'The catalog refused this search (HTTP 400). Details are in the log.', 1, 0],
  ['H60', 'status 404', 'HOST knows nothing at this address (HTTP 404). Check the address in the settings.', 2, 0],
];

describe('a search that is answered with another status', () => {
  searchUnder(ROWS);

  it.each<readonly [fault: string, waits: readonly number[]]>([
    ['H37', [2_000]], ['H38', []], ['H39', []], ['H40', [500, 1_000]], ['H41', [500]], ['H42c', []], ['H42e', [5_000, 5_000]], ['H50', [5_000, 5_000]],
  ])('%s: waits %j ms before it tries again', async (fault, waits) => {
    await using window = await openFaultWindow();
    window.server.fault(fault);
    await window.search();
    expect(window.waits).toEqual(waits);
  });

  it('H18: 20 searches spend one exchange', async () => {
    await using window = await openFaultWindow();
    window.server.fault('H18');
    for (let clicks = 0; clicks < 20; clicks += 1) await window.search();
    expect(window.server.tokenRequests).toBe(2);
  });
});
