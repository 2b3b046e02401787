import { boxAround } from '../geo/area.js';
import { boxesOf } from '../geo/boundingBox.js';
import type { SearchQuery } from '../query/query.js';
import { sqlString } from './quote.js';
import { ownFilters, type OwnFilterCode, type SnippetSearch } from './snippetSearch.js';

/** The file that the query reads; a person puts in their own. */
const EXPORT = 'items.parquet';

/**
 * The search as a query of DuckDB over exported GeoParquet: the items that the search gives, those too that match because they lack what
 * is asked about. What only the service checks (CQL2, further parameters) is not repeated: an export of the results holds what matched.
 */
export function duckdbSnippet({ query }: SnippetSearch): string {
  const columns = new Columns();
  const conditions = [
    ...timeConditions(query.datetime, columns),
    // Services leave the collection out where they have but one.
    ...(query.collections === undefined ? [] : [`"collection" IN (${list(query.collections)}) OR coalesce("collection", '') = ''`]),
    ...(query.ids === undefined ? [] : [`"id" IN (${list(query.ids)})`]),
    ...ownFilters(query).map(({ names, property }) => `lower(trim(${textOf(property, columns)})) IN (${list(names.map((name) => name.trim().toLowerCase()))})`),
    ...areaConditions(query),
  ];
  const order = (query.sortby ?? []).flatMap(({ field, direction }) => {
    const name = columnNameOf(field);
    return name === '' ? [] : [`${columns.add(name, undefined)} ${direction === 'desc' ? 'DESC' : 'ASC'}`];
  });
  columns.add('datetime', 'TIMESTAMPTZ');
  return [
    '-- Over an export of the results as GeoParquet. Put in where it is; for a folder of files, folder/*.parquet.',
    ...(query.bbox === undefined && query.intersects === undefined ? [] : ['INSTALL spatial;', 'LOAD spatial;']),
    'SELECT "id", "collection", "datetime", "geometry"',
    `FROM (\n  ${columns.empty()}\n  UNION ALL BY NAME SELECT * FROM read_parquet(${sqlString(EXPORT)}, union_by_name = true)\n)`,
    ...(conditions.length === 0 ? [] : [`WHERE (${conditions.join(')\n  AND (')})`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n').concat(';\n');
}

/** Columns that an export has only where some item has such a property: nothing, of a type that suits, where it lacks them. */
class Columns {
  // DuckDB takes names that differ in the case of letters for the same.
  readonly #types = new Map<string, readonly [name: string, type: string | undefined]>();

  /** @returns the name as it stands in a query */
  add(name: string, type: 'TIMESTAMPTZ' | 'VARCHAR' | undefined): string {
    const key = name.toLowerCase();
    this.#types.set(key, this.#types.get(key)?.[1] === undefined ? [name, type] : this.#types.get(key) ?? [name, type]);
    return sqlName(name);
  }

  /** A table of these columns without rows. */
  empty(): string {
    return `SELECT ${[...this.#types.values()].map(([name, type]) => `NULL${type === undefined ? '' : `::${type}`} AS ${sqlName(name)}`).join(', ')} WHERE false`;
  }
}

/** As the search has it: a range stands for a time that is missing, and what has neither matches. */
function timeConditions(datetime: string | undefined, columns: Columns): readonly string[] {
  const [from = '..', to = from] = datetime?.split('/') ?? [];
  const time = (column: string): string => columns.add(column, 'TIMESTAMPTZ');
  return [
    ...(from === '..' ? [] : [`coalesce(${time('datetime')}, ${time('end_datetime')}, 'infinity') >= TIMESTAMPTZ ${sqlString(from)}`]),
    ...(to === '..' ? [] : [`coalesce(${time('datetime')}, ${time('start_datetime')}, '-infinity') <= TIMESTAMPTZ ${sqlString(to)}`]),
  ];
}

function textOf(property: OwnFilterCode['property'], columns: Columns): string {
  if (property.kind === 'named') {
    return columns.add(property.name, 'VARCHAR');
  }
  // The first column with this ending that has a value; one with nothing before the ending makes sure that there is any.
  columns.add(property.ending, 'VARCHAR');
  return `coalesce(*COLUMNS('${property.ending}$'))`;
}

/** Items without a geometry, and those whose box goes over the antimeridian, are held against their boxes; without a box they match. */
function areaConditions({ bbox, intersects }: SearchQuery): readonly string[] {
  const around = bbox ?? (intersects === undefined ? undefined : boxAround(intersects));
  if (around === undefined) {
    return [];
  }
  const boxes = boxesOf(around).map(({ west, south, east, north }) =>
    `("bbox"."ymin" <= ${north} AND "bbox"."ymax" >= ${south} AND ("bbox"."xmin" <= ${east})::INT + ("bbox"."xmax" >= ${west})::INT + ("bbox"."xmin" > "bbox"."xmax")::INT >= 2)`);
  const shapes = intersects === undefined
    ? boxesOf(around).map(({ west, south, east, north }) => `ST_MakeEnvelope(${west}, ${south}, ${east}, ${north})`)
    : [`ST_GeomFromGeoJSON(${sqlString(JSON.stringify(intersects))})`];
  return [[
    'CASE WHEN "geometry" IS NULL OR "bbox"."xmin" > "bbox"."xmax"',
    `THEN coalesce(${boxes.join(' OR ')}, true)`,
    `ELSE ${shapes.map((shape) => `ST_Intersects("geometry", ${shape})`).join(' OR ')} END`,
  ].join('\n    ')];
}

/** A sort's field as a column of the export; what of it cannot be seen names no column. */
function columnNameOf(field: string): string {
  return field.replace(/^properties\./u, '').replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}/gu, '');
}

function list(names: readonly string[]): string {
  return names.map(sqlString).join(', ');
}

/** A quoted name of SQL. */
function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
