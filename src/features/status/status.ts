import type { Disposable } from '../../core/event.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { StatusParts } from './parts.js';

/** The status item and what is behind it. */
export function registerStatus(parts: StatusParts): Disposable {
  const store = new DisposableStore();
  store.add(afterActivation(() => void import('./statusItem.js').then(({ StatusItem }) => store.add(new StatusItem(parts)))));
  store.add(parts.register('showSession', async () => await (await import('./showSession.js')).showSession(parts)));
  store.add(parts.register('showLog', async () => {
    parts.showLog();
    await Promise.resolve();
  }));
  return store;
}
