/** `npm run bench`: how fast the product is, each figure as a ratio to a floor measured in the same run. `--json` prints JSON. */
import { measureIntake } from './intake.js';
import { tableOf, type Row } from './measure.js';
import { measureRows } from './rows.js';
import { measureFirstRow, measureOnePage } from './search.js';

const rows: Row[] = [
  await measureOnePage(100, undefined),
  await measureOnePage(1_000, 1.1),
  await measureOnePage(10_000, 1.1),
  await measureFirstRow(),
  ...await measureIntake(),
  ...await measureRows(),
];
console.log(process.argv.includes('--json') ? JSON.stringify(rows) : tableOf(rows));
