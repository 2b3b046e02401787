/** Checks an item's document against the STAC specification, without any request. Heavy: load through `import()`. */
import stacMigrate from '@radiantearth/stac-migrate';
import { errorsOf, type SchemaError } from 'validators:item';
import { display } from '../display.js';
import { formatUnusable } from '../geo/formatGeometry.js';
import { readGeometry } from '../geo/readGeometry.js';
import { MAX_READ, rangeAt, readItemTree, type ItemTree, type JsonPath, type TextRange, type UnreadReason } from '../items/itemReader.js';
import { findingWords } from './findingWords.js';
import type { StacVersion } from './itemSchema.js';
import { isJsonObject } from '../jsonObject.js';

export interface Finding {
  /** `information` does not speak against the item. */
  readonly severity: 'error' | 'warning' | 'information';
  readonly path: JsonPath;
  readonly message: string;
  readonly range: TextRange;
}

export interface ItemCheck {
  /** The version that the item was checked against. */
  readonly version: StacVersion;
  /** Whether nothing speaks against the item: no finding is an error. */
  readonly valid: boolean;
  /** In the order of the document. */
  readonly findings: readonly Finding[];
}

export type ItemChecking = { readonly ok: true; readonly check: ItemCheck } | { readonly ok: false; readonly reason: UnreadReason };

/** More findings than a person reads. */
const MOST = 200;
/** In longer documents the first error is found and no other, in UTF-16 units: a list of a million strings would be a million errors. */
const MAX_THOROUGH = 1024 * 1024;

/**
 * Checks an item against its own version of STAC. An item that names no version, as the service of the interface sends it, is checked as
 * 1.0.0, and what such a service leaves out is information. An item of another version is brought to 1.1.0 on a copy, and checked as that;
 * what is wrong with the copy alone is no finding, since nobody sees it.
 */
export function checkItem(document: string): ItemChecking {
  const reading = readItemTree(document, MAX_READ);
  if (!reading.ok) {
    return reading;
  }
  const { tree } = reading;
  const raw: Found[] = [];
  const sent: unknown = JSON.parse(document);
  const { item, version, migrated } = prepare(sent, raw);
  raw.push(...schemaFindings(item, version, document.length, migrated ? (error) => isSeen(error, item, sent) : () => true));
  if (isJsonObject(sent)) {
    raw.push(...remarks(sent));
  }
  const findings = located(raw, tree);
  return { ok: true, check: { version, valid: !findings.some(({ severity }) => severity === 'error'), findings } };
}

type Found = Omit<Finding, 'range'>;
type Members = Readonly<Record<string, unknown>>;

/** What is checked: the item as it was sent, with what services leave out, or as a copy of another version. */
interface Prepared {
  readonly item: unknown;
  readonly version: StacVersion;
  readonly migrated: boolean;
}

function prepare(value: unknown, findings: Found[]): Prepared {
  if (!isJsonObject(value)) {
    return { item: value, version: '1.1.0', migrated: false };
  }
  const stated = value['stac_version'];
  if (stated === '1.0.0' || stated === '1.1.0') {
    return { item: value, version: stated, migrated: false };
  }
  if (stated === undefined) {
    findings.push({ severity: 'information', path: [], message: 'The item names no version of STAC; it was checked as 1.0.0.' });
    return { item: inDialect(value, findings), version: '1.0.0', migrated: false };
  }
  if (typeof stated !== 'string' || !/^(?:0\.\d+\.\d+|1\.[01]\.0)(?:-[\w.]{1,20})?$/u.test(stated)) {
    return { item: value, version: '1.1.0', migrated: false };
  }
  findings.push({ severity: 'information', path: ['stac_version'], message: `The item is of STAC ${display(stated, 20)}; a copy brought to 1.1.0 was checked.` });
  return { item: migrate(value), version: '1.1.0', migrated: true };
}

/** The service of the interface (section 2.4) leaves these out. */
function inDialect(value: Members, findings: Found[]): Members {
  const say = (message: string): void => void findings.push({ severity: 'information', path: [], message });
  const added: Record<string, unknown> = { stac_version: '1.0.0' };
  if (!Object.hasOwn(value, 'type')) {
    say('"type" is missing, which is "Feature" for every item.');
    added['type'] = 'Feature';
  }
  if (!Object.hasOwn(value, 'bbox') && isJsonObject(value['geometry'])) {
    say('"bbox" is missing.');
    added['bbox'] = [0, 0, 0, 0];
  }
  if (isJsonObject(value['assets']) && Object.keys(value['assets']).length === 0) {
    findings.push({ severity: 'information', path: ['assets'], message: 'The item has no assets.' });
  }
  return { ...value, ...added };
}

