/** All that reads what a stranger wrote, each as one function, for tests and for the bench: none may throw, none may take long. */
import { parseArea, checkIntersects } from '../../src/core/geo/area.js';
import { meetsArea } from '../../src/core/geo/predicates.js';
import { assetUrl } from '../../src/core/assets/address.js';
import { readAssets } from '../../src/core/assets/asset.js';
import { rangeOf, strongEtag } from '../../src/core/assets/contentRange.js';
import { parseBoundingBox, type BoundingBox } from '../../src/core/geo/boundingBox.js';
import { expandTime, intervalOf, parseDatetime, shortDatetime } from '../../src/core/datetime.js';
import { display } from '../../src/core/display.js';
import { DEMO_ENVIRONMENT, hostOf } from '../../src/core/environment.js';
import { soundGeometry } from '../../src/core/geo/soundGeometry.js';
import { CatalogError } from '../../src/core/failure.js';
import { FootprintPacker } from '../../src/core/geo/footprintPacker.js';
import { measuredSteps, readGeometry } from '../../src/core/geo/readGeometry.js';
import type { GeometryReading } from '../../src/core/geo/types.js';
import { formatUtc } from '../../src/core/items/itemTime.js';
import { itemKey, itemLabel, PageContent, readItem, type Item } from '../../src/core/items/item.js';
import { itemLinks } from '../../src/core/catalog/itemLinks.js';
import { ownHref } from '../../src/core/catalog/itemRequest.js';
import { itemPath, parseItemPath } from '../../src/core/items/itemUri.js';
import { isJsonObject } from '../../src/core/jsonObject.js';
import { formatJson } from '../../src/core/jsonLayout.js';
import { documentSteps, JsonFault } from '../../src/core/jsonScan.js';
import { findElements } from '../../src/core/jsonText.js';
import { readNextLink } from '../../src/core/catalog/nextLink.js';
import { PagePieces } from '../../src/core/catalog/pagePieces.js';
import { MAX_FEATURES, PageReader } from '../../src/core/catalog/pageReader.js';
import { RestingGeometries } from '../../src/core/items/restingGeometries.js';
import { httpDate, retryAfter } from '../../src/core/retryAfter.js';
import { atOnce, type Steps } from '../../src/core/steps.js';
import { checkPastedToken, exchangedLifetime, isUsableToken, readClaims } from '../../src/core/auth/token.js';
import { readCollectionsSteps } from '../../src/core/wire/collections.js';
import { readRefusal } from '../../src/core/wire/refusal.js';
import { readSearchAnswer } from '../../src/core/wire/search.js';
import { readTokenError, tokenResponse } from '../../src/core/wire/token.js';
import { documentContentSteps } from '../../src/features/footprint/documentContent.js';
import { itemContentSteps } from '../../src/features/footprint/itemContent.js';
import { unionFactsSteps } from '../../src/features/footprint/measures.js';

/** What came: its text, its bytes, and the value that they stand for; undefined where they are no JSON. */
export interface Foreign {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

export type Family = 'answers that arrive' | 'wire schemas' | 'links and addresses' | 'a geometry' | 'geometries of a page' | 'words and times' | 'JSON as text' | 'an item\'s document';

export interface Reader {
  readonly name: string;
  readonly family: Family;
  readonly read: (foreign: Foreign) => unknown;
  /** The same where the product lets others have their turn in between. */
  readonly steps?: (foreign: Foreign) => Steps<unknown>;
}

const REQUEST = { method: 'GET', url: `${DEMO_ENVIRONMENT.baseUrl}/stac/search?limit=10` } as const;
/** One object, as a query has it: an area is made ready once. */
const BOX: BoundingBox = [170, -10, -170, 10];
const AREA = { type: 'Polygon', coordinates: [[[0, 0], [40, 0], [40, 40], [0, 40], [0, 0]]] } as const;
/** Bytes that are read at once. */
const SOCKET_PIECE = 64 * 1024;
/** What a view asks for at once. */
const ROWS = 1000;
const NOW = Date.UTC(2026, 5, 10);

export function foreign(text: string): Foreign {
  return { text, bytes: new TextEncoder().encode(text), value: parsed(text) };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal is an answer; anything else that is thrown is a defect. */
function orRefused(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof CatalogError) {
      return error.failure;
    }
    throw error;
  }
}

