/** The page around the map. Made once; texts are set as text, never as markup. */
import { COLOURS, type ColourBy, type MapFact, type MapState, type MapTexts } from '../../src/shared/footprintProtocol.js';
import type { LegendEntry } from './colours.js';
import { button, drawing, make, text, textButton } from './elements.js';
import { css } from './themeColours.js';

export interface Page {
  readonly map: HTMLElement;
  readonly locator: HTMLCanvasElement;
  readonly scale: HTMLElement;
  readonly zoomIn: HTMLButtonElement;
  readonly zoomOut: HTMLButtonElement;
  readonly fit: HTMLButtonElement;
  readonly pin: HTMLButtonElement;
  readonly save: HTMLButtonElement;
  readonly colours: HTMLSelectElement;
  /** Where tools of the map are added. */
  readonly tools: HTMLElement;
  /** Under the map. */
  readonly below: HTMLElement;
  /** An element whose colour is free to be used. */
  readonly probe: HTMLElement;
  /** Told the place of an item that cannot be drawn and is wanted all the same. */
  openProblem: ((place: number) => void) | undefined;
  show(state: MapState): void;
  showTexts(texts: MapTexts): void;
  /** Measures of what is chosen; undefined shows those of everything again. */
  measures(facts: readonly MapFact[] | undefined): void;
  legend(entries: readonly LegendEntry[]): void;
  /** Names a footprint beside a place on the map, in pixels. */
  name(footprint: NamedFootprint | undefined, at: readonly [x: number, y: number]): void;
  /** Said by a screen reader, shown nowhere. */
  speak(words: string): void;
  /** Shown for a while on the map, and spoken. */
  say(words: string): void;
  /** Shown while the pointer is over the map. */
  pointer(words: string): void;
}

export interface NamedFootprint {
  readonly title: string;
  readonly subtitle: string;
}

const HELP = 'Arrow keys move the map, plus and minus zoom, 0 or Home shows everything, c copies the measures.';
const MANY_HELP = 'n and p step through the footprints, o through those that lie over each other, Enter opens the item, Escape lets go of it.';
const COLOUR_LABELS: Readonly<Record<ColourBy, string>> = { one: 'One colour', status: 'By status', platform: 'By platform', age: 'By age' };
/** How long a line stays on the map, milliseconds. */
const SAID_FOR = 4000;

