/** `npm test`: sets up what is missing, then runs the layers of tests. See test.ts. */
import process from 'node:process';
import { newestHost, oldestHost, runProgram, runWithProjectNode, setUp } from './setup.mjs';

const args = process.argv.slice(2);
const layers = args.filter((arg) => !arg.startsWith('-'));
/** @param {string} layer */
const isWanted = (layer) => layers.length === 0 || layers.includes(layer);
const oldest = isWanted('host-oldest') || isWanted('ui-oldest') || args.includes('--oldest');
const newest = isWanted('host') || isWanted('ui');

runProgram(() => {
  setUp({ hosts: [...(newest ? [newestHost] : []), ...(oldest ? [oldestHost] : [])] });
  runWithProjectNode('test/support/test.ts');
});
