import type { Disposable } from '../../core/event.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { setContextKey } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentParts } from './parts.js';

/** "Switch Environment..." and "Add Environment...", and the context key that menus read. */
export function registerEnvironments(parts: EnvironmentParts): Disposable {
  const { choice, register, notify } = parts;
  const store = new DisposableStore();
  const updateKey = (): void => setContextKey('environmentKind', choice.current?.kind);
  store.add(afterActivation(() => {
    updateKey();
    void choice.ready();
  }));
  store.add(choice.onDidChange(updateKey));
  store.add(register('switchEnvironment', async (name) => await (await import('./switchEnvironment.js')).switchEnvironment(parts, name)));
  store.add(register('addEnvironment', async () => await (await import('./addEnvironment.js')).addEnvironment(parts)));
  store.add(choice.onDidChange(() => {
    // Told when it changes, not at each start: the person is looking at the settings right now.
    const [problem] = choice.problems;
    if (problem !== undefined) {
      notify.warn(`Environment ${problem.name === undefined ? `number ${problem.index + 1}` : `"${problem.name}"`} in your settings cannot be used${problem.field === undefined ? '' : ` (${problem.field})`}: ${problem.problem}`);
    }
  }));
  return store;
}
