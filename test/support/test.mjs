/** `npm test`: sets up what is missing, then runs the layers of tests. See test.ts. */
import process from 'node:process';
import { newestHost, oldestHost, runProgram, runWithProjectNode, setUp } from './setup.mjs';

const args = process.argv.slice(2);
const layers = args.filter((arg) => !arg.startsWith('-'));
const needsHost = layers.length === 0 || layers.includes('host') || layers.includes('ui');

runProgram(() => {
  setUp({ hosts: !needsHost ? [] : args.includes('--oldest') ? [newestHost, oldestHost] : [newestHost] });
  runWithProjectNode('test/support/test.ts');
});
