import type { Area } from '../core/geo/area.js';
import type { BoundingBox } from '../core/geo/boundingBox.js';
import type { Disposable } from '../core/event.js';

/** A map, as far as a search needs one. The builder's area comes from it; features do not know each other. */
export interface AreaSource {
  /** The box that the map shows, west > east where it crosses the antimeridian; undefined while no map is open. */
  view(): BoundingBox | undefined;
  /**
   * Lets the person draw or change an area; opens the map where it is closed.
   * @param initial what to begin with
   * @returns the area; undefined when the person gave up
   */
  draw(initial: Area | undefined, signal: AbortSignal): Promise<Area | undefined>;
}

/** Where a map offers itself and the search finds it. One per window; the latest offer counts. */
export class AreaPicker {
  readonly #sources: AreaSource[] = [];

  /** Dispose the result to take the offer back. */
  offer(source: AreaSource): Disposable {
    this.#sources.push(source);
    return {
      dispose: () => {
        const at = this.#sources.indexOf(source);
        if (at >= 0) {
          this.#sources.splice(at, 1);
        }
      },
    };
  }

  get source(): AreaSource | undefined {
    return this.#sources.at(-1);
  }
}
