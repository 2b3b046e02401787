/**
 * GeoParquet 1.1 in the layout of stac-geoparquet 1.1: a row per item, properties as columns of their own, times as timestamps, geometry
 * as WKB beside a box that readers can skip by. Heavy: load through `import()`.
 */
import { ByteWriter, geojsonToWkb, ParquetWriter, type ColumnSource, type SchemaElement } from 'hyparquet-writer';
import { checkBoundingBox } from '../geo/boundingBox.js';
import { GatheredExtent } from '../geo/extent.js';
import { readGeometry } from '../geo/readGeometry.js';
import { columnValue, commonType, finishedSchema, schemaOf, settledType, typeOfValue, UNKNOWN, type ColumnType } from './columnType.js';
import { CatalogError } from '../failure.js';
import type { Encoder, Survey } from './encoder.js';
import type { ExportItem } from './exportItem.js';
import { parseWithLiterals } from './literals.js';
import { plainExtentOf, soundGeometry, type SoundGeometry } from '../geo/soundGeometry.js';
import { isTooFullText } from '../parseJson.js';

/** Rows that are written together. More make smaller files and take more memory. */
const ROW_GROUP = 2_000;
/** Rows that all files of one export together hold back. */
const MAX_WAITING = 20_000;
/** Columns for properties; what finds none is in {@link OTHERS}, as JSON. */
const MAX_COLUMNS = 2_000;
const OTHERS = 'other_properties';
/** Timestamps by definition (STAC common metadata; timestamps extension): of one type in every file of a folder. */
const TIMES: ReadonlySet<string> = new Set(['datetime', 'start_datetime', 'end_datetime', 'created', 'updated', 'published', 'expires', 'unpublished']);
const STRINGS: ColumnType = { kind: 'list', of: { kind: 'string' } };
/** Columns that stac-geoparquet requires, whatever the items hold. */
const REQUIRED: readonly (readonly [string, ColumnType])[] = [
  ['id', { kind: 'string' }], ['collection', { kind: 'string' }], ['stac_extensions', STRINGS], ['links', UNKNOWN], ['assets', UNKNOWN],
];
const OUTSIDE: ReadonlySet<string> = new Set(['type', 'properties', 'geometry', 'bbox']);
/** The footprint in the item's own projection (projection extension): a second geometry, and as WKB as the first. */
const PROJECTED = 'proj:geometry';

type Row = ReadonlyMap<string, unknown>;
type Box = readonly number[];

/** Looks at every item for its columns; then each file is made with all of them. */
export function geoParquetSurvey(): Survey {
  const types = new Map<string, ColumnType>(REQUIRED);
  let unreadable = 0;
  let crowded = false;
  let deepBoxes = false;
  let unsound = false;
  const waiting = { rows: 0 };

  return {
    look(item) {
      const read = readRow(item);
      if (read === undefined) {
        unreadable += 1;
        return;
      }
      deepBoxes ||= sentBox(read.bbox)?.length === 6;
      unsound ||= read.projected === undefined && (read.row.get(PROJECTED) ?? null) !== null;
      for (const [name, value] of read.row) {
        const known = types.get(name);
        if (known === undefined && types.size >= MAX_COLUMNS) {
          crowded = true;
        } else {
          types.set(name, TIMES.has(name) ? { kind: 'time' } : commonType(known ?? UNKNOWN, typeOfValue(value)));
        }
      }
    },
    get unreadable() {
      return unreadable;
    },
    encoder() {
      const columns = new Map([...types].map(([name, type]) => [name, settledType(type)]));
      if (crowded) {
        columns.set(OTHERS, { kind: 'json' });
      }
      // Of one that is no geometry, nothing would be kept as WKB.
      const projected = !unsound && types.get(PROJECTED)?.kind === 'struct';
      if (projected) {
        columns.delete(PROJECTED);
      }
      return new GeoParquetEncoder(columns, { deepBoxes, projected }, waiting);
    },
  };
}

