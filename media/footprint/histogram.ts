/** How the footprints lie in time: bars under the map; a span of them is chosen with the pointer or the keys and the map shows only those. */
import { NO_TIME } from '../../src/core/geometry/packedFootprints.js';
import { make } from './elements.js';
import type { Chunk, FootprintStore } from './footprintStore.js';
import { css, type Theme } from './theme.js';

/** First and last minute since the epoch. */
export type TimeSpan = readonly [from: number, to: number];

const BARS = 80;
const HEIGHT = 46;
const MINUTE = 60_000;

export class Histogram {
  readonly #canvas = make('canvas', 'histogram');
  readonly #words = make('div', 'histogram-words');
  readonly #box = make('div', 'time', this.#canvas, this.#words);
  #counts: readonly number[] = [];
  #range: TimeSpan | undefined;
  /** First and last bar that are chosen. */
  #brush: readonly [number, number] | undefined;
  #anchor: number | undefined;
  #cursor = 0;
  #theme: Theme | undefined;

  /** `changed` gets the span that is chosen; undefined: all times. */
  constructor(below: HTMLElement, private readonly changed: (span: TimeSpan | undefined) => void) {
    const canvas = this.#canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'slider');
    canvas.setAttribute('aria-label', 'Time. Left and right move, Shift with them chooses a span, Escape shows all times.');
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#anchor = this.#barAt(event);
      this.#choose(this.#anchor, this.#anchor);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#anchor !== undefined) {
        this.#choose(this.#anchor, this.#barAt(event));
      }
    });
    canvas.addEventListener('pointerup', () => {
      this.#anchor = undefined;
    });
    canvas.addEventListener('dblclick', () => this.#clear());
    canvas.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.#paint()).observe(this.#box);
    below.append(this.#box);
    this.#box.hidden = true;
  }

  /** The times of what is on the map; nothing is shown where there are fewer than two. */
  show(store: FootprintStore, theme: Theme, keep: boolean): void {
    this.#theme = theme;
    const range = rangeOf(store);
    if (!keep || range?.[0] !== this.#range?.[0] || range?.[1] !== this.#range?.[1]) {
      this.#brush = undefined;
    }
    this.#range = range;
    this.#box.hidden = range === undefined;
    if (range !== undefined) {
      this.#counts = countsOf(store, range);
    }
    this.#paint();
  }

  /** Whether an item lies in the span that is chosen. */
  isShown(chunk: Chunk, item: number): boolean {
    const span = this.span;
    const minutes = chunk.packed.minutes[item] ?? NO_TIME;
    return span === undefined || (minutes >= span[0] && minutes <= span[1]);
  }

  get span(): TimeSpan | undefined {
    if (this.#brush === undefined || this.#range === undefined) {
      return undefined;
    }
    const [from, to] = this.#range;
    const width = (to - from) / BARS;
    return [from + this.#brush[0] * width, this.#brush[1] === BARS - 1 ? to : from + (this.#brush[1] + 1) * width];
  }

  #choose(one: number, other: number): void {
    this.#brush = one < other ? [one, other] : [other, one];
    this.#cursor = other;
    this.#paint();
    this.changed(this.span);
  }

  #clear(): void {
    this.#brush = undefined;
    this.#paint();
    this.changed(undefined);
  }

  #key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0) {
      const next = Math.max(0, Math.min(BARS - 1, this.#cursor + step));
      const anchor = event.shiftKey ? (this.#brush?.[this.#brush[0] === this.#cursor ? 1 : 0] ?? this.#cursor) : next;
      this.#choose(anchor, next);
    } else if (event.key === 'Escape') {
      this.#clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #barAt(event: PointerEvent): number {
    const { left, width } = this.#canvas.getBoundingClientRect();
    return Math.max(0, Math.min(BARS - 1, Math.floor(((event.clientX - left) / width) * BARS)));
  }

  #paint(): void {
    const theme = this.#theme;
    const context = this.#canvas.getContext('2d');
    const width = this.#box.clientWidth - 28;
    if (theme === undefined || context === null || this.#range === undefined || width < 10) {
      return;
    }
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(HEIGHT * ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${HEIGHT}px`;
    context.scale(ratio, ratio);
    const most = Math.max(1, ...this.#counts);
    const bar = width / BARS;
    this.#counts.forEach((count, index) => {
      // One footprint among thousands is still to be seen.
      const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
      const chosen = this.#brush === undefined || (index >= this.#brush[0] && index <= this.#brush[1]);
      context.fillStyle = chosen ? css(theme.accent) : css(theme.quiet, 0.5);
      context.fillRect(index * bar, HEIGHT - height, Math.max(1, bar - 1), height);
    });
    const shown = this.span ?? this.#range;
    this.#words.textContent = `${words(shown[0])} to ${words(shown[1])} UTC${this.#brush === undefined ? '' : ' (Escape shows all times)'}`;
    this.#canvas.setAttribute('aria-valuetext', this.#words.textContent);
  }
}

function rangeOf(store: FootprintStore): TimeSpan | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const { minutes } of store.pages) {
    for (const minute of minutes) {
      if (minute !== NO_TIME) {
        from = Math.min(from, minute);
        to = Math.max(to, minute);
      }
    }
  }
  return to > from ? [from, to] : undefined;
}

function countsOf(store: FootprintStore, [from, to]: TimeSpan): readonly number[] {
  const counts = Array.from({ length: BARS }, () => 0);
  for (const { minutes } of store.pages) {
    for (const minute of minutes) {
      if (minute !== NO_TIME) {
        const bar = Math.min(BARS - 1, Math.floor(((minute - from) / (to - from)) * BARS));
        counts[bar] = (counts[bar] ?? 0) + 1;
      }
    }
  }
  return counts;
}

function words(minute: number): string {
  const time = new Date(minute * MINUTE);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 16).replace('T', ' ');
}
