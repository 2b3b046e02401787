import type { Disposable } from '../core/event.js';

const waiting = new Set<() => void>();

/**
 * Does something in a later turn than the one in which activation registers it, such as what is drawn first; never where it is disposed
 * before. All that waits is done in one turn: in an extension host each one of its own takes as long to ask for as registering a command.
 */
export function afterActivation(draw: () => void): Disposable {
  if (waiting.size === 0) {
    setImmediate(drawAll);
  }
  // The same function may wait twice.
  const entry = (): void => draw();
  waiting.add(entry);
  return { dispose: () => waiting.delete(entry) };
}

function drawAll(): void {
  // What is disposed meanwhile is no longer among them.
  for (const draw of waiting) {
    waiting.delete(draw);
    draw();
  }
}
