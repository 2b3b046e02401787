/**
 * `npm run bench`: how fast the product is, each figure as a ratio to a floor measured in the same run. `-- node` measures what plain
 * Node can, `-- vscode` what needs a real VS Code, `-- map` (or `idle`, `activation`, `document`, `tree`) only a part of that; without a
 * name, everything. `--json` prints JSON,
 * `--parts` names where the time of each row goes.
 * It is a report: it ends with 0 whatever the figures say.
 */
import { measureExchanges } from './exchanges.js';
import { measureHostile } from './hostile.js';
import { measureIntake } from './intake.js';
import { tableOf, type Row } from './measure.js';
import { measurePeers } from './peers.js';
import { measureRows } from './rows.js';
import { measureFirstRow, measureOnePage } from './search.js';
import { measureStranger } from './stranger.js';
import { measureInVsCode, VSCODE_PARTS } from './vscode/measureInVsCode.js';

const isNamed = (name: string): boolean => process.argv.includes(name);
const inVsCode = isNamed('vscode') ? VSCODE_PARTS : VSCODE_PARTS.filter(isNamed);
const isAll = inVsCode.length === 0 && !isNamed('node');

const rows: Row[] = [];
if (isAll || isNamed('node')) {
  rows.push(
    await measureOnePage(100, undefined),
    await measureOnePage(1_000, 1.1),
    await measureOnePage(10_000, 1.1),
    await measureFirstRow(),
    ...await measureIntake(),
    ...await measureRows(),
    await measureExchanges(),
    ...measureHostile(),
    ...await measureStranger(),
    ...await measurePeers(),
  );
}
if (isAll || inVsCode.length > 0) {
  rows.push(...await measureInVsCode(isAll ? VSCODE_PARTS : inVsCode));
}
console.log(process.argv.includes('--json') ? JSON.stringify(rows) : tableOf(rows));
process.exit(0);