export function buildPage(body: HTMLElement): Page {
  const environment = make('p', 'environment');
  environment.hidden = true;
  const title = make('h1', 'title');
  const subtitle = make('p', 'subtitle');
  const pin = button('', 'Keep this on the map', 'Keep this on the map when another item is opened');
  pin.className = 'icon';
  pin.append(drawing('M9.5 1 15 6.5l-1.2 1.2-1-.3-2.6 2.6.2 2.4-1.3 1.3-3-3L2 14.8 1.2 14l4.1-4.1-3-3L3.6 5.6l2.4.2 2.6-2.6-.3-1z'));
  const save = button('', 'Save the map as a picture', 'Save the map as a picture (PNG or SVG)');
  save.append(drawing('M2 3h12v10H2zm1 1v6.6l3-3 2.5 2.5L10.5 8 13 10.4V4zm7.5 1.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z'));
  save.className = 'icon';
  const colours = make('select', 'colours', ...COLOURS.map((name) => {
    const option = text('option', COLOUR_LABELS[name]);
    option.value = name;
    return option;
  }));
  colours.setAttribute('aria-label', 'Colours of footprints');
  const tools = make('div', 'tools', colours, save, pin);
  const header = make('header', 'header', environment, make('div', 'titles', title, subtitle), tools);

  const locator = make('canvas', 'locator');
  locator.setAttribute('aria-hidden', 'true');
  const control = (shape: string, label: string, key: string): HTMLButtonElement => {
    const element = button('', label, `${label} (${key})`);
    element.className = 'icon';
    element.append(drawing(shape));
    return element;
  };
  const zoomIn = control('M7.3 2.5h1.4v4.8h4.8v1.4H8.7v4.8H7.3V8.7H2.5V7.3h4.8z', 'Zoom in', '+');
  const zoomOut = control('M2.5 7.3h11v1.4h-11z', 'Zoom out', '-');
  const fit = control('M2 2h4.5v1.3h-3.2v3.2H2zM9.5 2H14v4.5h-1.3V3.3H9.5zM2 9.5h1.3v3.2h3.2V14H2zM12.7 9.5H14V14H9.5v-1.3h3.2z', 'Show everything', '0');
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
  const legend = make('ul', 'legend');
  legend.setAttribute('aria-label', 'Legend');
  const scale = make('div', 'scale');
  const said = make('div', 'said');
  said.setAttribute('aria-hidden', 'true');
  const map = make('div', 'map', locator, pointer, legend, scale, said, name, controls);
  map.tabIndex = 0;
  map.setAttribute('role', 'application');
  map.setAttribute('aria-roledescription', 'map');

  const below = make('div', 'below');
  const facts = make('dl', 'facts');
  const notes = make('ul', 'notes');
  const problemsTitle = make('summary', 'problems-title');
  const problemsList = make('ul', 'problems-list');
  const problems = make('details', 'problems', problemsTitle, problemsList);
  const message = make('p', 'message');
  const footer = make('footer', 'footer', facts, problems, notes);
  const status = make('div', 'spoken');
  status.setAttribute('role', 'status');
  const probe = make('span', 'probe');
  body.replaceChildren(header, message, map, below, footer, status, probe);

  let all: readonly MapFact[] = [];
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const showFacts = (list: readonly MapFact[]): void => facts.replaceChildren(...list.map(factElement));
  const page: Page = {
    map, locator, scale, zoomIn, zoomOut, fit, pin, save, colours, tools, below, probe, openProblem: undefined,
    show(state) {
      body.dataset['state'] = state.kind;
      body.dataset['subject'] = state.subject?.kind ?? 'none';
      environment.hidden = state.environment === undefined;
      environment.textContent = state.environment?.label ?? '';
      environment.classList.toggle('production', state.environment?.production === true);
      pin.setAttribute('aria-pressed', String(state.pinned));
      pin.hidden = state.subject === undefined || state.subject.kind === 'results';
      colours.value = state.colours;
      colours.hidden = state.subject === undefined || state.subject.kind === 'item';
      if (state.kind === 'loading') {
        // What is drawn stays until the next footprint is here.
        title.textContent = state.title;
        subtitle.textContent = state.subtitle;
        message.textContent = '';
        return;
      }
      page.showTexts(state);
      status.textContent = state.message === '' ? state.summary : state.message;
    },
    showTexts(texts) {
      title.textContent = texts.title;
      title.title = texts.title;
      subtitle.textContent = texts.subtitle;
      subtitle.title = texts.subtitle;
      message.textContent = texts.message;
      all = texts.facts;
      showFacts(all);
      const many = body.dataset['subject'] !== 'item';
      notes.replaceChildren(...[...texts.notes, ...(many && texts.message === '' ? [`On the keyboard, ${MANY_HELP}`] : [])].map((note) => text('li', note)));
      map.setAttribute('aria-label', [texts.summary, many ? MANY_HELP : '', HELP].filter((words) => words !== '').join(' '));
      problems.hidden = texts.problems.length === 0;
      problemsTitle.textContent = texts.problems.length === 1 ? 'Not on the map' : `Not on the map: ${texts.problems.length}`;
      problemsList.replaceChildren(...texts.problems.map(({ title: which, reason, place }) => {
        const name = place === undefined ? text('strong', which) : textButton(which, `Open ${which}`);
        name.addEventListener('click', () => {
          if (place !== undefined) {
            page.openProblem?.(place);
          }
        });
        return make('li', '', name, document.createTextNode(` ${reason}`));
      }));
    },
    measures: (list) => showFacts(list ?? all),
    legend(entries) {
      legend.replaceChildren(...entries.map(({ label, colour, count }) => {
        const swatch = make('span', 'swatch');
        swatch.style.backgroundColor = css(colour);
        const amount = text('span', count.toLocaleString('en-US'));
        amount.className = 'count';
        return make('li', '', swatch, text('span', label), amount);
      }));
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
    say(words) {
      status.textContent = words;
      said.textContent = words;
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        said.textContent = '';
      }, SAID_FOR);
    },
    pointer(words) {
      pointer.textContent = words;
    },
  };
  return page;
}

function factElement({ label, value }: MapFact): HTMLElement {
  return make('div', 'fact', text('dt', label), text('dd', value));
}
