/** T: answers of the token endpoint to a search that needs a new token. */
import { describe, expect, it } from 'vitest';
import { expectNothingLost, openFaultWindow } from './faultWindow.js';

const DAY = 86_400_000;

/** A fault by its number, what comes of the search, the words that a person sees, and what the session is afterwards. */
type TokenRow = readonly [fault: string, kind: string, words: string, session: string];

const ROWS: readonly TokenRow[] = [
  ['T2', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 14:00 UTC (in 2 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T3', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T4', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5a', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5b', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5c', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5d', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T5e', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T6', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 2026-06-12 12:05 UTC (in 1 d), although the server says 2036-06-08 12:00 UTC; until then a temporary token from the account page works.', 'exhausted'],
  ['T7', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T8', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T9', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T10', 'exhausted', 'Production: the organization\'s limit of token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T11', 'exhausted', 'Production: the organization\'s limit of token exchanges is reached. The next is possible at 12:10 UTC (in 10 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T12', 'exhausted', 'Production: the organization\'s limit of token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T13', 'exhausted', 'Production: the organization\'s limit of token exchanges is reached. The next is possible at 12:30 UTC (in 30 min); until then a temporary token from the account page works.', 'exhausted'],
  ['T14', 'exhausted', 'Production: the organization\'s limit of 0 token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T14a', 'exhausted', 'Production: the organization\'s limit of 0 token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T14b', 'exhausted', 'Production: the organization\'s limit of 50 token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T14c', 'exhausted', 'Production: the organization\'s limit of token exchanges is reached. The next is possible at 13:00 UTC (in 1 h); until then a temporary token from the account page works.', 'exhausted'],
  ['T15', 'credentialsRefused 400', 'Production: the client id or client secret was not accepted. Nothing more is sent until they change.', 'refused'],
  ['T15a', 'credentialsRefused 400', 'Production: the client id or client secret was not accepted. Nothing more is sent until they change.', 'refused'],
  ['T16', 'credentialsRefused 400', 'Production: the client id or client secret was not accepted. Nothing more is sent until they change.', 'refused'],
  ['T17', 'credentialsRefused 401', 'Production: the client id or client secret was not accepted. Nothing more is sent until they change.', 'refused'],
  ['T18', 'credentialsRefused 403', 'Production: the client id or client secret was not accepted. Nothing more is sent until they change.', 'refused'],
  ['T19', 'tokenService 404', 'Production: there is no token service at HOST (HTTP 404). Check the issuer\'s address.', 'expired'],
  ['T20', 'tokenService 405', 'Production: there is no token service at HOST (HTTP 405). Check the issuer\'s address.', 'expired'],
  ['T20a', 'tokenService 415', 'Production: the token service at HOST could not make a token (HTTP 415).', 'expired'],
  ['T21', 'tokenService 500', 'Production: the token service at HOST could not make a token (HTTP 500).', 'expired'],
  ['T21a', 'tokenService 502', 'Production: the token service at HOST could not make a token (HTTP 502).', 'expired'],
  ['T21b', 'tokenService 503', 'Production: the token service at HOST could not make a token (HTTP 503).', 'expired'],
  ['T21c', 'tokenService 504', 'Production: the token service at HOST could not make a token (HTTP 504).', 'expired'],
  ['T22', 'network tooSlow', 'The answer of HOST came too slowly and was given up.', 'expired'],
  ['T23', 'network reset', 'The connection to HOST was lost.', 'expired'],
  ['T23a', 'network reset', 'The connection to HOST was lost.', 'expired'],
  ['T24', 'redirect notAllowed', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 'expired'],
  ['T25', 'redirect notAllowed', 'HOST answered with a redirect that cannot be followed. Is the address right?', 'expired'],
  ['T26', 'malformed html', 'HOST answered with a web page instead of data. Does the network want a sign-in, or is the address wrong?', 'expired'],
  ['T27', 'malformed empty', 'HOST answered without content.', 'expired'],
  ['T28', 'malformed empty', 'HOST answered without content.', 'expired'],
  ['T29', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T29a', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T29b', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T29c', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T30', 'malformed cutOff', 'The answer of HOST was cut off.', 'expired'],
  ['T30a', 'malformed cutOff', 'The answer of HOST was cut off.', 'expired'],
  ['T31', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T32', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T33', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T33a', 'malformed tokenUnusable', 'HOST answered without a token that can be used.', 'expired'],
  ['T33b', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T33c', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T33d', 'malformed wrongShape', 'HOST answered with JSON that is not what the token service sends. Is the address right?', 'expired'],
  ['T34', 'tooLarge', 'The answer of HOST is larger than 256 KiB, too large for what was asked.', 'expired'],
  ['T35', 'malformed tokenUnusable', 'HOST answered without a token that can be used.', 'expired'],
  ['T35a', 'malformed tokenUnusable', 'HOST answered without a token that can be used.', 'expired'],
  ['T35b', 'malformed tokenUnusable', 'HOST answered without a token that can be used.', 'expired'],
  ['T36', 'malformed tokenUnusable', 'HOST answered without a token that can be used.', 'expired'],
  ['T37', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, undefined left'],
  ['T38', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T39', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T40', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 2 h exact, 49 left'],
  ['T41', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, undefined left'],
  ['T41a', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, undefined left'],
  ['T42', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T43', 'unauthorized wrongAudience', 'Production: the token was made for another environment.', 'refused 1 d exact, 49 left'],
  ['T44', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T45', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 23 h 50 min exact, 49 left'],
  ['T46', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T47', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T48', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T49', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T50', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T51', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T52', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 s exact, 49 left'],
  ['T53', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 10 s exact, 49 left'],
  ['T54', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T55', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T56', 'malformed tokenType', 'HOST issued a token of a type other than Bearer, which cannot be used here.', 'expired'],
  ['T56a', 'malformed tokenType', 'HOST issued a token of a type other than Bearer, which cannot be used here.', 'expired'],
  ['T57', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T58', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 0 left'],
  ['T58a', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 0 left'],
  ['T58b', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 7 left'],
  ['T58c', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, undefined left'],
  ['T60', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T64', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
  ['T68', 'rows', '10 of 61 items, more to load, as of 12:00 UTC.', 'valid 1 d exact, 49 left'],
];

describe('a search that needs a new token', () => {
  it.each(ROWS)('%s: %s', async (fault, kind, words, session) => {
    await using window = await openFaultWindow({ impatient: fault === 'T22' });
    const before = (await window.search()).set;
    window.advance(DAY + 1_000);
    window.server.clearJournal();
    window.server.fault(fault);
    const outcome = await window.search();
    expect([outcome.kind, outcome.words, window.session()]).toEqual([kind, words, session]);
    await expectNothingLost(window, before, outcome);
    // One exchange, whatever comes of it, and none of the next searches makes another.
    for (let clicks = 0; clicks < 5; clicks += 1) {
      const { set } = await window.search();
      if (kind !== 'rows') expect(set).toBe(before);
    }
    expect(window.server.tokenRequests).toBe(1);
  });

  it.each(['T21', 'T23', 'T26', 'T33'])('%s: the next try comes by itself after a minute, and goes through', async (fault) => {
    await using window = await openFaultWindow();
    window.advance(DAY + 1_000);
    window.server.fault(fault, { times: 1 });
    await window.search();
    window.advance(61_000);
    expect(await window.search()).toMatchObject({ kind: 'rows', exchanges: 1 });
  });

  it('T2: the search goes through when the time has come, and not before', async () => {
    await using window = await openFaultWindow();
    window.advance(DAY + 1_000);
    window.server.fault('T2', { times: 1 });
    await window.search();
    window.advance(7_190_000);
    expect(await window.search()).toMatchObject({ kind: 'exhausted', exchanges: 0 });
    window.advance(11_000);
    expect(await window.search()).toMatchObject({ kind: 'rows', exchanges: 1 });
  });

  it('T16: wrong credentials are sent once in 20 searches, in a day', async () => {
    await using window = await openFaultWindow();
    window.advance(DAY + 1_000);
    window.server.clearJournal();
    window.server.fault('T16');
    for (let clicks = 0; clicks < 20; clicks += 1) {
      await window.search();
      window.advance(DAY / 20);
    }
    expect(window.server.tokenRequests).toBe(1);
  });
});
