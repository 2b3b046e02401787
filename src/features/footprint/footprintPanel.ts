import * as vscode from 'vscode';
import type { Area } from '../../core/area/area.js';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { toFailure, unreachable } from '../../core/failure.js';
import { readGeometry } from '../../core/geometry/readGeometry.js';
import type { ItemKey } from '../../core/item.js';
import { continues, itemCount, type ResultSet } from '../../core/pages.js';
import type { Log } from '../../core/ports.js';
import type { Selection } from '../../core/selection.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { describeFailure } from '../../platform/failureWords.js';
import { isSameItem } from '../../platform/itemDocuments.js';
import { onDidChangeSettings, readTileLayers } from '../../platform/settings.js';
import type { ColourBy, FromFootprintView, MapBox, MapState, MapSubject, MapTexts, MapTiles, ToFootprintView } from '../../shared/footprintProtocol.js';
import { parseFromFootprintView } from '../../shared/footprintMessages.js';
import { documentContent } from './documentContent.js';
import { footprintPage } from './footprintPage.js';
import { itemContent, labelOf } from './itemContent.js';
import { MapAreas } from './mapAreas.js';
import { NO_TEXTS, type MapContent } from './mapContent.js';
import { factsOf, measuresText, unionFacts } from './measures.js';
import { emptyTexts, ResultsContent } from './resultsContent.js';
import { savePicture } from './savePicture.js';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  /** The JSON text of an item. @throws CatalogError */
  readonly itemText: (key: ItemKey, signal: AbortSignal) => Promise<string>;
  /** Opens the document of an item and says itself what went wrong. */
  readonly openItem: (key: ItemKey) => Promise<void>;
  /** Searches in an area with the other filters of the search, and says itself what went wrong. */
  readonly searchIn: (area: Area) => Promise<void>;
  readonly selection: Selection;
  readonly log: Log;
}

/** Chosen footprints that are measured together. */
const MAX_MEASURED = 200;

/** One open map. The state lives here; the view asks for it whenever it loads. */
export class FootprintPanel implements Disposable {
  readonly #store = new DisposableStore();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly onDidClose = this.#closed.event;
  #loading = new AbortController();
  #ready = false;
  #kind: MapState['kind'] = 'nothing';
  #subject: MapSubject | undefined;
  #texts: MapTexts = { ...NO_TEXTS, message: 'Open an item to see its footprint here.' };
  #content: MapContent | undefined;
  #chosen: readonly number[] = [];
  #tiles: readonly MapTiles[] = [];
  #subjectId = 0;
  #revision = 0;
  readonly #areas: MapAreas;
  pinned = false;
  colours: ColourBy = 'one';

