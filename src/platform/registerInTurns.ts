import type { Disposable } from '../core/event.js';

/**
 * Registers one group after the other, each in a turn of its own: whatever else starts with the window goes on in between. Registers
 * nothing more once the window has disposed of what it owns.
 */
export async function registerInTurns(own: (registered: Disposable) => void, groups: readonly (readonly (() => Disposable)[])[]): Promise<void> {
  let isOpen = true;
  own({ dispose: () => (isOpen = false) });
  for (const group of groups) {
    await new Promise(setImmediate);
    if (!isOpen) {
      return;
    }
    group.forEach((register) => own(register()));
  }
}
