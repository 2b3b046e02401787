import { boxesOf } from '../geo/boundingBox.js';
import { sqlString } from './quote.js';
import type { SnippetSearch } from './snippetSearch.js';

/** The file that the query reads; a person puts in their own. */
const EXPORT = 'items.parquet';

/**
 * The search as a query of DuckDB over exported GeoParquet. What only the service or this client checks (CQL2, further parameters, status
 * and instrument mode) is not repeated: an export of the results holds what matched.
 */
export function duckdbSnippet({ query }: SnippetSearch): string {
  const { datetime, bbox, intersects, collections, ids, platforms, sortby } = query;
  const [from = '..', to = from] = datetime?.split('/') ?? [];
  const conditions = [
    ...(from === '..' ? [] : [`"datetime" >= TIMESTAMPTZ ${sqlString(from)}`]),
    ...(to === '..' ? [] : [`"datetime" <= TIMESTAMPTZ ${sqlString(to)}`]),
    ...(collections === undefined ? [] : [`"collection" IN (${list(collections)})`]),
    ...(ids === undefined ? [] : [`"id" IN (${list(ids)})`]),
    ...(platforms === undefined ? [] : [`lower("platform") IN (${list(platforms.map((name) => name.trim().toLowerCase()))})`]),
    ...(bbox === undefined ? [] : [boxesOf(bbox).map(({ west, south, east, north }) => `ST_Intersects("geometry", ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}))`).join(' OR ')]),
    ...(intersects === undefined ? [] : [`ST_Intersects("geometry", ST_GeomFromGeoJSON(${sqlString(JSON.stringify(intersects))}))`]),
  ];
  const order = (sortby ?? []).map(({ field, direction }) => `${sqlName(field.replace(/^properties\./u, ''))} ${direction === 'desc' ? 'DESC' : 'ASC'}`);
  return [
    '-- Over an export of the results as GeoParquet. Put in where it is; for a folder of files, folder/*.parquet.',
    'INSTALL spatial;',
    'LOAD spatial;',
    `SELECT "id", "collection", "datetime", "geometry"\nFROM read_parquet(${sqlString(EXPORT)}, union_by_name = true)`,
    ...(conditions.length === 0 ? [] : [`WHERE (${conditions.join(')\n  AND (')})`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n').concat(';\n');
}

function list(names: readonly string[]): string {
  return names.map(sqlString).join(', ');
}

/** A quoted name of SQL; a sort's field has no spaces, and what is left of it that cannot be seen names no column. */
function sqlName(name: string): string {
  return `"${name.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}/gu, '').replaceAll('"', '""')}"`;
}
