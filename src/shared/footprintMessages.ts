/** Checks messages between the extension and the map on arrival: rebuilt from their known members, undefined for anything else. */
import {
  CLASS_COLOURS, COLOURS,
  type ColourBy, type FromFootprintView, type MapArea, type MapBox, type MapClass, type MapEnvironment, type MapFact, type MapItemKey, type MapPlace, type MapProblem, type MapSpan, type MapState, type MapSubject, type MapTexts, type MapTiles, type SavedFootprint, type ToFootprintView,
} from './footprintProtocol.js';
import { isPlainSvg } from './plainSvg.js';

const MAX_TEXT = 4000;
const MAX_CHOSEN = 10_000;
const MAX_RING = 10_000;
/** Characters of a picture. */
const MAX_PICTURE = 64_000_000;

export function parseFromFootprintView(value: unknown): FromFootprintView | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { type, what, detail, revision, place, places, pinned, colours, area, span, format, data } = value;
  switch (type) {
    case 'ready':
    case 'copy':
    case 'save':
      return { type };
    case 'describe':
    case 'open':
      return isCount(revision) && isCount(place) ? { type, revision, place } : undefined;
    case 'select':
      return isCount(revision) && isPlaces(places) ? { type, revision, places } : undefined;
    case 'brush':
      return isCount(revision) && isSpanOrNone(span) ? { type, revision, span } : undefined;
    case 'pin':
      return typeof pinned === 'boolean' ? { type, pinned } : undefined;
    case 'colour':
      return isColours(colours) ? { type, colours } : undefined;
    case 'area': {
      const parsed = parseArea(area);
      return (what === 'search' || what === 'keep' || what === 'view' || what === 'drawn' || what === 'none') && (area === undefined || parsed !== undefined) ? { type, what, area: parsed } : undefined;
    }
    case 'picture':
      if (typeof data !== 'string' || data.length > MAX_PICTURE) {
        return undefined;
      }
      return (format === 'png' && /^[\w+/]+={0,2}$/u.test(data)) || (format === 'svg' && isPlainSvg(data)) ? { type, format, data } : undefined;
    case 'problem':
      return (what === 'contentPolicy' || what === 'script' || what === 'message') && isText(detail) ? { type, what, detail } : undefined;
    default:
      return undefined;
  }
}

export function parseToFootprintView(value: unknown): ToFootprintView | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { type, revision, places, place, title, subtitle, chunks, box, facts, spoken, words, span, format } = value;
  switch (type) {
    case 'state': {
      const state = parseState(value['state']);
      return state === undefined ? undefined : { type, state };
    }
    case 'more': {
      const texts = parseTexts(value['texts']);
      return isCount(revision) && isListOf(chunks, isBytes) && isBoxOrNone(box) && texts !== undefined ? { type, revision, chunks, box, texts } : undefined;
    }
    case 'choose':
      return isCount(revision) && isPlaces(places) ? { type, revision, places } : undefined;
    case 'brush':
      return isCount(revision) && isSpanOrNone(span) ? { type, revision, span } : undefined;
    case 'described':
      return isCount(revision) && isCount(place) && isText(title) && isText(subtitle) ? { type, revision, place, title, subtitle } : undefined;
    case 'measured':
      return isCount(revision) && isListOf(facts, isFact) && isText(spoken) ? { type, revision, facts, spoken } : undefined;
    case 'draw': {
      const area = parseArea(value['area']);
      return value['area'] === undefined || area !== undefined ? { type, area } : undefined;
    }
    case 'picture':
      return format === 'png' || format === 'svg' ? { type, format } : undefined;
    case 'said':
      return isText(words) ? { type, words } : undefined;
    default:
      return undefined;
  }
}

export function parseSavedFootprint(value: unknown): SavedFootprint | undefined {
  if (!isRecord(value) || value['version'] !== 2) {
    return undefined;
  }
  const subject = parseSubject(value['subject']);
  const { pinned, colours, tiles } = value;
  const [place, area] = [parsePlace(value['place']), parseArea(value['area'])];
  return subject === undefined
    ? undefined
    : {
      version: 2, subject, pinned: pinned === true, colours: isColours(colours) ? colours : 'one',
      ...(place === undefined ? {} : { place }), ...(area === undefined ? {} : { area }), ...(isText(tiles) ? { tiles } : {}),
    };
}

function parsePlace(value: unknown): MapPlace | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { longitude, latitude, metres } = value;
  return isNumberTo(longitude, 180) && isNumberTo(latitude, 90) && isNumberTo(metres, 1e6) && metres > 0 ? { longitude, latitude, metres } : undefined;
}

