/** Checks an item's document against the STAC specification, without any request. Heavy: load through `import()`. */
import stacMigrate from '@radiantearth/stac-migrate';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { display } from '../display.js';
import { formatUnusable } from '../geo/formatGeometry.js';
import { readGeometry } from '../geo/readGeometry.js';
import { MAX_READ, rangeAt, readItemTree, type ItemTree, type JsonPath, type TextRange, type UnreadReason } from '../items/itemReader.js';
import { findingWords } from './findingWords.js';
import { isCheckedVersion, itemSchema, type StacVersion } from './itemSchema.js';
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
 * 1.0.0, and what such a service leaves out is information. An item of another version is brought to 1.1.0 on a copy, and checked as that.
 */
export function checkItem(document: string): ItemChecking {
  const reading = readItemTree(document, MAX_READ);
  if (!reading.ok) {
    return reading;
  }
  const { tree } = reading;
  const raw: Found[] = [];
  const { item, version } = prepare(JSON.parse(document), raw);
  raw.push(...schemaFindings(item, version, document.length));
  if (isJsonObject(item)) {
    raw.push(...remarks(item));
  }
  const findings = located(raw, tree);
  return { ok: true, check: { version, valid: !findings.some(({ severity }) => severity === 'error'), findings } };
}

type Found = Omit<Finding, 'range'>;
type Members = Readonly<Record<string, unknown>>;

function prepare(value: unknown, findings: Found[]): { readonly item: unknown; readonly version: StacVersion } {
  if (!isJsonObject(value)) {
    return { item: value, version: '1.1.0' };
  }
  const stated = value['stac_version'];
  if (isCheckedVersion(stated)) {
    return { item: value, version: stated };
  }
  if (stated === undefined) {
    findings.push({ severity: 'information', path: [], message: 'The item names no version of STAC; it was checked as 1.0.0.' });
    return { item: inDialect(value, findings), version: '1.0.0' };
  }
  if (typeof stated !== 'string' || !/^(?:0\.\d+\.\d+|1\.[01]\.0)(?:-[\w.]{1,20})?$/u.test(stated)) {
    return { item: value, version: '1.1.0' };
  }
  findings.push({ severity: 'information', path: ['stac_version'], message: `The item is of STAC ${display(stated, 20)}; a copy brought to 1.1.0 was checked.` });
  return { item: migrated(value), version: '1.1.0' };
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

function migrated(value: Members): unknown {
  try {
    return stacMigrate.item(structuredClone(value));
  } catch {
    // Too far from any version: it is checked as it is.
    return value;
  }
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(version: StacVersion, allErrors: boolean): ValidateFunction {
  const key = `${version} ${String(allErrors)}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    const ajv = new Ajv({ allErrors, strict: false, verbose: true });
    ajvFormats.default(ajv, ['date-time']);
    validate = ajv.compile(itemSchema(version));
    validators.set(key, validate);
  }
  return validate;
}

function schemaFindings(item: unknown, version: StacVersion, length: number): readonly Found[] {
  const first = validatorOf(version, false);
  if (first(item)) {
    return [];
  }
  if (length > MAX_THOROUGH) {
    return [...findingsOf(first.errors ?? []), { severity: 'information', path: [], message: 'The document is long: only the first problem is shown.' }];
  }
  const all = validatorOf(version, true);
  all(item);
  return findingsOf(all.errors ?? []);
}

function findingsOf(errors: readonly ErrorObject[]): readonly Found[] {
  const found = new Map<string, Found>();
  for (const error of errors) {
    const message = findingWords(error);
    if (message !== undefined && found.size < MOST) {
      found.set(`${error.instancePath} ${message}`, { severity: 'error', path: pathOf(error.instancePath), message });
    }
  }
  // Something is wrong, even if it has no words of its own.
  return found.size === 0 ? [{ severity: 'error', path: [], message: 'The item is not as the specification has it.' }] : [...found.values()];
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
