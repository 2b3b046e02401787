/** Titles, meanings and units of known fields, from the STAC field catalogue. Heavy: load through `import()`. */
import { withoutSignatures } from '../assets/signature.js';
import catalogue from '@radiantearth/stac-fields/fields-normalized.json' with { type: 'json' };
import { display } from '../display.js';
import { formatUtc } from './itemTime.js';

interface FieldDescription {
  readonly label?: string;
  readonly explain?: string;
  readonly unit?: string;
  readonly format?: string;
  /** What the values of an enumeration mean. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** The fields of the elements, for a list of objects. */
  readonly items?: Readonly<Record<string, FieldDescription>>;
}

type Fields = Readonly<Record<string, FieldDescription>>;

const METADATA = catalogue.metadata as Fields;
const OF_LINKS = catalogue.links as Fields;
const OF_ASSETS = catalogue.assets as Fields;
const EXTENSIONS = catalogue.extensions as Fields;

/** A property as a person reads it: the field's title, and its value with a unit. Both are safe to show. */
export interface FormattedProperty {
  readonly label: string;
  readonly value: string;
}

/** What the catalogue says of a field. */
export interface FieldWords {
  readonly label: string;
  readonly explain: string | undefined;
  /** The extension of STAC that defines the field. */
  readonly extension: string | undefined;
}

/** Formats one property; an unknown one keeps its own name and its JSON text, cut to a line. */
export function formatProperty(name: string, value: unknown): FormattedProperty {
  const field = own(METADATA, name);
  return { label: display(field?.label ?? name, 60), value: formatValue(value, field) };
}

/** A known field at a path of an item's document, and its value as people read it; undefined where the catalogue does not know the field. */
export function describeField(path: readonly (string | number)[], value: unknown): { readonly words: FieldWords; readonly value: string } | undefined {
  const found = fieldAt(path);
  if (found?.field.label === undefined) {
    return undefined;
  }
  const { field, name } = found;
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;
  const extension = prefix === undefined ? undefined : own(EXTENSIONS, prefix);
  return { words: { label: display(field.label ?? name, 60), explain: field.explain, extension: extension?.label }, value: formatValue(value, field) };
}

/** Fields stand in `properties`, in an asset, in a link, and in the elements of a list such as the bands. */
function fieldAt(path: readonly (string | number)[]): { readonly field: FieldDescription; readonly name: string } | undefined {
  const [first, second, third] = path;
  switch (first) {
    case 'properties':
      return nested(own(METADATA, second), second, path.slice(2));
    case 'assets':
      return nested(own(OF_ASSETS, third) ?? own(METADATA, third), third, path.slice(3));
    case 'links':
      return nested(own(OF_LINKS, third) ?? own(METADATA, third), third, path.slice(3));
    default:
      return undefined;
  }
}

function nested(field: FieldDescription | undefined, name: string | number | undefined, rest: readonly (string | number)[]): { readonly field: FieldDescription; readonly name: string } | undefined {
  if (field === undefined || typeof name !== 'string') {
    return undefined;
  }
  const [index, member, ...deeper] = rest;
  if (index === undefined || (typeof index === 'number' && member === undefined)) {
    return { field, name };
  }
  return deeper.length === 0 && typeof index === 'number' ? nested(own(field.items ?? {}, member), member, []) : undefined;
}

function formatValue(value: unknown, field: FieldDescription | undefined): string {
  switch (typeof value) {
    case 'string': {
      const meaning = field?.mapping === undefined ? undefined : ownText(field.mapping, value);
      return meaning === undefined ? formatText(value, field) : `${meaning} (${display(value, 60)})`;
    }
    case 'number': {
      const meaning = field?.mapping === undefined ? undefined : ownText(field.mapping, String(value));
      return meaning ?? `${value}${unitAfter(field?.unit)}`;
    }
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'object':
      return value === null ? 'none' : formatList(value, field);
    default:
      return '';
  }
}

function formatText(value: string, field: FieldDescription | undefined): string {
  return field?.format === 'Timestamp' || /^\d{4}-\d{2}-\d{2}T/u.test(value) ? formatUtc(value) : display(withoutSignatures(value), 120);
}

/** A list of words or numbers as people write one; anything deeper as JSON, cut to a line. */
function formatList(value: object, field: FieldDescription | undefined): string {
  const simple = Array.isArray(value) && value.length <= 20 && value.every((element) => typeof element === 'string' || typeof element === 'number');
  return simple
    ? display((value as readonly (string | number)[]).map((element) => formatValue(element, field)).join(', '), 120)
    : display(withoutSignatures((JSON.stringify(value) ?? '').slice(0, 200)), 120);
}

/** A degree sign and a percent sign stand at their number, any other unit apart from it. */
function unitAfter(unit: string | undefined): string {
  return unit === undefined ? '' : /^[°%]$/u.test(unit) ? unit : ` ${unit}`;
}

function own(fields: Fields, name: string | number | undefined): FieldDescription | undefined {
  return typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