function itemsOf(value: unknown, bytes: Uint8Array): readonly Item[] {
  const content = new PageContent(bytes);
  const features: readonly unknown[] = readSearchAnswer(value)?.features ?? [value];
  return features.slice(0, MAX_FEATURES).filter(isJsonObject).map((feature, index) => readItem(feature, content, index));
}

/** A page whose bytes come in pieces as long as those of a socket. */
function arrivingPage(bytes: Uint8Array): unknown {
  const reader = new PageReader(DEMO_ENVIRONMENT, { limit: 10 }, REQUEST, { isTime: () => true, show: () => undefined });
  for (let end = SOCKET_PIECE; end < bytes.length; end += SOCKET_PIECE) {
    reader.came(bytes.subarray(0, end));
  }
  return orRefused(() => reader.end({ status: 200, headers: new Map(), body: bytes }));
}

/** The geometries in a value: of a feature collection's features, of a feature, or itself. */
function geometriesOf(value: unknown): readonly unknown[] {
  const features = isJsonObject(value) && Array.isArray(value['features']) ? value['features'] as readonly unknown[] : [value];
  return features.slice(0, MAX_FEATURES).map((feature) => (isJsonObject(feature) && 'geometry' in feature ? feature['geometry'] : feature));
}

/** What hovers and tooltips ask for. */
function extentOf(reading: GeometryReading): unknown {
  return reading.kind === 'usable' ? reading.extent : reading.reason;
}

/** All that is shown of a geometry. */
function measured(reading: GeometryReading): unknown {
  return reading.kind === 'usable' ? [reading.extent, reading.crossesAntimeridian, reading.centre, reading.cap] : reading.reason;
}

/** As the map does it. */
function* packing({ value }: Foreign): Steps<unknown> {
  const packer = new FootprintPacker(4000);
  for (const geometry of geometriesOf(value)) {
    yield* packer.addSteps(geometry);
    yield;
  }
  return packer.take();
}

function* measuring({ value }: Foreign): Steps<unknown> {
  return measured(yield* measuredSteps(value));
}

