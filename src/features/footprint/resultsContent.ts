/** From a result set to the map of its footprints, page after page. Knows nothing of the editor. */
import { boxesOf, boxGeometry, type BoundingBox } from '../../core/geo/boundingBox.js';
import { display } from '../../core/display.js';
import { GatheredExtent } from '../../core/geo/extent.js';
import { FootprintPacker } from '../../core/geo/footprintPacker.js';
import { hasId, itemKey, itemLabel, type ItemKey } from '../../core/items/item.js';
import { itemCount, type ResultSet } from '../../core/catalog/pages.js';
import { describeQuery } from '../../core/query/queryWords.js';
import type { SearchQuery } from '../../core/query/query.js';
import { brushedTime } from '../../core/results/timeBrush.js';
import type { Steps } from '../../core/steps.js';
import type { MapProblem, MapTexts } from '../../shared/footprintProtocol.js';
import { FootprintSet } from './footprintSet.js';
import { subtitleOf } from './itemContent.js';
import { counted, NO_TEXTS, type MapContent } from './mapContent.js';
import { extentFacts } from './measures.js';

/** Positions on the map, all footprints together. */
const MAX_POSITIONS = 8_000_000;

/** The map of one search: grows with its pages. */
export class ResultsContent implements MapContent {
  readonly subject = { kind: 'results' } as const;
  readonly set = new FootprintSet();
  readonly area: Uint8Array | undefined;
  readonly #areaBox: BoundingBox | undefined;
  readonly #places = new Map<string, number>();
  #results: ResultSet;

  /** `most`: positions. */
  constructor(results: ResultSet, private readonly most = MAX_POSITIONS) {
    this.#results = results;
    const area = areaOf(results.query);
    this.area = area?.packed;
    this.#areaBox = area?.box;
  }

  get results(): ResultSet {
    return this.#results;
  }

  /** Packs the items that are new in a continuation of the set; gives what was packed. Where it is not run to its end, the next time goes on. */
  *extendSteps(results: ResultSet): Steps<readonly Uint8Array[]> {
    const { items } = results;
    const before = this.set.chunks.length;
    for (let place = this.set.read; place < items.length && this.set.positions < this.most; place += 1) {
      const item = items[place];
      if (item !== undefined) {
        yield* this.set.addSteps({ geometry: item.geometry, time: brushedTime(item), status: item.status, platform: item.platform });
        this.#places.set(nameOf(item), place);
      }
      yield;
    }
    this.#results = results;
    this.set.pack();
    return this.set.chunks.slice(before);
  }

  /** With the area of the search. */
  get box(): BoundingBox | undefined {
    const extent = new GatheredExtent();
    for (const { west, south, east, north } of [this.set.box, this.#areaBox].flatMap((box) => (box === undefined ? [] : boxesOf(box)))) {
      extent.add(west, south, east, north);
    }
    return extent.box;
  }

  get texts(): MapTexts {
    const { set } = this;
    const results = this.#results;
    const total = itemCount(results);
    const unusable = set.read - set.usable;
    const title = [counted(set.usable, 'footprint'), ...(unusable > 0 ? [`${counted(unusable, 'item')} ${unusable === 1 ? 'has' : 'have'} no usable footprint`] : [])].join('; ');
    // The query's own limit is that of one page.
    const subtitle = [results.environment, describeQuery({ ...results.query, limit: total })].map((text) => display(text, 200)).join(' · ');
    const notes = [
      ...(set.read < total ? [`Only the first ${set.read.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} items are on this map; all of them would be too much to draw. Narrow the search to see the others.`] : []),
      ...(set.simplified > 0 ? [`${counted(set.simplified, 'footprint')} ${set.simplified === 1 ? 'is' : 'are'} drawn with fewer positions than ${set.simplified === 1 ? 'it has' : 'they have'}.`] : []),
      ...(unusable > set.problems.length ? [`Of the items without a usable footprint, the first ${set.problems.length} are listed.`] : []),
      ...(results.next !== undefined ? ['There are more items to load.'] : []),
    ];
    const facts = extentFacts(set.box);
    const message = set.usable > 0 ? '' : total === 0 ? 'The search found no items.' : 'None of the items has a usable footprint.';
    const summary = [`Map of the search results: ${title}.`, ...facts.map(({ label, value }) => `${label}: ${value}.`), ...notes].join(' ');
    return { title, subtitle, message, facts, notes, problems: set.problems.map((problem) => this.#problem(problem)), summary, statuses: set.statuses, platforms: set.platforms };
  }

  /** What can be opened says its place. */
  #problem({ place, reason }: FootprintSet['problems'][number]): MapProblem {
    const title = this.describe(place)?.title ?? '';
    return this.key(place) === undefined ? { title, reason } : { title, reason, place };
  }

  describe(place: number): { readonly title: string; readonly subtitle: string } | undefined {
    const item = this.#results.items[place];
    return item === undefined ? undefined : { title: itemLabel(item), subtitle: subtitleOf(item) };
  }

  geometry(place: number): unknown {
    return this.#results.items[place]?.geometry;
  }

  key(place: number): ItemKey | undefined {
    const item = this.#results.items[place];
    return item !== undefined && hasId(item) ? itemKey(this.#results.environment, item) : undefined;
  }

  place(key: ItemKey): number | undefined {
    return key.environment === this.#results.environment ? this.#places.get(nameOf(key)) : undefined;
  }
}

/** Words where there are no results at all, or not yet. */
export function emptyTexts(message: string): MapTexts {
  return { ...NO_TEXTS, title: 'Search results', message, summary: message };
}

function areaOf({ bbox, intersects }: SearchQuery): { readonly packed: Uint8Array; readonly box: BoundingBox | undefined } | undefined {
  const geometry = intersects ?? (bbox === undefined ? undefined : boxGeometry(bbox));
  if (geometry === undefined) {
    return undefined;
  }
  const packer = new FootprintPacker();
  return packer.add(geometry).ok ? { box: packer.box, packed: packer.take() } : undefined;
}

function nameOf({ collection, id }: Pick<ItemKey, 'collection' | 'id'>): string {
  return JSON.stringify([collection, id]);
}
