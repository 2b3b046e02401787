import type { Locator } from 'playwright-core';
import { AtWindow } from './atWindow.js';

const paletteLabel = 'Type the name of a command to run.';

/** The palette, quick picks and input boxes. */
export class WithQuickInput extends AtWindow {
  /**
   * Runs a command from the palette by its full title, such as `Catalog: Search Items...`.
   * @throws Error when the palette does not offer it
   */
  async runCommand(title: string): Promise<void> {
    const deadline = Date.now() + AtWindow.patience;
    const row = this.option(title);
    const palette = this.page.locator(`.quick-input-widget input[aria-label^="${paletteLabel}"]`);
    // A key pressed while the focus moves, as when a view opens or closes, reaches nobody; and then the palette may close again.
    const chosen = async (): Promise<boolean> => {
      await this.press('F1');
      await palette.fill(`>${title}`, { timeout: 5_000 });
      await row.waitFor({ timeout: 3_000 });
      // The one that Enter would take, most of the time; a longer title may come before it.
      if (/\bfocused\b/.test((await row.getAttribute('class', { timeout: 1_000 })) ?? '')) await this.press('Enter');
      else await row.click({ timeout: 3_000 });
      return true;
    };
    while (!(await chosen().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`The palette does not offer "${title}", but: ${(await this.options()).join(' | ')}`);
      // The palette shows what is known when it opens: a command that becomes available later needs a new one.
      await this.press('Escape');
      await palette.waitFor({ state: 'hidden' });
    }
    await palette.waitFor({ state: 'hidden' });
  }

  /** Opens a file of the folder by its name in the first group of editors. */
  async openFile(name: string): Promise<void> {
    await this.runCommand('View: Focus First Editor Group');
    await this.runCommand('Go to File...');
    await this.quickInput.fill(name);
    await this.option(name).waitFor();
    await this.quickInput.press('Enter');
    await this.quickInput.waitFor({ state: 'hidden' });
  }

  /** The titles that the palette offers for what is typed; the palette is closed again. */
  async commandsFor(text: string): Promise<readonly string[]> {
    await this.press('F1');
    await this.page.locator(`.quick-input-widget input[aria-label^="${paletteLabel}"]`).fill(`>${text}`);
    await this.page.locator('.quick-input-list [role="option"]').first().waitFor();
    const titles = await this.options();
    await this.press('Escape');
    await this.quickInput.waitFor({ state: 'hidden' });
    return titles;
  }

  /** The field of the quick input that is open. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget .quick-input-filter input').filter({ visible: true });
  }

  /** Waits for a step of a quick input, known by its title, and says what it asks for. */
  async waitForStep(title: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-title').filter({ visible: true, hasText: title }).waitFor();
  }

  /** Puts text into the open quick input, in place of what was there. */
  async type(text: string): Promise<void> {
    await this.quickInput.fill(text);
  }

  /** Answers the editor's simple file dialog with a path: it is ready when it has listed a folder. Until then the list before it may still be there, or nothing at all. */
  async choosePath(path: string): Promise<void> {
    await this.option(/^\.\./).waitFor();
    await this.type(path);
    await this.quickInput.press('Enter');
  }

  /** What the open quick input says below its field: its prompt, or what is wrong with the text. */
  async inputMessage(): Promise<string> {
    return this.page.locator('.quick-input-message').filter({ visible: true }).innerText();
  }

  /** Waits until the open quick input hides what is typed. */
  async waitForMaskedField(): Promise<void> {
    await this.quickInput.and(this.page.locator('[type="password"]')).waitFor();
  }

  /** Waits until the open quick input says something below its field. */
  async waitForInputMessage(text: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-message').filter({ visible: true, hasText: text }).waitFor();
  }

  /** The options of the open quick pick as a screen reader names them. */
  async options(): Promise<readonly string[]> {
    // At once: the list may be filled anew between two looks at it.
    return this.page.locator('.quick-input-list [role="option"]').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Picks the first option that begins with a label (or matches a pattern) with the mouse. */
  async pick(label: string | RegExp): Promise<void> {
    // What pops up over a row under the pointer would lie over others.
    await this.page.mouse.move(0, 0);
    await this.option(label).click();
  }

  /** The first option of the open quick pick that begins with a label, or matches a pattern. */
  option(label: string | RegExp): Locator {
    const name = typeof label === 'string' ? startsWith(label) : label;
    return this.page.locator('.quick-input-list').getByRole('option', { name }).first();
  }
}

/** Matches a name that is a label, alone or with more behind it, such as a description or a keybinding. */
function startsWith(label: string): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:$|[\\s,])`);
}