function migrate(value: Members): unknown {
  try {
    return stacMigrate.item(structuredClone(value));
  } catch {
    // Too far from any version: it is checked as it is.
    return value;
  }
}

/** Whether what an error is about stands in the document as it was sent: the same value at the same place, or the same gap. */
function isSeen({ instancePath, keyword, params }: SchemaError, item: unknown, sent: unknown): boolean {
  const path = pathOf(instancePath);
  let value = sent;
  for (const step of path) {
    const name = String(step);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      return false;
    }
    value = (value as Members)[name];
  }
  if (keyword !== 'required' && keyword !== 'dependencies') {
    return JSON.stringify(value) === JSON.stringify(valueAt(item, path));
  }
  const { missingProperty, property } = params as Readonly<Record<string, unknown>>;
  return isJsonObject(value) && !Object.hasOwn(value, String(missingProperty)) && (keyword === 'required' || Object.hasOwn(value, String(property)));
}

function schemaFindings(item: unknown, version: StacVersion, length: number, counts: (error: SchemaError) => boolean): readonly Found[] {
  const long = length > MAX_THOROUGH;
  const errors = errorsOf(version, item, long ? 'first' : 'all');
  if (errors.length === 0) {
    return [];
  }
  const counted = errors.filter(counts);
  const findings = counted.length === 0 ? [] : findingsOf(counted, item);
  return long ? [...findings, { severity: 'information', path: [], message: 'The document is long: only the first problem is shown.' }] : findings;
}

function findingsOf(errors: readonly SchemaError[], item: unknown): readonly Found[] {
  const found = new Map<string, Found>();
  for (const error of errors) {
    if (found.size >= MOST) {
      break;
    }
    const path = pathOf(error.instancePath);
    const message = findingWords(error, valueAt(item, path));
    if (message !== undefined) {
      found.set(`${error.instancePath} ${message}`, { severity: 'error', path, message });
    }
  }
  // Something is wrong, even if it has no words of its own.
  return found.size === 0 ? [{ severity: 'error', path: [], message: 'The item is not as the specification has it.' }] : [...found.values()];
}

function valueAt(item: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as Members)[name] : undefined), item);
}

/** What no schema says and a person should know. */
function remarks(item: Members): readonly Found[] {
  const found: Found[] = [];
  const extensions = Array.isArray(item['stac_extensions']) ? (item['stac_extensions'] as readonly unknown[]).filter((one) => typeof one === 'string') : [];
  if (extensions.length > 0) {
    const names = extensions.slice(0, 10).map(extensionName).join(', ');
    found.push({ severity: 'information', path: ['stac_extensions'], message: `The rules of extensions were not checked: ${names}${extensions.length > 10 ? ' and more' : ''}.` });
  }
  (Array.isArray(item['links']) ? item['links'] as readonly unknown[] : []).slice(0, 1000).forEach((link, index) => {
    if (isJsonObject(link) && link['rel'] === 'self' && typeof link['href'] === 'string' && !URL.canParse(link['href'])) {
      found.push({ severity: 'warning', path: ['links', index, 'href'], message: 'A self link is an absolute address.' });
    }
  });
  if (isJsonObject(item['geometry'])) {
    const reading = readGeometry(item['geometry']);
    if (reading.kind === 'unusable') {
      found.push({ severity: 'warning', path: ['geometry'], message: `There is no usable footprint. ${formatUnusable(reading.reason)}` });
    }
  }
  return found;
}

/** `eo v1.1.0` of `https://stac-extensions.github.io/eo/v1.1.0/schema.json`; a short name of old as it is. */
function extensionName(extension: string): string {
  const [, name, version] = /\/([^/]{1,60})\/(v\d[^/]{0,20})\/[^/]{1,60}$/u.exec(extension.slice(0, 300)) ?? [];
  return display(name === undefined || version === undefined ? extension : `${name} ${version}`, 60);
}

function located(found: readonly Found[], tree: ItemTree): readonly Finding[] {
  return found.map((finding) => ({ ...finding, range: rangeAt(tree, finding.path) })).sort((a, b) => a.range.start - b.range.start).slice(0, MOST);
}

/** A JSON pointer (RFC 6901) as a path; a number in it is an index where the document has a list there. */
function pathOf(pointer: string): JsonPath {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return /^\d{1,9}$/u.test(name) ? Number(name) : name;
  });
}
