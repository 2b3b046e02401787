/** Every case of the list of faults is produced here, or it is said where else it is looked at, or why it cannot be. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../support/faults.js';
import { root } from '../../support/setup.mjs';

const SHARED = process.env['CATALOG_SEARCH_SHARED'] ?? join(root, '..', 'shared');

/** Cases that are not an answer of the catalog server: the test that looks at them instead, by its file under test/ and its title as it is written there. */
const ELSEWHERE: readonly (readonly [cases: string, file: string, title: string])[] = [
  ['N1 N2 N33', 'unit/network/undiciFetch', 'nothing listens, no such host, no https'],
  ['N26 N28', 'unit/network/undiciFetch', 'a certificate that is trusted, one that is not, one for another host'],
  ['N27', 'unit/network/proxyRoute', "['CERT_HAS_EXPIRED', 'certificateExpired']"],
  ['N31', 'unit/network/undiciFetch', 'https to a server that speaks HTTP'],
  ['N5 N34', 'unit/network/undiciFetch', 'a handshake that hangs'],
  ['N35 N36 N39', 'unit/network/undiciFetch', 'a proxy that does not let us pass is %s'],
  ['N37', 'unit/network/undiciFetch', 'a proxy that is away or hangs'],
  ['N38', 'unit/network/proxyRoute', 'noProxy %s'],
  ['N42', 'unit/network/undiciFetch', 'localhost is found whichever address family answers'],
  ['N43 E6', 'unit/auth/failureTable', 'sleep and resume: the life of a token that came during the sleep is counted from the request'],
  ['N44', 'unit/network/undiciFetch', 'ends a handshake and closes its socket'],
  ['N45 T62 E16', 'unit/auth/processes', 'the holder is killed (SIGKILL) after the service counted: at most one exchange more, both in the ledger'],
  ['N46', 'unit/catalog/results', 'need one request for twenty clicks; it ends when the last of them is cancelled'],
  ['N48', 'unit/catalog/results', 'are those of the latest search, whichever answer comes last'],
  ['H19 T65', 'unit/auth/keeper', 'H19, T65 at the first use of a token fresh from an exchange: no further exchange'],
  ['H20', 'unit/auth/keeper', 'H20 in 8 windows at once: one exchange'],
  ['H21', 'unit/auth/keeper', 'H21 while another window has renewed already: no exchange, although its word has not arrived'],
  ['H22', 'unit/auth/keeper', 'H22 rule 3: a pasted token without credentials is asked for anew, never exchanged'],
  ['H23', 'unit/faults/paging', 'H23: a 401 in the middle renews once and goes on where it was'],
  ['T1 T67', 'unit/auth/tokenClient', 'has exactly four members and two headers, and T67 a secret that needs care arrives as it is'],
  ['T59', 'unit/auth/keeper', 'cancelling stops the wait at once; a token that was wanted is not lost (T59)'],
  ['T61', 'unit/auth/processes', 'nothing is killed: exactly one exchange, one token for all'],
  ['T63', 'unit/auth/keeper', 'with other credentials while a request runs: the last one stands, and its token is the one used'],
  ['T66', 'unit/auth/keeper', 'asks once, trims what was pasted with space around it, and tells the state'],
  ['T69 T70', 'unit/auth/tokenClient', 'T70 sends the audience exactly as configured, and T69 keeps the path of the address'],
  ['Q36 Q37', 'unit/geo/readGeometry', '%s: covers the right share of the sphere'],
  ['P21', 'unit/catalog/pages', 'grows by pages, in order, without duplicates, and the earlier sets stay as they were'],
  ['D1', 'unit/assets/download', 'comes from the catalog with the token, and is checked'],
  ['D2', 'unit/assets/download', 'asks for a fresh link once when its own has expired'],
  ['D3', 'unit/assets/download', 'follows a %i to another host without the token, and back without it'],
  ['D4', 'unit/assets/download', 'does not follow a redirect to %j'],
  ['D5', 'unit/assets/download', 'goes on where it was cut, twice, and in the next session'],
  ['D6', 'unit/assets/download', 'begins anew where the host %s'],
  ['D7 D14', 'unit/assets/download', 'that does not match its checksum or size is not kept'],
  ['D8 D12', 'unit/assets/download', 'of a terabyte, or of more than the disk holds, is not begun'],
  ['D9', 'unit/assets/download', 'is no link and no folder'],
  ['D10 D11', 'unit/assets/names', 'S15: a safe file name'],
  ['D13', 'unit/assets/download', 'of nothing is an empty file'],
  ['D15', 'unit/assets/download', 'that is cancelled at 99 % leaves nothing under the final name, and goes on from there'],
  ['D17', 'unit/items/itemLibrary', 'keeps what is known when the catalog has the item no more, or cannot be asked'],
  ['D18', 'unit/items/itemLibrary', 'gives what is loaded, and keeps a copy of it'],
  ['D20', 'unit/items/itemLibrary', 'asks again, tells the catalog what is known, and keeps what was said before'],
  ['E1 E2', 'unit/auth/failureTable', 'store refuses to save (keyring locked or absent): the token serves this window; said once; caps hold'],
  ['E3 E4', 'unit/auth/files', 'E3, E4 what the system refuses is said with its code'],
  ['E5', 'unit/auth/failureTable', 'clock jumps a day either way (%i ms): at most one more exchange, capped'],
  ['E7', 'ui/security', 'S1 S2 S28: lets no folder say where a secret goes, trusted or not, nor a workspace file'],
  ['E8', 'ui/mainJob', 'does the main job on the demo catalog, from nothing'],
  ['E12', 'unit/auth/failureTable', 'a ledger of a later version: the store is read again under the lease, so that two windows still make one exchange'],
  ['E13', 'unit/auth/files', 'E13 of a huge one only the start is read'],
  ['E14', 'unit/auth/files', 'E14 a directory in its place'],
  ['E15', 'unit/auth/files', '50 at once: one after the other'],
  ['E17', 'unit/network/network', 'settings are read again after a reset, and the choice of adapters begins anew'],
  ['E20', 'ui/documents', 'says of a row what it is, by eye, by ear and on the keyboard'],
];