const readers: Readonly<Record<Family, Readonly<Record<string, Reader['read'] | Required<Pick<Reader, 'steps'>>>>>> = {
  // All of the text is parsed as JSON here.
  'answers that arrive': {
    'page in pieces': ({ bytes }) => new PagePieces(() => undefined).end(bytes),
    'page that arrives': ({ bytes }) => arrivingPage(bytes),
    'collections': ({ bytes }) => atOnce(readCollectionsSteps(bytes)),
    'refusal of a search': ({ text }) => readRefusal(text, new Set(['bbox', 'datetime']), ['extra']),
    'token with these claims': ({ text }) => readClaims(`e30.${Buffer.from(text).toString('base64url')}.x`),
  },
  'wire schemas': {
    'search answer': ({ value }) => readSearchAnswer(value),
    'items of a page': ({ value, bytes }) => itemsOf(value, bytes),
    'first rows of a page': ({ value, bytes }) => itemsOf(value, bytes).slice(0, ROWS).map((item) =>
      [itemLabel(item), formatUtc(item.datetime ?? item.startDatetime), display(item.platform ?? ''), display(item.status ?? ''), itemPath(itemKey('E', item))]),
    'token answer': ({ value }) => tokenResponse.safeParse(value),
    'token refusal': ({ value }) => readTokenError(value),
    'token': ({ text }) => [isUsableToken(text), exchangedLifetime(text, readClaims(text), NOW), checkPastedToken(text, DEMO_ENVIRONMENT.audience, NOW, 0)],
  },
  'links and addresses': {
    'next link': ({ value }) => readNextLink(readSearchAnswer(value)?.links ?? [], DEMO_ENVIRONMENT, REQUEST, {}),
    'address of a next link': ({ text }) => readNextLink([{ rel: 'next', href: text }, { rel: 'next', href: `?${text}` }], DEMO_ENVIRONMENT, REQUEST, {}),
    'body of a next link': ({ value }) => readNextLink([{ rel: 'next', href: REQUEST.url, method: 'POST', body: value, merge: true }], DEMO_ENVIRONMENT, REQUEST, {}),
    'address of an asset': ({ text }) => [orRefused(() => assetUrl(text, DEMO_ENVIRONMENT)), orRefused(() => assetUrl(`https://${text}`, DEMO_ENVIRONMENT))],
    'host in words': ({ text }) => [hostOf(text), hostOf(`https://${text}`)],
    'path of a document': ({ text }) => parseItemPath(text),
    'path of an item': ({ text }) => itemPath({ environment: 'E', collection: 'c', id: text }),
    'path with such an id': ({ text }) => parseItemPath(`/E/c/${text}.geojson`),
    'headers': ({ text }) => [retryAfter(text, NOW), httpDate(text), rangeOf(text), rangeOf(`bytes ${text}`), strongEtag(text)],
  },
  'a geometry': {
    'read and measured': { steps: measuring },
    'its extent': ({ value }) => extentOf(readGeometry(value)),
    'for export': ({ value }) => soundGeometry(value),
    'an area that is typed': ({ text }) => parseArea(text),
    'an area that is given': ({ value }) => checkIntersects(value),
  },
  'geometries of a page': {
    'packed for the map': { steps: packing },
    'measured together': { steps: ({ value }) => unionFactsSteps(geometriesOf(value).slice(0, 200)) },
    'kept and given back': ({ value }) => {
      const resting = new RestingGeometries();
      return geometriesOf(value).map((geometry) => resting.get(resting.add(geometry)));
    },
    'against a box': ({ value }) => geometriesOf(value).map((geometry) => meetsArea(BOX, geometry, geometry)),
    'against an area': ({ value }) => geometriesOf(value).map((geometry) => meetsArea(AREA, geometry, geometry)),
  },
  'words and times': {
    'display()': ({ text }) => display(text),
    'a time that is typed': ({ text }) => parseDatetime(text),
    'a time that is shown': ({ text }) => formatUtc(text),
    'an interval': ({ text }) => intervalOf(text),
    'an interval that is shown': ({ text }) => shortDatetime(text),
    'a span': ({ text }) => expandTime(text),
    'bounding box': ({ text }) => parseBoundingBox(text),
  },
  'JSON as text': {
    'scanned': { steps: ({ bytes }) => scanned(bytes) },
    'features': ({ bytes, value }) => (value === undefined ? undefined : findElements(bytes, 'features')),
  },
  'an item\'s document': {
    'on the map': { steps: ({ text }) => itemContentSteps({ environment: 'E', collection: 'c', id: 'a' }, text) },
    'on the map as any GeoJSON': { steps: ({ text }) => documentContentSteps({ uri: 'file:///a.geojson', name: 'a.geojson', text, part: false }) },
    'laid out': ({ text, value }) => (value === undefined ? undefined : formatJson(text)),
    'assets': ({ text, value }) => (value === undefined ? undefined : readAssets(text, DEMO_ENVIRONMENT.baseUrl)),
    'links': ({ text }) => itemLinks(text, DEMO_ENVIRONMENT),
    'own link': ({ text }) => ownHref(text),
  },
};

export const READERS: readonly Reader[] = Object.entries(readers).flatMap(([family, named]) => Object.entries(named).map(([name, work]) =>
  ({ name, family: family as Family, ...(typeof work === 'function' ? { read: work } : { ...work, read: (foreign) => atOnce(work.steps(foreign)) }) })));

/** Whether bytes are JSON, looked at without being parsed. */
function* scanned(bytes: Uint8Array): Steps<boolean> {
  try {
    yield* documentSteps(bytes);
    return true;
  } catch (error) {
    if (error instanceof JsonFault) {
      return false;
    }
    throw error;
  }
}
