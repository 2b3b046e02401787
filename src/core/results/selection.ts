/** The items that the person chose in one view, for the others to follow. */
import { Emitter, type Event } from '../event.js';
import type { ItemKey } from '../items/item.js';

export type SelectionOrigin = 'tree' | 'map';

/** One per window. A view that follows it ignores what came from itself. */
export class Selection {
  readonly #changed = new Emitter<SelectionOrigin>();
  readonly onDidChange: Event<SelectionOrigin> = this.#changed.event;
  #keys: readonly ItemKey[] = [];

  get keys(): readonly ItemKey[] {
    return this.#keys;
  }

  set(keys: readonly ItemKey[], origin: SelectionOrigin): void {
    if (keys.length === this.#keys.length && keys.every((key, index) => isSame(key, this.#keys[index]))) {
      return;
    }
    this.#keys = keys;
    this.#changed.fire(origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function isSame(one: ItemKey, other: ItemKey | undefined): boolean {
  return other !== undefined && one.id === other.id && one.collection === other.collection && one.environment === other.environment;
}
