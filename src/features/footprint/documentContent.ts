/** From the text of any GeoJSON document, finished or not, to the map. Knows nothing of the editor. */
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { display } from '../../core/display.js';
import { measuredSteps } from '../../core/geo/readGeometry.js';
import { isTooDeep } from '../../core/parseJson.js';
import { itemLabel, PageContent, readItem, type FeatureShape, type Item } from '../../core/items/item.js';
import type { Steps } from '../../core/steps.js';
import type { MapTexts } from '../../shared/footprintProtocol.js';
import { FootprintSet } from './footprintSet.js';
import { subtitleOf } from './itemContent.js';
import { counted, NO_TEXTS, type MapContent } from './mapContent.js';
import { extentFacts, factsOf, notesOf } from './measures.js';

/** Features of a document that are drawn. */
const MAX_FEATURES = 200_000;

/** A document's text, or what is selected in it. */
export interface DocumentText {
  readonly uri: string;
  readonly name: string;
  readonly text: string;
  /** Whether only a selection is meant. */
  readonly part: boolean;
}

/** Never throws: what cannot be read or drawn is said. */
export function* documentContentSteps({ uri, name, text, part }: DocumentText): Steps<MapContent> {
  const { value, problem } = yield* readTextSteps(text);
  const features = featuresOf(value);
  const set = new FootprintSet(50_000);
  const shown = features.slice(0, MAX_FEATURES);
  const content = new PageContent();
  const items: Item[] = [];
  for (const feature of shown) {
    items.push(readItem(feature, content, items.length));
    yield;
  }
  const reading = items.length === 1 ? yield* measuredSteps(items[0]?.geometry) : undefined;
  const only = reading?.kind === 'usable' ? reading : undefined;
  for (const { geometry, datetime, status, platform } of items) {
    yield* set.addSteps({ geometry, parts: only?.continuous, time: datetime, status, platform });
    yield;
  }
  set.pack();
  const called = (place: number): string => titleOf(items[place]?.id ?? '', place, items.length);
  const title = `${display(name, 100)}${part ? ' (selection)' : ''}`;
  const unusable = set.read - set.usable;
  const subtitle = [counted(set.usable, 'footprint'), ...(unusable > 0 ? [`${counted(unusable, 'feature')} without a usable footprint`] : [])].join('; ');
  const message = problem !== '' ? problem : features.length === 0 ? 'There is no GeoJSON here: a geometry, a Feature or a FeatureCollection is needed.' : set.usable === 0 ? `No usable footprint: ${set.problems[0]?.reason ?? 'there is no geometry.'}` : '';
  const facts = only === undefined ? extentFacts(set.box) : factsOf(only);
  const notes = [
    ...(only === undefined ? [] : notesOf(only, set.simplified > 0)),
    ...(features.length > shown.length ? [`Only the first ${shown.length.toLocaleString('en-US')} features are drawn.`] : []),
  ];
  const summary = [`Map of ${title}: ${subtitle}.`, ...facts.map(({ label, value: words }) => `${label}: ${words}.`), ...notes].join(' ').slice(0, 4000);
  const texts: MapTexts = { ...NO_TEXTS, title, subtitle, message, facts, notes, problems: set.problems.map(({ place, reason }) => ({ title: called(place), reason })), summary, statuses: set.statuses, platforms: set.platforms };
  return {
    subject: { kind: 'document', uri }, texts, set, box: set.box, area: undefined,
    describe: (place) => {
      const item = items[place];
      return item === undefined ? undefined : { title: called(place), subtitle: subtitleOf(item) };
    },
    geometry: (place) => items[place]?.geometry,
    key: () => undefined,
    place: () => undefined,
  };
}

interface Reading {
  readonly value: unknown;
  readonly problem: string;
}

/** What can be read of a document, and words for what is wrong with it. It may be one that is being typed. */
function* readTextSteps(text: string): Steps<Reading> {
  if (text.trim() === '') {
    return { value: undefined, problem: '' };
  }
  const whole = parsed(text);
  return whole.ok ? { value: whole.value, problem: '' } : (yield* readLinesSteps(text)) ?? readUnfinished(text);
}

/**
 * One value a line (NDJSON), each maybe after a record separator (RFC 8142); undefined where it is no such text: where the first line is no
 * value of its own, or is the only one.
 */
function* readLinesSteps(text: string): Steps<Reading | undefined> {
  const values: unknown[] = [];
  let problem = '';
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const content = text.slice(start, end).replace(/^\u001E/u, '');
    start = end + 1;
    if (content.trim() === '') {
      continue;
    }
    const one = parsed(content);
    if (one.ok) {
      values.push(one.value);
    } else if (values.length === 0) {
      return undefined;
    } else if (problem === '') {
      problem = `Line ${line.toLocaleString('en-US')} is not JSON yet; the others are drawn.`;
    }
    yield;
  }
  return values.length + (problem === '' ? 0 : 1) > 1 ? { value: values, problem } : undefined;
}

function parsed(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function readUnfinished(text: string): Reading {
  // jsonc-parser goes down the stack with each bracket.
  if (isTooDeep(text)) {
    return { value: undefined, problem: 'This is nested too deep to be read.' };
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [error] = errors;
  return { value, problem: error === undefined ? '' : `This is not JSON yet: ${words(printParseErrorCode(error.error))} in ${placeWords(text, error.offset)}.` };
}

function titleOf(id: string, index: number, count: number): string {
  return id === '' ? `Feature ${index + 1} of ${count}` : itemLabel({ id });
}

/** The features of whatever GeoJSON it is, in order; a bare geometry is one without properties. Depth costs no stack. */
function featuresOf(root: unknown): readonly FeatureShape[] {
  const features: FeatureShape[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        waiting.push(value[index]);
      }
    } else if (typeof value !== 'object' || value === null) {
      continue;
    } else if ('features' in value && Array.isArray(value.features)) {
      for (const feature of value.features as readonly unknown[]) {
        features.push(typeof feature === 'object' && feature !== null ? feature : {});
      }
    } else if ('geometry' in value) {
      features.push(value);
    } else if ('coordinates' in value || 'geometries' in value) {
      features.push({ geometry: value });
    }
  }
  return features;
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
}

function placeWords(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line.toLocaleString('en-US')}, column ${(offset - before.lastIndexOf('\n')).toLocaleString('en-US')}`;
}