/** Cases that no test produces, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'N3 N4': 'needs a name service, or a machine that goes offline: the codes are mapped in unit/network',
  'N29 N30 N32': 'needs a certificate in the system\u2019s store, a TLS stack older than any Node has, or is what N20 is from the other side',
  'D16': 'two windows that download the same file share the lease of D5\u2019s part; the lease itself is tested in unit/auth/files',
  'D19': 'a limit of the editor, for documents that no catalog of this kind sends',
  'E9': 'a window has one environment, whose name is read from the workspace as a whole: folders in it have no say',
  'E10 E11 E18': 'profiles, settings sync and the desktop\u2019s own network exist in no server build of VS Code',
  'E19': 'runs of host and ui with --oldest, not a test of their own',
};

describe('the list of faults', () => {
  it.each(ELSEWHERE)('%s: there is such a test in %s', async (_cases, file, title) => {
    expect((await readFile(join(root, 'test', `${file}.test.ts`), 'utf8')).replaceAll("\\'", "'")).toContain(title);
  });

  it('is covered, case by case', async (context) => {
    const text = await readFile(join(SHARED, 'faults.md'), 'utf8').catch(() => undefined);
    if (text === undefined) return context.skip('no shared data');
    const listed = new Set([...text.matchAll(/(?<=^|[.)] {1,2})([NHTQPDE])(\d+)(?=[ ,])/gmu)].map(([, family, number]) => `${family ?? ''}${number ?? ''}`));
    expect(listed.size).toBeGreaterThan(300);
    const produced = new Set([...FAULTS.keys()].map((name) => name.replace(/[a-z]$/u, '')));
    const said = new Set([...ELSEWHERE.map(([cases]) => cases), ...Object.keys(NOT_HERE)].flatMap((names) => names.split(' ')));
    expect([...listed].filter((name) => !produced.has(name) && !said.has(name))).toEqual([]);
    expect([...produced, ...said].filter((name) => !listed.has(name))).toEqual([]);
  });
});
