import * as vscode from 'vscode';
import type { Area } from '../../core/geo/area.js';
import { display } from '../../core/display.js';
import type { Disposable } from '../../core/event.js';
import { toFailure, unlessCancelled, unreachable } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import { continues, itemCount, type ResultSet } from '../../core/catalog/pages.js';
import type { Log } from '../../core/ports.js';
import type { Selection } from '../../core/results/selection.js';
import type { TimeBrush } from '../../core/results/timeBrush.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { environmentLabel } from '../../platform/environmentLabel.js';
import { describeFailure } from '../../platform/failureWords.js';
import { isSameItem } from '../../platform/itemDocuments.js';
import { runSteps } from '../../platform/runSteps.js';
import type { ColourBy, FromFootprintView, MapEnvironment, MapState, MapSubject, MapTexts } from '../../shared/footprintProtocol.js';
import { documentContentSteps, type DocumentText } from './documentContent.js';
import { itemContentSteps, labelOf } from './itemContent.js';
import { MapAreas } from './mapAreas.js';
import { MapChannel } from './mapChannel.js';
import { NO_TEXTS, type MapContent } from './mapContent.js';
import { Measuring, type Chosen } from './measuring.js';
import { emptyTexts, ResultsContent } from './resultsContent.js';
import { PictureSaver } from './savePicture.js';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  /** The JSON text of an item. @throws CatalogError */
  readonly itemText: (key: ItemKey, signal: AbortSignal) => Promise<string>;
  /** Opens the document of an item and says itself what went wrong. */
  readonly openItem: (key: ItemKey) => Promise<void>;
  readonly choice: Pick<EnvironmentChoice, 'byName' | 'onDidChange'>;
  /** Searches in an area with the other filters of the search, and says itself what went wrong. */
  readonly searchIn: (area: Area) => Promise<void>;
  /** The person lets the map follow again. */
  readonly unpinned: () => void;
  readonly selection: Selection;
  readonly times: TimeBrush;
  readonly log: Log;
}

/** One open map. The state lives here; the view asks for it whenever it loads. */
export class FootprintPanel implements Disposable {
  readonly #store = new DisposableStore();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly onDidClose = this.#closed.event;
  #loading = new AbortController();
  #kind: MapState['kind'] = 'nothing';
  #subject: MapSubject | undefined;
  #texts: MapTexts = { ...NO_TEXTS, message: 'Open an item to see its footprint here.' };
  #content: MapContent | undefined;
  #chosen: readonly number[] = [];
  #subjectId = 0;
  #revision = 0;
  /** The environment as the view was told of it. */
  #labelled: string | undefined;
  readonly #channel: MapChannel;
  readonly areas: MapAreas;
  readonly #pictures: PictureSaver;
  readonly #measuring: Measuring;
  pinned = false;
  colours: ColourBy = 'one';

