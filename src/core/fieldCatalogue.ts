/** Titles and units of known item properties, from the STAC field catalogue. Heavy: load through `import()`. */
import catalogue from '@radiantearth/stac-fields/fields-normalized.json' with { type: 'json' };
import { display } from './display.js';
import { formatUtc } from './item.js';

interface FieldDescription {
  readonly label?: string;
  readonly unit?: string;
  readonly format?: string;
}

const FIELDS = catalogue.metadata as Readonly<Record<string, FieldDescription>>;

/** A property as a person reads it: the field's title, and its value with a unit. Both are safe to show. */
export interface FormattedProperty {
  readonly label: string;
  readonly value: string;
}

/** Formats one property; an unknown one keeps its own name and its JSON text, cut to a line. */
export function formatProperty(name: string, value: unknown): FormattedProperty {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return { label: display(field?.label ?? name, 60), value: formatValue(value, field) };
}

function formatValue(value: unknown, field: FieldDescription | undefined): string {
  switch (typeof value) {
    case 'string':
      return field?.format === 'Timestamp' || /^\d{4}-\d{2}-\d{2}T/u.test(value) ? formatUtc(value) : display(value, 120);
    case 'number':
      return `${value}${field?.unit ?? ''}`;
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'object':
      return value === null ? 'none' : display(JSON.stringify(value).slice(0, 200), 120);
    default:
      return '';
  }
}
