/** Every case of the list of faults is produced here, or it is said where else it is looked at, or why it cannot be. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../support/faults.js';
import { root } from '../../support/setup.mjs';

const SHARED = process.env['CATALOG_SEARCH_SHARED'] ?? join(root, '..', 'shared');

/** Cases that are not an answer of the catalog server: the test that looks at them instead. Folders are those of test/. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'N1 N2 N26 N27 N28 N31 N33 N34': 'unit/network/undiciFetch: nothing listens, no such host, certificates, handshakes, addresses',
  'N5 N35 N36 N37 N38 N39 N42': 'unit/network/undiciFetch, unit/network/proxyRoute: connections, proxies and address families',
  'N43 N45 T62 E16': 'unit/auth/failureTable, unit/auth/processes: sleep, and processes that end or are killed',
  'N44 N46 N48': 'unit/catalog/results: cancelling, the same search twice, the latest search wins',
  'H21 H22 H23 T65': 'unit/auth/keeper, unit/catalog/catalogClient, ui/pasteToken: which 401 leads to what',
  'H19 H20 T59 T61 T63': 'unit/auth/keeper, unit/auth/failureTable: tokens and windows',
  'T1 T66 T67 T69 T70': 'unit/auth/tokenClient, ui/signIn: the request itself',
  'Q36 Q37': 'unit/geometry/readGeometry: antimeridian and poles',
  'P21': 'unit/catalog/results: items that move between pages come once',
  'D17 D18': 'unit/items/itemLibrary, host/contract: one document for an item',
  'D20': 'unit/items: what changed since an item was opened',
  'E1 E2 E3 E4 E5 E6 E12 E13 E14 E15': 'unit/auth/failureTable, unit/auth/files, unit/auth/ledger: the store and the files of sessions',
  'E7 E8 E9': 'ui/security: a folder that is not trusted; every UI test runs in a remote window',
  'E17': 'unit/network/network: settings that change',
  'E19': 'host and ui with --oldest',
  'E20': 'ui/documents: themes and accessible names',
};

/** Cases that no test produces, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'N3 N4': 'needs a name service, or a machine that goes offline: the codes are mapped in unit/network',
  'N29 N30 N32': 'needs a certificate in the system\u2019s store, a TLS stack older than any Node has, or is what N20 is from the other side',
  'D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16': 'downloads have tests of their own beside them',
  'D19': 'a limit of the editor, for documents that no catalog of this kind sends',
  'E10 E11 E18': 'profiles, settings sync and the desktop\u2019s own network exist in no server build of VS Code',
};

describe('the list of faults', () => {
  it('is covered, case by case', async (context) => {
    const text = await readFile(join(SHARED, 'faults.md'), 'utf8').catch(() => undefined);
    if (text === undefined) return context.skip('no shared data');
    const listed = new Set([...text.matchAll(/(?<=^|[.)] {1,2})([NHTQPDE])(\d+)(?=[ ,])/gmu)].map(([, family, number]) => `${family ?? ''}${number ?? ''}`));
    expect(listed.size).toBeGreaterThan(300);
    const produced = new Set([...FAULTS.keys()].map((name) => name.replace(/[a-z]$/u, '')));
    const said = new Set([...Object.keys(ELSEWHERE), ...Object.keys(NOT_HERE)].flatMap((names) => names.split(' ')));
    expect([...listed].filter((name) => !produced.has(name) && !said.has(name))).toEqual([]);
    expect([...produced, ...said].filter((name) => !listed.has(name))).toEqual([]);
  });
});
