/** How the footprints lie in time: bars under the map; a span of them is brushed with the pointer or the keys, and only those are shown. */
import { NO_TIME } from '../../src/core/geo/packedFootprints.js';
import { spanWords } from '../../src/core/results/timeBrush.js';
import type { MapSpan } from '../../src/shared/footprintProtocol.js';
import { make, textButton } from './elements.js';
import type { Chunk, FootprintStore } from './footprintStore.js';
import { css, type Theme } from './themeColours.js';
import { countIn, rangeOf, ticksOf, TimeBars } from './timeBars.js';

/** Height of the bars, pixels. */
const HEIGHT = 40;
/** Pixels between ticks, at least. */
const TICK_SPACE = 76;
/** Left and right of the bars, pixels. */
const MARGIN = 14;

export class Histogram {
  readonly #canvas = make('canvas', 'histogram');
  readonly #words = make('div', 'time-words');
  readonly #all = textButton('Show all times', 'Show all times (Escape)');
  readonly #box: HTMLElement;
  #bars: TimeBars | undefined;
  #range: MapSpan | undefined;
  #counts: readonly number[] = [];
  #pages: FootprintStore['pages'] = [];
  #span: MapSpan | undefined;
  /** The bar at which brushing began, and where it is now. */
  #anchor = 0;
  #cursor = 0;
  #dragging = false;
  #theme: Theme | undefined;

