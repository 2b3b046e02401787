/** A feature that is too much to be parsed at once: a row needs little of it, and each of these parts is read by itself. */
import { TOO_LARGE } from '../geo/tooLarge.js';
import type { FeatureShape } from './item.js';
import { documentSteps, isTooMuch, JsonFault, JsonScanner, memberSteps, valueSteps, type Member, type Scanned } from '../jsonScan.js';
import { stringAt, type ByteRange } from '../jsonText.js';
import type { Steps } from '../steps.js';

/** What was read, and where its geometry is, if it is not too much to be read. */
export interface LargeFeature {
  readonly shape: FeatureShape;
  readonly geometry: ByteRange | undefined;
}

/** Longer names, ids and times mean nothing, in bytes. */
const MAX_SCALAR = 64 * 1024;
/** Properties of one feature that a row may take something from. */
const MAX_PROPERTIES = 1_000;
const OF_ROWS = /^(?:datetime|start_datetime|end_datetime|platform|.*:status|.*:instrument_mode)$/su;

/**
 * What a document says of itself as a feature, however large it is.
 * @returns undefined where it is no JSON object
 */
export function* documentFeatureSteps(document: Uint8Array): Steps<FeatureShape | undefined> {
  try {
    const scanned = yield* documentSteps(document);
    const isObject = document[scanned.start] === 0x7b;
    return !isObject ? undefined : isTooMuch(scanned) ? (yield* largeFeatureSteps(document, scanned.start))?.shape : parse(document, scanned) as FeatureShape;
  } catch (error) {
    if (error instanceof JsonFault) {
      return undefined;
    }
    throw error;
  }
}

/**
 * What rows, maps and links need of the feature that starts at a place: its names and times, its footprint and its bounding box as far as
 * these are not too much themselves.
 * @returns undefined where no object starts there
 * @throws JsonFault for what is no JSON
 */
export function* largeFeatureSteps(bytes: Uint8Array, start: number): Steps<LargeFeature | undefined> {
  if (bytes[start] !== 0x7b) {
    return undefined;
  }
  const scanner = new JsonScanner(bytes);
  const shape: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let geometry: ByteRange | undefined;
  yield* memberSteps(bytes, scanner, start, function* (member) {
    const name = nameOf(bytes, member);
    if (name === 'properties' && bytes[member.start] === 0x7b) {
      const properties: Record<string, unknown> = {};
      shape['properties'] = properties;
      return yield* propertySteps(bytes, scanner, member.start, properties);
    }
    const scanned = yield* valueSteps(scanner, member.start);
    switch (name) {
      case 'geometry':
        geometry = isTooMuch(scanned) ? undefined : scanned;
        shape[name] = geometry === undefined ? TOO_LARGE : parse(bytes, geometry);
        break;
      case 'id':
      case 'collection':
      case 'bbox':
        shape[name] = isLong(scanned) ? undefined : parse(bytes, scanned);
        break;
      default:
        break;
    }
    return scanned.end;
  });
  return { shape, geometry };
}

function* propertySteps(bytes: Uint8Array, scanner: JsonScanner, start: number, properties: Record<string, unknown>): Steps<number> {
  let taken = 0;
  return yield* memberSteps(bytes, scanner, start, function* (member) {
    const name = nameOf(bytes, member);
    const scanned = yield* valueSteps(scanner, member.start);
    if (name !== undefined && taken < MAX_PROPERTIES && !isLong(scanned) && OF_ROWS.test(name)) {
      properties[name] = parse(bytes, scanned);
      taken += 1;
    }
    return scanned.end;
  });
}

function nameOf(bytes: Uint8Array, { name: { start, end } }: Member): string | undefined {
  return end - start > MAX_NAME ? undefined : stringAt(bytes, start, end);
}

/** Longer names of members are none that are looked for, in bytes. */
const MAX_NAME = 256;

function isLong(scanned: Scanned): boolean {
  return scanned.end - scanned.start > MAX_SCALAR;
}

function parse(bytes: Uint8Array, { start, end }: ByteRange): unknown {
  return JSON.parse(decoder.decode(bytes.subarray(start, end)));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
