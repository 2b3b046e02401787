import type { Disposable } from '../core/event.js';

/** Does something once activation has returned, such as what is drawn first; never where it is disposed before. */
export function afterActivation(draw: () => void): Disposable {
  const handle = setImmediate(draw);
  return { dispose: () => clearImmediate(handle) };
}