function parseState(value: unknown): MapState | undefined {
  const texts = parseTexts(value);
  if (texts === undefined || !isRecord(value)) {
    return undefined;
  }
  const { kind, pinned, colours, revision, subjectId, chunks, box, chosen, area, span, tiles } = value;
  const environment = parseEnvironment(value['environment']);
  const subject = parseSubject(value['subject']);
  const isKnown =
    (kind === 'nothing' || kind === 'loading' || kind === 'shown') &&
    (subject !== undefined || value['subject'] === undefined) &&
    (environment !== undefined || value['environment'] === undefined) &&
    typeof pinned === 'boolean' &&
    isColours(colours) &&
    isCount(revision) &&
    isCount(subjectId) &&
    isListOf(chunks, isBytes) &&
    isBoxOrNone(box) &&
    isPlaces(chosen) &&
    (area === undefined || isBytes(area)) &&
    isSpanOrNone(span) &&
    isListOf(tiles, isTiles);
  return isKnown ? { ...texts, kind, environment, subject, pinned, colours, revision, subjectId, chunks, box, chosen, area, span, tiles } : undefined;
}

function parseEnvironment(value: unknown): MapEnvironment | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { label, production } = value;
  return isText(label) && typeof production === 'boolean' ? { label, production } : undefined;
}

function parseTexts(value: unknown): MapTexts | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { title, subtitle, message, facts, notes, problems, summary, statuses, platforms } = value;
  const isKnown =
    isText(title) && isText(subtitle) && isText(message) && isText(summary) &&
    isListOf(facts, isFact) && isListOf(notes, isText) && isListOf(problems, isProblem) && isListOf(statuses, isClass) && isListOf(platforms, isClass);
  return isKnown ? { title, subtitle, message, facts, notes, problems, summary, statuses, platforms } : undefined;
}

function parseSubject(value: unknown): MapSubject | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { kind, uri } = value;
  const key = parseKey(value['key']);
  switch (kind) {
    case 'item':
      return key === undefined ? undefined : { kind, key };
    case 'results':
      return { kind };
    case 'document':
      return isText(uri) ? { kind, uri } : undefined;
    default:
      return undefined;
  }
}

function parseKey(value: unknown): MapItemKey | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { environment, collection, id } = value;
  return typeof environment === 'string' && typeof collection === 'string' && typeof id === 'string' ? { environment, collection, id } : undefined;
}

function parseArea(value: unknown): MapArea | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { kind, box, ring } = value;
  if (kind === 'box') {
    return isBox(box) ? { kind, box } : undefined;
  }
  return kind === 'polygon' && isListOf(ring, isPosition) && ring.length > 3 && ring.length <= MAX_RING ? { kind, ring } : undefined;
}

function isBox(value: unknown): value is MapBox {
  return Array.isArray(value) && value.length === 4 && value.every((number, index) => Number.isFinite(number) && Math.abs(number as number) <= (index % 2 === 0 ? 180 : 90));
}

function isBoxOrNone(value: unknown): value is MapBox | undefined {
  return value === undefined || isBox(value);
}

function isSpanOrNone(value: unknown): value is MapSpan | undefined {
  return value === undefined || (Array.isArray(value) && value.length === 2 && value.every((minute) => Number.isInteger(minute) && isNumberTo(minute, 0x7fff_ffff)) && value[0] <= value[1]);
}

/** At most so far from 0. */
function isNumberTo(value: unknown, most: number): value is number {
  return Number.isFinite(value) && Math.abs(value as number) <= most;
}

function isPosition(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && Number.isFinite(value[0]) && Math.abs(value[0] as number) <= 720 && Number.isFinite(value[1]) && Math.abs(value[1] as number) <= 90;
}

function isPlaces(value: unknown): value is readonly number[] {
  return isListOf(value, isCount) && value.length <= MAX_CHOSEN;
}

function isColours(value: unknown): value is ColourBy {
  return COLOURS.some((name) => name === value);
}

function isClass(value: unknown): value is MapClass {
  return isRecord(value) && isText(value['label']) && CLASS_COLOURS.some((name) => name === value['colour']);
}

function isFact(value: unknown): value is MapFact {
  return isRecord(value) && isText(value['label']) && isText(value['value']);
}

function isProblem(value: unknown): value is MapProblem {
  return isRecord(value) && isText(value['title']) && isText(value['reason']) && (value['place'] === undefined || isCount(value['place']));
}

function isTiles(value: unknown): value is MapTiles {
  return isRecord(value) && isText(value['name']) && isText(value['url']) && isText(value['attribution']) && isText(value['host']);
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isListOf<T>(value: unknown, isMember: (member: unknown) => member is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isMember);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
