/** Comma-separated values (RFC 4180) that a spreadsheet opens without running anything in them. */
import type { Survey } from './encoder.js';
import type { ExportItem } from './exportItem.js';
import { NumberLiteral, parseWithLiterals } from './literals.js';
import { wktOf } from './wkt.js';
import { isJsonObject } from '../jsonObject.js';
import { isTooFullText } from '../parseJson.js';

/** Objects are flattened this deep; what lies deeper is one cell of JSON, as arrays are. */
const MAX_DEPTH = 4;
/** More columns than spreadsheets take; what finds no column is in {@link OTHERS}, as JSON. */
const MAX_COLUMNS = 10_000;
const OTHERS = 'other_properties';
const OUTER = ['id', 'collection'] as const;
const GEOMETRY = 'geometry';

type Cells = Map<string, string>;

/**
 * The columns of a table: id and collection, every property of every item (`a.b` for a member of an object), and the geometry as WKT.
 * Cells of text are defused ({@link csvText}); numbers are written with their own literals.
 */
export function csvSurvey(): Survey {
  const columns = new Set<string>();
  let unreadable = 0;
  let crowded = false;
  return {
    look(item) {
      const cells = cellsOf(item);
      unreadable += cells === undefined ? 1 : 0;
      for (const name of cells?.keys() ?? []) {
        if (columns.size < MAX_COLUMNS) {
          columns.add(name);
        } else {
          crowded ||= !columns.has(name);
        }
      }
    },
    get unreadable() {
      return unreadable;
    },
    encoder() {
      const names = [...OUTER, ...[...columns].filter((name) => !isOuter(name)), ...(crowded ? [OTHERS] : []), GEOMETRY];
      const encoder = new TextEncoder();
      let begun = false;
      const header = (): readonly string[] => {
        const first = begun ? [] : [names.map((name) => csvText(name)).join(',')];
        begun = true;
        return first;
      };
      const lines = (texts: readonly string[]): readonly Uint8Array[] => texts.map((text) => encoder.encode(`${text}\r\n`));
      return {
        add(item) {
          const cells = cellsOf(item);
          if (cells === undefined) {
            return lines(header());
          }
          const others = crowded ? [...cells].filter(([name]) => !isOuter(name) && !columns.has(name)) : [];
          cells.set(OTHERS, others.length === 0 ? '' : csvText(JSON.stringify(Object.fromEntries(others))));
          return lines([...header(), names.map((name) => cells.get(name) ?? '').join(',')]);
        },
        end: () => lines(header()),
      };
    },
  };
}

/** What a spreadsheet takes for a formula: it begins, maybe after white space, with one of these signs, in full width as well. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** The same after a quotation mark, which may belong to the cell where the text is split elsewhere. */
const INNER_FORMULA = /^[\s\p{Cc}\p{Cf}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** Begins another cell in a spreadsheet whose separator is not the comma: a semicolon (German, French), a tab. There the quotes around the text mean nothing, so that its line breaks begin rows. */
const AFTER_SEPARATOR = /(?<=[;\t\r\n])/u;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?[;\t\r\n]?$/u;

/**
 * One cell of text. What a spreadsheet would take for a formula, or for one after a tab or line break, gets an apostrophe before it, as
 * OWASP advises; a plain number stays one. The same for each part that would be a cell of its own under another separator.
 */
export function csvText(text: string): string {
  const [first = '', ...others] = text.split(AFTER_SEPARATOR);
  const cell = [
    /^[\t\r\n]/u.test(first) || (FORMULA.test(first) && !NUMBER.test(first)) ? `'${first}` : first,
    ...others.map((part) => (INNER_FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part)),
  ].join('');
  return /[",\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** An item's cells by column, ready to be written; undefined for an item that is nested too deep, or too much to be parsed at once. */
function cellsOf({ text }: ExportItem): Cells | undefined {
  if (isTooFullText(text)) {
    return undefined;
  }
  try {
    const value = recordOf(parseWithLiterals(text));
    const cells: Cells = new Map();
    for (const name of OUTER) {
      cells.set(name, cellOf(value[name]));
    }
    flatten(recordOf(value['properties']), '', 0, cells);
    cells.set(GEOMETRY, csvText(wktOf((JSON.parse(text) as { readonly geometry?: unknown }).geometry) ?? ''));
    return cells;
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

function flatten(record: Readonly<Record<string, unknown>>, prefix: string, depth: number, cells: Cells): void {
  for (const [key, value] of Object.entries(record)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (depth < MAX_DEPTH && isMembers(value) && Object.keys(value).length > 0) {
      flatten(value, path, depth + 1, cells);
    } else {
      // A property of the same name as one of the outer columns stands beside it.
      cells.set(isOuter(path) ? `properties.${path}` : path, cellOf(value));
    }
  }
}

function cellOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return csvText(value);
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null || value === undefined ? '' : value instanceof NumberLiteral ? value.text : csvText(JSON.stringify(value));
  }
}

function isOuter(name: string): boolean {
  return name === GEOMETRY || name === OTHERS || (OUTER as readonly string[]).includes(name);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMembers(value) ? value : {};
}

/** A number that keeps its literal is an object here, and no object of the item's. */
function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && !(value instanceof NumberLiteral);
}