  constructor(private readonly panel: vscode.WebviewPanel, private readonly parts: PanelParts) {
    this.#channel = this.#store.add(new MapChannel(panel, {
      ...parts,
      ready: () => {
        this.#sendState();
        this.#measure();
        this.areas.repeat();
      },
      receive: (message) => this.#receive(message),
    }));
    this.areas = new MapAreas((message) => this.#channel.send(message), parts.searchIn);
    this.#measuring = this.#store.add(new Measuring((message) => this.#channel.send(message)));
    this.#pictures = new PictureSaver((message) => this.#channel.send(message), parts.log);
    this.#store.add(panel.onDidDispose(() => this.#close()));
    this.#store.add(parts.selection.onDidChange((origin) => {
      if (origin !== 'map') {
        this.choose(parts.selection.keys);
      }
    }));
    this.#store.add(parts.choice.onDidChange(() => {
      if (this.#labelled !== this.#environment?.label) {
        this.#sendState();
      }
    }));
    this.#store.add(parts.times.onDidChange((origin) => {
      if (origin !== 'map') {
        this.#channel.send({ type: 'brush', revision: this.#revision, span: parts.times.span });
      }
    }));
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
      const content = await runSteps(itemContentSteps(key, await this.parts.itemText(key, signal)), signal);
      if (!signal.aborted) {
        this.#show(content, content.texts);
      }
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'cancelled' || signal.aborted) {
        return;
      }
      if (failure.kind === 'internal') {
        this.parts.log.error('footprint', error);
      }
      this.#show(undefined, { ...labelOf(key), message: describeFailure(failure, Date.now()).message });
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
      this.#show(undefined, emptyTexts('There are no results to show. Search for items to see their footprints here.'));
      return;
    }
    if (more) {
      const chunks = await unlessCancelled(runSteps(before.extendSteps(results), signal));
      if (chunks !== undefined) {
        this.#texts = before.texts;
        this.#channel.send({ type: 'more', revision: this.#revision, chunks, box: before.box, texts: this.#texts });
      }
      return;
    }
    const content = new ResultsContent(results);
    await unlessCancelled(runSteps(content.extendSteps(results), signal));
    if (!signal.aborted) {
      this.#show(content, content.texts);
      this.choose(this.parts.selection.keys);
    }
  }

  /** Shows what GeoJSON there is in a text; what was there stays until it is read. A later call wins. */
  async showDocument(document: DocumentText): Promise<void> {
    const { uri, name } = document;
    // The view stays where it is while a document is being typed.
    const { signal } = this.#begin({ kind: 'document', uri }, this.#subject?.kind === 'document' && this.#subject.uri === uri);
    this.panel.title = `Footprint: ${display(name, 60)}`;
    const content = await unlessCancelled(runSteps(documentContentSteps(document), signal));
    if (content !== undefined && !signal.aborted) {
      this.#show(content, content.texts);
    }
  }

  /** Lets footprints stand out among the others; does nothing where none of them is there. */
  choose(keys: readonly ItemKey[]): void {
    const content = this.#content;
    const places = content === undefined || content.subject.kind === 'item' ? [] : keys.flatMap((key) => content.place(key) ?? []);
    if (places.length > 0) {
      this.#chosen = places;
      this.#channel.send({ type: 'choose', revision: this.#revision, places });
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
    if (!isSame) {
      // The histogram that was brushed is gone.
      this.parts.times.set(undefined, 'map');
    }
    return this.#loading;
  }

  /** Shows footprints, or words in the place of a map. */
  #show(content: MapContent | undefined, texts: MapTexts): void {
    this.#content = content;
    this.#kind = 'shown';
    this.#texts = texts;
    this.#chosen = [];
    this.#revision += 1;
    this.#sendState();
  }

  get #environment(): MapEnvironment | undefined {
    const subject = this.#subject;
    const name = subject?.kind === 'item' ? subject.key.environment : this.#content instanceof ResultsContent ? this.#content.results.environment : undefined;
    if (name === undefined) {
      return undefined;
    }
    const environment = this.parts.choice.byName(name);
    return { label: environment === undefined ? display(name, 60) : environmentLabel(environment), production: environment?.kind === 'production' };
  }

  #sendState(): void {
    this.#labelled = this.#environment?.label;
    const loading = this.#kind === 'loading';
    const content = loading ? undefined : this.#content;
    this.#channel.send({
      type: 'state',
      state: {
        ...this.#texts, kind: this.#kind, environment: this.#environment, subject: this.#subject, pinned: this.pinned, colours: this.colours, revision: this.#revision, subjectId: this.#subjectId,
        chunks: content?.set.chunks ?? [], box: content?.box, chosen: this.#chosen, area: content?.area, span: this.parts.times.span, tiles: this.#channel.tiles,
      },
    });
  }

  #receive(message: Exclude<FromFootprintView, { readonly type: 'ready' | 'problem' }>): void {
    switch (message.type) {
      case 'describe':
      case 'select':
      case 'open':
      case 'brush':
        if (message.revision === this.#revision) {
          this.#act(message);
        }
        return;
      case 'copy':
        if (this.#measured !== undefined) {
          void this.#measuring.copy(this.#measured);
        }
        return;
      case 'pin':
        this.pinned = message.pinned;
        if (!message.pinned) {
          this.parts.unpinned();
        }
        return;
      case 'colour':
        this.colours = message.colours;
        return;
      case 'area':
        void this.areas.receive(message);
        return;
      case 'save':
        void this.#pictures.ask(this.#texts.title);
        return;
      case 'picture':
        void this.#pictures.receive(message);
        return;
      default:
        unreachable(message);
    }
  }

  #act(message: Extract<FromFootprintView, { readonly type: 'describe' | 'select' | 'open' | 'brush' }>): void {
    const content = this.#content;
    if (content === undefined) {
      return;
    }
    switch (message.type) {
      case 'describe': {
        const words = content.describe(message.place);
        if (words !== undefined) {
          this.#channel.send({ type: 'described', revision: this.#revision, place: message.place, title: words.title, subtitle: words.subtitle });
        }
        return;
      }
      case 'select':
        this.#chosen = message.places;
        this.parts.selection.set(message.places.flatMap((place) => content.key(place) ?? []), 'map');
        this.#measure(message.places.length > 1);
        return;
      case 'brush':
        // The tree shows results: a brushed document has no rows there.
        if (content.subject.kind === 'results') {
          this.parts.times.set(message.span, 'map');
        }
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

  get #measured(): Chosen | undefined {
    return this.#content === undefined ? undefined : { content: this.#content, places: this.#chosen, revision: this.#revision };
  }

  #measure(aloud = false): void {
    const measured = this.#measured;
    if (measured !== undefined && measured.places.length > 0 && measured.content.subject.kind !== 'item') {
      void this.#measuring.show(measured, aloud);
    }
  }

  #close(): void {
    this.#loading.abort();
    this.areas.dispose();
    this.parts.times.set(undefined, 'map');
    this.#store.dispose();
    this.#closed.fire();
    this.#closed.dispose();
  }
}