  /** `changed` gets the span that the person brushed; undefined: all times. */
  constructor(below: HTMLElement, private readonly changed: (span: MapSpan | undefined) => void) {
    const canvas = this.#canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'slider');
    canvas.setAttribute('aria-label', 'Time of the footprints. Left and right brush a time, with Shift a span, Home and End the first and last, Escape shows all times.');
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#dragging = true;
      this.#anchor = this.#barAt(event);
      this.#brushTo(this.#anchor);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#dragging) {
        this.#brushTo(this.#barAt(event));
      }
    });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(type, () => {
        this.#dragging = false;
      });
    }
    canvas.addEventListener('dblclick', () => this.#brush(undefined));
    canvas.addEventListener('keydown', (event) => this.#key(event));
    this.#all.addEventListener('click', () => {
      this.#brush(undefined);
      canvas.focus();
    });
    this.#box = make('div', 'time', make('div', 'time-head', this.#words, this.#all), canvas);
    new ResizeObserver(() => this.#paint()).observe(this.#box);
    below.append(this.#box);
    this.#box.hidden = true;
  }

  /** The times of what is on the map; nothing is shown where there are fewer than two. What is brushed stays. */
  show(store: FootprintStore, theme: Theme): void {
    this.#theme = theme;
    this.#pages = store.pages;
    this.#range = rangeOf(store.pages);
    this.#box.hidden = this.#range === undefined;
    this.#bars = this.#range === undefined ? undefined : new TimeBars(this.#range);
    this.#counts = this.#bars?.counts(store.pages) ?? [];
    this.#paint();
  }

  /** Brushed elsewhere: not told back. */
  set span(span: MapSpan | undefined) {
    this.#span = span;
    this.#paint();
  }

  get span(): MapSpan | undefined {
    return this.#span;
  }

  /** Whether an item lies in the span that is brushed. */
  isShown(chunk: Chunk, item: number): boolean {
    const minutes = chunk.packed.minutes[item] ?? NO_TIME;
    return this.#span === undefined || (minutes !== NO_TIME && minutes >= this.#span[0] && minutes <= this.#span[1]);
  }

  #brush(span: MapSpan | undefined): void {
    if (span?.[0] === this.#span?.[0] && span?.[1] === this.#span?.[1]) {
      return;
    }
    this.#span = span;
    this.#paint();
    this.changed(span);
  }

  #brushTo(bar: number): void {
    this.#cursor = bar;
    this.#brush(this.#bars?.spanOf(Math.min(this.#anchor, bar), Math.max(this.#anchor, bar)));
  }

  #key(event: KeyboardEvent): void {
    const last = (this.#bars?.count ?? 1) - 1;
    const to: Readonly<Record<string, number>> = { ArrowLeft: this.#cursor - 1, ArrowRight: this.#cursor + 1, PageDown: this.#cursor - 10, PageUp: this.#cursor + 10, Home: 0, End: last };
    const bar = Object.hasOwn(to, event.key) ? to[event.key] : undefined;
    if (bar !== undefined) {
      const next = Math.max(0, Math.min(last, bar));
      this.#anchor = event.shiftKey ? this.#anchor : next;
      this.#brushTo(next);
    } else if (event.key === 'Escape') {
      this.#brush(undefined);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #barAt(event: PointerEvent): number {
    const { left, width } = this.#canvas.getBoundingClientRect();
    const last = (this.#bars?.count ?? 1) - 1;
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * (last + 1))));
  }

  #paint(): void {
    const [theme, bars, range] = [this.#theme, this.#bars, this.#range];
    const context = this.#canvas.getContext('2d');
    const width = this.#box.clientWidth - 2 * MARGIN;
    if (theme === undefined || context === null || bars === undefined || range === undefined || width < 10) {
      return;
    }
    const height = HEIGHT + theme.small + 8;
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    context.scale(ratio, ratio);
    const chosen = this.#span === undefined ? undefined : [bars.barOf(this.#span[0]), bars.barOf(this.#span[1])] as const;
    const bar = width / bars.count;
    if (chosen !== undefined) {
      context.fillStyle = css(theme.accent, theme.contrast ? 0.3 : 0.16);
      context.fillRect(chosen[0] * bar, 0, (chosen[1] - chosen[0] + 1) * bar, HEIGHT);
    }
    const most = Math.max(1, ...this.#counts);
    this.#counts.forEach((count, index) => {
      // One footprint among thousands is still to be seen.
      const tall = count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - 2));
      const isIn = chosen === undefined || (index >= chosen[0] && index <= chosen[1]);
      context.fillStyle = isIn ? css(theme.accent) : css(theme.quiet, 0.45);
      context.fillRect(index * bar, HEIGHT - tall, Math.max(1, bar - (bar > 3 ? 1 : 0)), tall);
    });
    this.#paintAxis(context, theme, bars, range, width);
    this.#say(countIn(this.#pages, this.#span), this.#counts.reduce((sum, count) => sum + count, 0));
  }

  #paintAxis(context: CanvasRenderingContext2D, theme: Theme, bars: TimeBars, range: MapSpan, width: number): void {
    context.fillStyle = theme.label;
    context.fillRect(0, HEIGHT, width, 1);
    context.font = `${theme.small}px ${theme.font}`;
    context.textBaseline = 'top';
    for (const { minute, label } of ticksOf(range, Math.max(2, Math.floor(width / TICK_SPACE)))) {
      const x = bars.shareOf(minute) * width;
      const half = context.measureText(label).width / 2;
      context.fillRect(Math.min(width - 1, Math.round(x)), HEIGHT, 1, 4);
      if (x - half >= 0 && x + half <= width) {
        context.textAlign = 'center';
        context.fillText(label, x, HEIGHT + 6);
      }
    }
  }

  #say(shown: number, all: number): void {
    const number = (count: number): string => count.toLocaleString('en-US');
    const words = this.#span === undefined ? `${spanWords(this.#range ?? [0, 0])} \u00b7 ${number(all)} with a time` : `${spanWords(this.#span)} \u00b7 ${number(shown)} of ${number(all)}`;
    this.#words.textContent = words;
    this.#all.hidden = this.#span === undefined;
    const canvas = this.#canvas;
    canvas.setAttribute('aria-valuetext', this.#span === undefined ? `All times: ${words}` : words);
    canvas.setAttribute('aria-valuemin', '0');
    canvas.setAttribute('aria-valuemax', String(this.#counts.length - 1));
    canvas.setAttribute('aria-valuenow', String(this.#cursor));
  }
}
