import type { Page } from 'playwright-core';
import type { VsCodeServer } from './vscodeServer.js';

/** A key of every test's VS Code (keybindings.json), which nobody would press by accident. */
const CLEAR = 'Control+Alt+Shift+F9';

/** What the key does, as VS Code reads it. */
export const keybindings: readonly object[] = [{
  key: CLEAR.toLowerCase().replace('control', 'ctrl'),
  command: 'runCommands',
  args: {
    commands: [
      'workbench.action.closeQuickOpen', 'notifications.clearAll', 'notifications.hideList', 'workbench.action.closePanel', 'workbench.action.closeAuxiliaryBar',
      'workbench.action.closeAllEditors', 'workbench.action.editorLayoutSingle', 'workbench.view.explorer',
    ],
  },
}];

/**
 * Makes an open window as new as it can be without starting VS Code from nothing: closes editors, lists, messages and panels, removes
 * what the extension has stored on disk, and loads the window again, with another extension host.
 * @throws Error when the window does not obey
 */
export async function startAnew(page: Page, server: VsCodeServer): Promise<void> {
  await clear(page);
  await server.forgetWindows();
  await page.reload();
  // The window comes back as it was when it was saved last, which may be before it was cleared.
  await page.locator('.monaco-workbench .part.editor').waitFor();
  await clear(page);
}

async function clear(page: Page): Promise<void> {
  const dontSave = page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
  const empty = page.locator('.editor-group-container.empty');
  const isCleared = async (): Promise<boolean> => {
    await page.keyboard.press('Escape');
    await page.keyboard.press(CLEAR);
    await dontSave.or(empty).first().waitFor({ timeout: 5_000 });
    if (await dontSave.isVisible()) await dontSave.click();
    await empty.waitFor({ timeout: 5_000 });
    return true;
  };
  for (let tries = 0; !(await isCleared().catch(() => false)); tries += 1) {
    if (tries > 4) throw new Error('The editors of the window do not close.');
  }
}
