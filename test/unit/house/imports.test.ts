import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

/** Each rule of the house, broken on purpose: a file, what stands in it, and a word of the complaint. */
const BROKEN: readonly (readonly [file: string, source: string, complaint: string])[] = [
  ['src/core/a.ts', "import * as vscode from 'vscode';\nvscode;", 'knows nothing of VS Code'],
  ['src/core/a.ts', "import type { Uri } from 'vscode';\nexport type A = Uri;", 'knows nothing of VS Code'],
  ['src/core/a.ts', "export const load = () => import('vscode');", 'knows nothing of VS Code'],
  ['src/core/a.ts', "import { readFileSync } from 'node:fs';\nreadFileSync;", 'where there is no Node'],
  ['src/core/a.ts', "import { request } from 'undici';\nrequest;", 'where there is no Node'],
  ['src/core/wire/a.ts', "import { createLog } from '../../platform/log.js';\ncreateLog;", 'imports nothing outward'],
  ['src/core/a.ts', "import { registerAuth } from '../features/auth/auth.js';\nregisterAuth;", 'imports nothing outward'],
  ['src/core/a.ts', 'export const now = () => setTimeout(() => undefined, 1);', 'ports only'],
  ['src/core/a.ts', "export const read = () => fetch('https://example.com');", 'ports only'],
  ['src/core/a.ts', 'export const size = Buffer.alloc(1);', 'ports only'],
  ['src/platform/a.ts', "import { registerAuth } from '../features/auth/auth.js';\nregisterAuth;", 'stands below features'],
  ['src/platform/a.ts', "import * as vscode from 'vscode';\nvoid vscode.window.showInformationMessage('x');", 'platform/notify'],
  ['src/features/auth/a.ts', "import { registerSearch } from '../search/search.js';\nregisterSearch;", 'does not import another'],
  ['src/features/auth/a.ts', "export const load = () => import('../search/search.js');", 'does not import another'],
  ['src/features/auth/a.ts', "import { readFile } from 'node:fs/promises';\nreadFile;", 'where there is no Node'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvscode.commands.registerCommand('a', () => 1);", 'platform/contributions'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvoid vscode.commands.executeCommand('setContext', 'a', 1);", 'platform/contributions'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvscode.workspace.getConfiguration('a');", 'platform/settings'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvoid vscode.window.showErrorMessage('x');", 'platform/notify'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvoid vscode.window.withProgress({ location: 15, title: 'x' }, async () => undefined);", 'platform/progress'],
  ['src/features/auth/a.ts', "import * as vscode from 'vscode';\nvscode.window.createInputBox();", 'platform/inputs'],
  ['src/shared/a.ts', "import { hostOf } from '../core/environment.js';\nhostOf;", 'messages only'],
  ['media/footprint/a.ts', "import * as vscode from 'vscode';\nvscode;", 'knows nothing of VS Code'],
  ['media/footprint/a.ts', "import { registerAuth } from '../../src/features/auth/auth.js';\nregisterAuth;", 'messages in shared'],
  ['src/core/a.ts', "export * from './event.js';", 'No barrel files'],
  ['src/core/a.ts', 'export default 1;', 'Name what you export'],
  ['src/core/a.ts', 'export const a: any = 1;', 'Unexpected any'],
];

describe('the rules of the house', () => {
  const eslint = new ESLint({ cwd: new URL('../../..', import.meta.url).pathname });

  it.each(BROKEN)('in %s forbid %j', async (filePath, source, complaint) => {
    const [result] = await eslint.lintText(`${source}\n`, { filePath });
    expect(result?.messages.map(({ message }) => message).join('\n')).toContain(complaint);
  });

  it('let ordinary code pass', async () => {
    const [result] = await eslint.lintText("import { hostOf } from '../../core/environment.js';\n\nexport const a: string = hostOf('https://example.com');\n", { filePath: 'src/features/auth/a.ts' });
    expect(result?.messages).toEqual([]);
  });
});