  constructor(private readonly panel: vscode.WebviewPanel, private readonly parts: PanelParts) {
    this.#areas = new MapAreas((message) => this.#send(message), parts.searchIn);
    this.#store.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#store.add(panel.onDidDispose(() => this.#close()));
    this.#store.add(panel.onDidChangeViewState(() => {
      // A hidden view is unloaded, and says that it is ready when it comes back.
      this.#ready &&= panel.visible;
    }));
    this.#store.add(parts.selection.onDidChange((origin) => {
      if (origin !== 'map') {
        this.choose(parts.selection.keys);
      }
    }));
    this.#store.add(onDidChangeSettings((changed) => {
      // Settings also count as changed when they are read for the first time.
      if (changed('map.tileLayers') && JSON.stringify(readTileLayers()) !== JSON.stringify(this.#tiles)) {
        this.#load();
      }
    }));
    this.#load();
  }

  get subject(): MapSubject | undefined {
    return this.#subject;
  }

  reveal(preserveFocus: boolean): void {
    this.panel.reveal(undefined, preserveFocus);
  }

  /** Shows an item; what was there stays until its text is here. A later call wins. */
  async show(key: ItemKey): Promise<void> {
    const isSame = this.#subject?.kind === 'item' && isSameItem(this.#subject.key, key);
    const { signal } = this.#begin({ kind: 'item', key }, isSame);
    this.panel.title = `Footprint: ${display(key.id === '' ? '(no id)' : key.id, 60)}`;
    this.#kind = 'loading';
    this.#texts = labelOf(key);
    this.#sendState();
    try {
      const content = itemContent(key, await this.parts.itemText(key, signal));
      if (!signal.aborted) {
        this.#show(content);
      }
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'cancelled' || signal.aborted) {
        return;
      }
      if (failure.kind === 'internal') {
        this.parts.log.error('footprint', error);
      }
      this.#say({ ...labelOf(key), message: describeFailure(failure, Date.now()).message });
    }
  }

  /** Shows the footprints of a result set; what is there already is kept when pages are added. A later call wins. */
  async showResults(results: ResultSet | undefined): Promise<void> {
    const before = this.#content instanceof ResultsContent ? this.#content : undefined;
    if (results !== undefined && results === before?.results) {
      return;
    }
    const more = before !== undefined && results !== undefined && continues(results, before.results) && before.set.read <= itemCount(results) && before.set.usable > 0;
    const { signal } = this.#begin({ kind: 'results' }, more);
    this.panel.title = 'Results on Map';
    if (results === undefined) {
      this.#content = undefined;
      this.#say(emptyTexts('There are no results to show. Search for items to see their footprints here.'));
      return;
    }
    try {
      if (more) {
        const chunks = await before.extend(results, signal);
        this.#texts = before.texts;
        this.#send({ type: 'more', revision: this.#revision, chunks, box: before.set.box, texts: this.#texts });
        return;
      }
      const content = new ResultsContent(results);
      await content.extend(results, signal);
      this.#show(content);
      this.choose(this.parts.selection.keys);
    } catch (error) {
      if (toFailure(error).kind !== 'cancelled') {
        throw error;
      }
    }
  }

  /** Shows what GeoJSON there is in a text. `isSame`: the view stays where it is. */
  showDocument(uri: string, name: string, text: string, part: boolean): void {
    this.#begin({ kind: 'document', uri }, this.#subject?.kind === 'document' && this.#subject.uri === uri);
    this.panel.title = `Footprint: ${display(name, 60)}`;
    this.#show(documentContent(uri, name, text, part));
  }

  /** Lets footprints stand out among the others; does nothing where none of them is there. */
  choose(keys: readonly ItemKey[]): void {
    const content = this.#content;
    const places = content === undefined || content.subject.kind === 'item' ? [] : keys.flatMap((key) => content.place(key) ?? []);
    if (places.length > 0) {
      this.#chosen = places;
      this.#send({ type: 'choose', revision: this.#revision, places });
      this.#measure();
    }
  }

  dispose(): void {
    this.panel.dispose();
  }

  #begin(subject: MapSubject, isSame: boolean): AbortController {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#subject = subject;
    this.#subjectId += isSame ? 0 : 1;
    return this.#loading;
  }

  #show(content: MapContent): void {
    this.#content = content;
    this.#kind = 'shown';
    this.#texts = content.texts;
    this.#chosen = [];
    this.#revision += 1;
    this.#sendState();
  }

  /** Words in the place of a map. */
  #say(texts: MapTexts): void {
    this.#content = undefined;
    this.#kind = 'shown';
    this.#texts = texts;
    this.#chosen = [];
    this.#revision += 1;
    this.#sendState();
  }

  #sendState(): void {
    const loading = this.#kind === 'loading';
    const content = loading ? undefined : this.#content;
    this.#send({
      type: 'state',
      state: {
        ...this.#texts, kind: this.#kind, subject: this.#subject, pinned: this.pinned, colours: this.colours, revision: this.#revision, subjectId: this.#subjectId,
        chunks: content?.set.chunks ?? [], box: content?.set.box, chosen: this.#chosen, area: content?.area, tiles: this.#tiles,
      },
    });
  }

  /** Loads the view (again): its content policy names the hosts of the tiles. */
  #load(): void {
    this.#ready = false;
    this.#tiles = readTileLayers();
    this.panel.webview.html = footprintPage(this.panel.webview, this.parts.extensionUri, this.#tiles.map(({ host }) => host));
  }

  #send(message: ToFootprintView): void {
    if (this.#ready) {
      void this.panel.webview.postMessage(message);
    }
  }

  #receive(value: unknown): void {
    const message = parseFromFootprintView(value);
    if (message === undefined) {
      this.parts.log.warn('The footprint view sent a message that is not understood.');
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#sendState();
        this.#measure();
        this.#areas.repeat();
        return;
      case 'describe':
      case 'select':
      case 'open':
        if (message.revision === this.#revision) {
          this.#act(message);
        }
        return;
      case 'copy':
        void this.#copy();
        return;
      case 'pin':
        this.pinned = message.pinned;
        return;
      case 'colour':
        this.colours = message.colours;
        return;
      case 'area':
        void this.#areas.receive(message);
        return;
      case 'picture':
        void savePicture(message.data, this.#texts.title).catch((error: unknown) => this.parts.log.error('picture of the map', error));
        return;
      case 'problem':
        this.parts.log.foreign(`footprint view, ${message.what}`, message.detail);
        return;
      default:
        unreachable(message);
    }
  }

  #act(message: Extract<FromFootprintView, { readonly type: 'describe' | 'select' | 'open' }>): void {
    const content = this.#content;
    if (content === undefined) {
      return;
    }
    switch (message.type) {
      case 'describe': {
        const words = content.describe(message.place);
        if (words !== undefined) {
          this.#send({ type: 'described', revision: this.#revision, place: message.place, title: words.title, subtitle: words.subtitle });
        }
        return;
      }
      case 'select':
        this.#chosen = message.places;
        this.parts.selection.set(message.places.flatMap((place) => content.key(place) ?? []), 'map');
        this.#measure(message.places.length > 1);
        return;
      case 'open': {
        const key = content.key(message.place);
        if (key !== undefined) {
          void this.parts.openItem(key);
        }
        return;
      }
      default:
        unreachable(message);
    }
  }

  /** The box that is in view; undefined until the map has told it. */
  get view(): MapBox | undefined {
    return this.#areas.view;
  }

  /** Lets the person draw an area; undefined when that is given up, the map is closed, or another question comes. */
  draw(initial: Area | undefined, signal: AbortSignal): Promise<Area | undefined> {
    return this.#areas.ask(initial, signal);
  }

  /** Measures what is chosen; said aloud where nothing else is said of it. */
  #measure(aloud = false): void {
    if (this.#content !== undefined && this.#chosen.length > 0 && this.#content.subject.kind !== 'item') {
      const { title, facts } = this.#measures(this.#content);
      this.#send({ type: 'measured', revision: this.#revision, facts, spoken: aloud ? [title, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('. ').slice(0, 4000) : '' });
    }
  }

  #measures(content: MapContent): { readonly title: string; readonly facts: MapTexts['facts']; readonly box: readonly [number, number, number, number] | undefined } {
    const [only] = this.#chosen;
    if (only === undefined) {
      return { title: this.#texts.title, facts: this.#texts.facts, box: content.set.box };
    }
    if (this.#chosen.length > 1) {
      return { title: `${this.#chosen.length} footprints`, facts: unionFacts(this.#chosen.slice(0, MAX_MEASURED).map((place) => content.geometry(place))), box: undefined };
    }
    const reading = readGeometry(content.geometry(only));
    return { title: content.describe(only)?.title ?? '', facts: reading.kind === 'usable' ? factsOf(reading) : [], box: reading.kind === 'usable' ? reading.extent : undefined };
  }

  async #copy(): Promise<void> {
    if (this.#content === undefined) {
      return;
    }
    const { title, facts, box } = this.#measures(this.#content);
    await vscode.env.clipboard.writeText(measuresText(title, facts, box));
    this.#send({ type: 'said', words: 'Measures copied.' });
  }

  #close(): void {
    this.#loading.abort();
    this.#areas.dispose();
    this.#store.dispose();
    this.#closed.fire();
    this.#closed.dispose();
  }
}
