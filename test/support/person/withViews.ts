import type { Locator } from 'playwright-core';
import { extensionId } from './atWindow.js';
import { WithQuickInput } from './withQuickInput.js';

/** The name of the results' tree, which may begin with the environment's. */
const RESULTS = /(?:^|· )Results$/;

/** The results view and other trees, the status bar, and notifications. */
export class WithViews extends WithQuickInput {
  /** Opens the extension's view container from the activity bar, if it is not open. */
  async openCatalogView(): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: /^Catalog\b/ });
    if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    const deadline = Date.now() + WithViews.patience;
    // After a reload the view may have been about to open by itself, and the click closed it.
    while (!(await this.#resultsPane.waitFor({ timeout: 5_000 }).then(() => true, () => false))) {
      if (Date.now() > deadline) throw new Error('The view of the results does not open.');
      await tab.click();
    }
  }

  /** The rows of a tree that are on screen, in order. */
  rows(tree: string | RegExp = RESULTS): Locator {
    // The role of every element of the window would be looked up to find one that is asked for so often.
    if (tree === RESULTS) return this.page.locator('[role="tree"][aria-label$="Results"] [role="treeitem"]');
    return this.page.getByRole('tree', { name: tree }).getByRole('treeitem');
  }

  /** The names of the rows on screen as a screen reader reads them, from top to bottom. */
  async rowNames(tree?: string | RegExp): Promise<readonly string[]> {
    // All at one moment: rows come and go while a search runs.
    const read = await this.rows(tree).evaluateAll((rows) => rows.map((row) => ({ name: row.getAttribute('aria-label') ?? '', index: Number(row.getAttribute('data-index')) })));
    return read.sort((a, b) => a.index - b.index).map(({ name }) => name);
  }

  /** What the results view says where it has no rows: its welcome text and buttons. */
  get welcome(): Locator {
    return this.#resultsPane.locator('.welcome-view-content');
  }

  /** The message above the rows of the results view. */
  get viewMessage(): Locator {
    return this.#resultsPane.locator('.message').filter({ visible: true });
  }

  /** The results view. Its header is hidden while it is the only view, but always names it, behind the environment's name. */
  get #resultsPane(): Locator {
    return this.page.locator('.pane', { has: this.page.locator('.pane-header[aria-label*="Results"]') });
  }

  /** Waits until the results view says something above its rows. */
  async waitForViewMessage(text: string | RegExp): Promise<void> {
    await this.viewMessage.filter({ hasText: text }).waitFor();
  }

  /** What is shown beside the thing the mouse is over, such as the tooltip of a row. */
  hover(text: string | RegExp): Locator {
    return this.page.locator('.monaco-hover').filter({ visible: true, hasText: text });
  }

  /** The extension's item in the status bar. */
  get statusItem(): Locator {
    return this.page.locator(`[id="${extensionId}.catalogSearch.session"]`);
  }

  /** The text of the extension's status item, without its icons. */
  async status(): Promise<string> {
    return (await this.statusItem.innerText()).trim();
  }

  /** Notifications on screen: as toasts, or in the notification centre when that is open. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ visible: true, hasText: text });
  }

  /** Presses a button of a notification. */
  async answer(notification: string | RegExp, button: string): Promise<void> {
    await this.notification(notification).getByRole('button', { name: button, exact: true }).click();
  }

  /** The messages in the notification centre, which is opened for this and closed again. */
  async notifications(): Promise<readonly string[]> {
    const centre = this.page.locator('.notifications-center.visible');
    // It closes by itself where the focus is still on its way to something else.
    for (let tries = 1; ; tries += 1) {
      await this.runCommand('Notifications: Show Notifications');
      if (await centre.waitFor({ timeout: 5_000 }).then(() => true, () => false)) break;
      if (tries > 4) throw new Error('The notification centre does not open.');
    }
    const messages = await centre.locator('.notification-list-item-message').allInnerTexts();
    await this.press('Escape');
    await centre.waitFor({ state: 'hidden' });
    return messages;
  }
}