class GeoParquetEncoder implements Encoder {
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #geometryTypes = new Set<string>();
  readonly #projectedTypes = new Set<string>();
  readonly #box: string[];
  #rows: { readonly row: Row; readonly geometry: SoundGeometry | undefined; readonly projected: SoundGeometry | undefined; readonly box: Box | undefined }[] = [];
  readonly #extent = new GatheredExtent();

  constructor(
    private readonly columns: ReadonlyMap<string, ColumnType>, private readonly has: { readonly deepBoxes: boolean; readonly projected: boolean }, private readonly waiting: { rows: number },
  ) {
    this.#box = has.deepBoxes ? ['xmin', 'ymin', 'zmin', 'xmax', 'ymax', 'zmax'] : ['xmin', 'ymin', 'xmax', 'ymax'];
    const fields: SchemaElement[] = [...columns].flatMap(([name, type]) => schemaOf(name, type));
    const geometries = has.projected ? ['geometry', PROJECTED] : ['geometry'];
    fields.push(...geometries.map((name): SchemaElement => ({ name, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' })));
    fields.push(...schemaOf('bbox', { kind: 'struct', fields: new Map(this.#box.map((name) => [name, { kind: 'number' }])) }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'schema', num_children: columns.size + geometries.length + 1 }, ...fields],
      createdBy: 'Catalog Search',
    });
  }

  add(item: ExportItem): readonly Uint8Array[] {
    const read = readRow(item);
    if (read === undefined) {
      return [];
    }
    const geometry = soundGeometry(read.geometry);
    const box = sentBox(read.bbox) ?? (geometry === undefined ? undefined : boxOf(geometry));
    this.#rows.push({ row: read.row, geometry, projected: read.projected, box });
    this.waiting.rows += 1;
    return this.#rows.length >= ROW_GROUP || this.waiting.rows >= MAX_WAITING ? this.#flush() : [];
  }

  end(): readonly Uint8Array[] {
    const rest = this.#flush();
    if (this.#writer.row_groups.length === 0) {
      // Readers take a file without row groups for a broken one.
      throw new CatalogError({ kind: 'itemUnavailable', reason: 'unreadable' });
    }
    this.#writer.kvMetadata = [
      { key: 'geo', value: JSON.stringify(this.#geoMetadata()) },
      { key: 'stac-geoparquet', value: JSON.stringify({ version: '1.1.0' }) },
    ];
    this.#writer.schema = finishedSchema(this.#writer.schema);
    void this.#writer.finish();
    return [...rest, ...this.#take()];
  }

  #flush(): readonly Uint8Array[] {
    const rows = this.#rows;
    this.#rows = [];
    this.waiting.rows -= rows.length;
    if (rows.length === 0) {
      return [];
    }
    const data: ColumnSource[] = [...this.columns].map(([name, type]) => ({
      name,
      data: rows.map(({ row }) => columnValue(name === OTHERS ? this.#others(row) : row.get(name), type)),
    }));
    data.push(
      { name: 'geometry', data: rows.map(({ geometry }) => wkb(geometry, this.#geometryTypes)), statistics: false },
      ...(this.has.projected ? [{ name: PROJECTED, data: rows.map(({ projected }) => wkb(projected, this.#projectedTypes)), statistics: false }] : []),
      { name: 'bbox', data: rows.map(({ box }) => this.#boxStruct(box)) },
    );
    void this.#writer.write({ columnData: data, rowGroupSize: rows.length });
    return this.#take();
  }

  /** What was written since the last time. The writer keeps counting from the file's start. */
  #take(): readonly Uint8Array[] {
    const piece = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return [piece];
  }

  #others(row: Row): unknown {
    const others = [...row].filter(([name]) => !this.columns.has(name) && !(this.has.projected && name === PROJECTED));
    return others.length === 0 ? undefined : Object.fromEntries(others);
  }

  #boxStruct(box: Box | undefined): Readonly<Record<string, number>> | undefined {
    if (box === undefined) {
      return undefined;
    }
    const half = box.length / 2;
    const at = { x: 0, y: 1, z: half > 2 ? 2 : NaN };
    const value = (name: string): number | undefined => box[at[name[0] as 'x' | 'y' | 'z'] + (name.endsWith('max') ? half : 0)];
    const whole = checkBoundingBox([box[0], box[1], box[half], box[half + 1]]);
    if (whole.ok) {
      this.#extent.addBox(whole.value);
    }
    return Object.fromEntries(this.#box.flatMap((name) => {
      const number = value(name);
      return number === undefined ? [] : [[name, number]];
    }));
  }

  /** GeoParquet 1.1, file metadata. Without `crs` it is OGC:CRS84, which is what GeoJSON has. */
  #geoMetadata(): object {
    const covering = Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((name) => [name, ['bbox', name]]));
    return {
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: {
          encoding: 'WKB',
          geometry_types: [...this.#geometryTypes].sort(),
          ...(this.#extent.box === undefined ? {} : { bbox: this.#extent.box }),
          covering: { bbox: covering },
        },
        // Its reference system is the item's own: unknown for the column as a whole, and so is an extent.
        ...(this.has.projected ? { [PROJECTED]: { encoding: 'WKB', geometry_types: [...this.#projectedTypes].sort(), crs: null } } : {}),
      },
    };
  }
}

function wkb(sound: SoundGeometry | undefined, types: Set<string>): Uint8Array | undefined {
  if (sound === undefined) {
    return undefined;
  }
  types.add(`${sound.geometry.type}${sound.dimensions === 3 ? ' Z' : ''}`);
  return geojsonToWkb(sound.geometry as Parameters<typeof geojsonToWkb>[0]).slice();
}

interface ReadRow {
  readonly row: Row;
  readonly geometry: unknown;
  readonly bbox: unknown;
  readonly projected: SoundGeometry | undefined;
}

/** An item as a row; undefined for one that is nested too deep, or too much to be parsed at once. */
function readRow({ text }: ExportItem): ReadRow | undefined {
  if (isTooFullText(text)) {
    return undefined;
  }
  try {
    const item = recordOf(parseWithLiterals(text));
    const row = new Map(Object.entries(item).filter(([name]) => !OUTSIDE.has(name)));
    row.set('id', textOf(item['id']));
    row.set('collection', textOf(item['collection']));
    const extensions = item['stac_extensions'];
    row.set('stac_extensions', Array.isArray(extensions) ? extensions.filter((one) => typeof one === 'string') : []);
    for (const [name, value] of Object.entries(recordOf(item['properties']))) {
      row.set(columnName(name, row), value);
    }
    // Without literals: positions are doubles in every format.
    const { geometry, bbox, properties, [PROJECTED]: outer } = JSON.parse(text) as { readonly [name: string]: unknown };
    return { row, geometry, bbox, projected: outer === undefined ? soundGeometry(recordOf(properties)[PROJECTED]) : undefined };
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** stac-geoparquet has no place for a property named as an outer member: it stands under a name of its own. */
function columnName(property: string, row: Row): string {
  return property === '' || row.has(property) || OUTSIDE.has(property) || property === OTHERS ? `properties_${property}` : property;
}

/** As the covering of GeoParquet 1.1 wants it: west > east over the antimeridian (RFC 7946, section 5.2). */
function boxOf({ geometry }: SoundGeometry): Box {
  const reading = readGeometry(geometry);
  return reading.kind === 'usable' ? reading.extent : plainExtentOf(geometry);
}

function sentBox(bbox: unknown): Box | undefined {
  return Array.isArray(bbox) && (bbox.length === 4 || bbox.length === 6) && bbox.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? bbox as Box
    : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(JSON.stringify(value));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Readonly<Record<string, unknown>> : {};
}
