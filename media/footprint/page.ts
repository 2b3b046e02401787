/** The page around the map. Made once; texts are set as text, never as markup. */
import type { FootprintState, MapFact } from '../../src/shared/footprintProtocol.js';

export interface Page {
  readonly map: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly locator: HTMLCanvasElement;
  readonly zoomIn: HTMLButtonElement;
  readonly zoomOut: HTMLButtonElement;
  readonly fit: HTMLButtonElement;
  /** An element whose colour is free to be used. */
  readonly probe: HTMLElement;
  show(state: FootprintState): void;
  /** Names a footprint beside a place on the map, in pixels. */
  name(footprint: NamedFootprint | undefined, at: readonly [x: number, y: number]): void;
  /** Said by a screen reader, shown nowhere. */
  speak(words: string): void;
  /** Shown while the pointer is over the map. */
  pointer(text: string): void;
}

export interface NamedFootprint {
  readonly title: string;
  readonly subtitle: string;
}

const RESULTS_HELP = 'Click a footprint to open its item. On the keyboard, n and p step through the footprints, Enter opens the item, Escape lets go of it.';
const HELP = 'Arrow keys move the map, plus and minus zoom, 0 or Home shows the whole footprint.';

export function buildPage(body: HTMLElement): Page {
  const title = make('h1', 'title');
  const subtitle = make('p', 'subtitle');
  const header = make('header', 'header', title, subtitle);

  const canvas = make('canvas', 'canvas');
  const locator = make('canvas', 'locator');
  for (const picture of [canvas, locator]) {
    picture.setAttribute('aria-hidden', 'true');
  }
  const zoomIn = button('+', 'Zoom in', 'Zoom in (+)');
  const zoomOut = button('\u2212', 'Zoom out', 'Zoom out (-)');
  const fit = button('\u2922', 'Show the whole footprint', 'Show the whole footprint (0)');
  const controls = make('div', 'controls', zoomIn, zoomOut, fit);
  controls.setAttribute('role', 'group');
  controls.setAttribute('aria-label', 'Zoom');
  const pointer = make('div', 'pointer');
  pointer.setAttribute('aria-hidden', 'true');
  const nameTitle = make('strong', 'name-title');
  const nameSubtitle = make('span', 'name-subtitle');
  const name = make('div', 'name', nameTitle, nameSubtitle);
  name.setAttribute('aria-hidden', 'true');
  name.hidden = true;
  const map = make('div', 'map', canvas, locator, pointer, name, controls);
  map.tabIndex = 0;
  map.setAttribute('role', 'application');
  map.setAttribute('aria-roledescription', 'map');

  const facts = make('dl', 'facts');
  const notes = make('ul', 'notes');
  const message = make('p', 'message');
  const footer = make('footer', 'footer', facts, notes);
  const status = make('div', 'spoken');
  status.setAttribute('role', 'status');
  const probe = make('span', 'probe');
  body.replaceChildren(header, message, map, footer, status, probe);

  return {
    map,
    canvas,
    locator,
    zoomIn,
    zoomOut,
    fit,
    probe,
    show(state) {
      body.dataset['state'] = state.kind;
      if (state.kind === 'nothing') {
        title.textContent = '';
        subtitle.textContent = '';
        say(message, status, 'Open an item to see its footprint here.');
        return;
      }
      if (state.kind === 'results') {
        title.textContent = state.title;
        title.title = state.title;
        subtitle.textContent = state.subtitle;
        message.textContent = state.message;
        status.textContent = state.summary;
        map.setAttribute('aria-label', `${state.summary} ${RESULTS_HELP} ${HELP}`);
        facts.replaceChildren(...state.facts.map(factElement));
        notes.replaceChildren(...[...state.notes, ...(state.footprints.length > 0 ? [RESULTS_HELP] : [])].map((note) => text('li', note)));
        return;
      }
      title.textContent = state.item.title;
      title.title = state.item.title;
      subtitle.textContent = state.item.subtitle;
      switch (state.kind) {
        case 'loading':
          // What is drawn stays until the next footprint is here.
          message.textContent = '';
          return;
        case 'unusable':
        case 'failed':
          say(message, status, state.message);
          map.setAttribute('aria-label', HELP);
          facts.replaceChildren();
          notes.replaceChildren();
          return;
        case 'footprint':
          message.textContent = '';
          status.textContent = state.summary;
          map.setAttribute('aria-label', `${state.summary} ${HELP}`);
          facts.replaceChildren(...state.facts.map(factElement));
          notes.replaceChildren(...state.notes.map((note) => text('li', note)));
          return;
        default: {
          const missing: never = state;
          throw new Error(`unexpected state ${String(missing)}`);
        }
      }
    },
    name(footprint, [x, y]) {
      name.hidden = footprint === undefined;
      if (footprint !== undefined) {
        nameTitle.textContent = footprint.title;
        nameSubtitle.textContent = footprint.subtitle;
        const { clientWidth, clientHeight } = map;
        const left = x + 14 + name.offsetWidth > clientWidth ? x - 14 - name.offsetWidth : x + 14;
        const top = y + 14 + name.offsetHeight > clientHeight ? y - 14 - name.offsetHeight : y + 14;
        name.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(0, top)}px)`;
      }
    },
    speak(words) {
      status.textContent = words;
    },
    pointer(words) {
      pointer.textContent = words;
    },
  };
}

function say(message: HTMLElement, status: HTMLElement, words: string): void {
  message.textContent = words;
  status.textContent = words;
}

function factElement({ label, value }: MapFact): HTMLElement {
  return make('div', 'fact', text('dt', label), text('dd', value));
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, ...children: readonly Node[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

function text<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, words: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}

function button(face: string, label: string, hint: string): HTMLButtonElement {
  const element = text('button', face);
  element.type = 'button';
  element.title = hint;
  element.setAttribute('aria-label', label);
  return element;
}
