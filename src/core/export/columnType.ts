/** Parquet types for JSON values: learned from all values of a column, so that one file's schema is every file's. */
import type { SchemaElement } from 'hyparquet-writer';
import { NumberLiteral } from './literals.js';

/** What a column's values have in common. `unknown` where all are null; `json` where nothing else fits: text. */
export type ColumnType =
  | { readonly kind: 'unknown' | 'boolean' | 'integer' | 'number' | 'string' | 'time' | 'json' }
  | { readonly kind: 'list'; readonly of: ColumnType }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, ColumnType> };

/** Structs beyond these bounds are kept as JSON: a schema of thousands of fields helps nobody. */
const MAX_FIELDS = 400;
const MAX_DEPTH = 6;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

export const UNKNOWN: ColumnType = { kind: 'unknown' };
const JSON_TEXT: ColumnType = { kind: 'json' };

/** The type of one value, as `parseWithLiterals` gives it. */
export function typeOfValue(value: unknown, depth = 0): ColumnType {
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return { kind: typeof value as 'boolean' | 'string' };
    case 'number':
      return { kind: Number.isSafeInteger(value) ? 'integer' : 'number' };
    case 'object':
      break;
    default:
      return UNKNOWN;
  }
  if (value === null) {
    return UNKNOWN;
  }
  if (value instanceof NumberLiteral) {
    return { kind: isInt64(value.text) ? 'integer' : 'number' };
  }
  if (depth >= MAX_DEPTH) {
    return JSON_TEXT;
  }
  if (Array.isArray(value)) {
    return { kind: 'list', of: value.map((one) => typeOfValue(one, depth + 1)).reduce(commonType, UNKNOWN) };
  }
  const fields = new Map(Object.entries(value).map(([name, one]) => [name, typeOfValue(one, depth + 1)]));
  return fields.size > MAX_FIELDS || fields.has('') ? JSON_TEXT : { kind: 'struct', fields };
}

/** The narrowest type that holds values of both. */
export function commonType(a: ColumnType, b: ColumnType): ColumnType {
  if (a.kind === 'unknown' || b.kind === 'unknown') {
    return a.kind === 'unknown' ? b : a;
  }
  if (a.kind === 'list' && b.kind === 'list') {
    const of = commonType(a.of, b.of);
    return of === a.of ? a : { kind: 'list', of };
  }
  if (a.kind === 'struct' && b.kind === 'struct') {
    // Most items of a collection have the same members: nothing is copied for those.
    let fields: Map<string, ColumnType> | undefined;
    for (const [name, type] of b.fields) {
      const known = a.fields.get(name);
      const common = commonType(known ?? UNKNOWN, type);
      if (common !== known) {
        fields ??= new Map(a.fields);
        fields.set(name, common);
      }
    }
    return fields === undefined ? a : fields.size > MAX_FIELDS ? JSON_TEXT : { kind: 'struct', fields };
  }
  if (a.kind === b.kind) {
    return a;
  }
  const numbers = (a.kind === 'integer' || a.kind === 'number') && (b.kind === 'integer' || b.kind === 'number');
  return numbers ? { kind: 'number' } : JSON_TEXT;
}

/** A type as it is written: Parquet has no struct without fields and no column without a type. */
export function settledType(type: ColumnType): ColumnType {
  switch (type.kind) {
    case 'unknown':
      return { kind: 'string' };
    case 'list':
      return { kind: 'list', of: settledType(type.of) };
    case 'struct':
      return type.fields.size === 0 ? JSON_TEXT : { kind: 'struct', fields: new Map([...type.fields].map(([name, one]) => [name, settledType(one)])) };
    default:
      return type;
  }
}

/** The schema of a column that may be null, in the order in which Parquet writes a tree. Takes a settled type. */
export function schemaOf(name: string, type: ColumnType): readonly SchemaElement[] {
  const leaf = (element: Omit<SchemaElement, 'name'>): readonly SchemaElement[] => [{ name, repetition_type: 'OPTIONAL', ...element }];
  switch (type.kind) {
    case 'boolean':
      return leaf({ type: 'BOOLEAN' });
    case 'integer':
      return leaf({ type: 'INT64' });
    case 'number':
      return leaf({ type: 'DOUBLE' });
    case 'time':
      return leaf({ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } });
    case 'json':
      // With JSON as the converted type the writer would serialize the values itself, without their literals: see `finishedSchema`.
      return leaf({ type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } });
    case 'unknown':
    case 'string':
      return leaf({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } });
    case 'list':
      return [
        ...leaf({ converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 }),
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        ...schemaOf('element', type.of),
      ];
    case 'struct':
      return [...leaf({ num_children: type.fields.size }), ...[...type.fields].flatMap(([field, one]) => schemaOf(field, one))];
  }
}

/**
 * The schema as it stands in the file. JSON has its converted type there too: readers that know that alone take a column without it for
 * bytes, and others refuse JSON beside UTF8 (Parquet, LogicalTypes.md, JSON).
 */
export function finishedSchema(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) => (element.logical_type?.type === 'JSON' ? { ...element, converted_type: 'JSON' } : element));
}

/** A value as the writer takes it for a settled type that it was surveyed for. */
export function columnValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) {
    return undefined;
  }
  switch (type.kind) {
    case 'unknown':
      return undefined;
    case 'boolean':
    case 'string':
      return value;
    case 'integer':
      return BigInt(value instanceof NumberLiteral ? value.text : (value as number));
    case 'number':
      return Number(value instanceof NumberLiteral ? value.text : value);
    case 'time':
      return typeof value === 'string' ? microsecondsOf(value) : undefined;
    case 'json':
      return new TextEncoder().encode(JSON.stringify(value));
    case 'list':
      return (value as readonly unknown[]).map((one) => columnValue(one, type.of));
    case 'struct': {
      const record = value as Readonly<Record<string, unknown>>;
      // Without a prototype: a field may be called `__proto__`.
      const struct = Object.create(null) as Record<string, unknown>;
      for (const [name, one] of type.fields) {
        struct[name] = Object.hasOwn(record, name) ? columnValue(record[name], one) : undefined;
      }
      return struct;
    }
  }
}

const TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|z|[+-]\d{2}:\d{2})$/u;

/** A time (RFC 3339, section 5.6) in microseconds since the epoch; undefined for any other text. */
export function microsecondsOf(text: string): bigint | undefined {
  const [, day = '', clock = '', fraction = '', zone = ''] = TIME.exec(text) ?? [];
  const seconds = Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
  return Number.isNaN(seconds) ? undefined : BigInt(seconds) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

function isInt64(text: string): boolean {
  // "-0" is a number that an integer column would change.
  if (!/^-?[1-9]\d{0,18}$/u.test(text)) {
    return false;
  }
  const value = BigInt(text);
  return value >= INT64.min && value <= INT64.max;
}
