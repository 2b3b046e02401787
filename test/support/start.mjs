/** `npm start`: sets up what is missing, then opens VS Code with the extension. See start.ts. */
import { runProgram, runWithProjectNode, setUp } from './setup.mjs';

runProgram(() => {
  setUp();
  runWithProjectNode('test/support/start.ts');
});
