/**
 * What an item has to be, as JSON Schema (draft-07), by the text of the STAC item specification 1.0.0 and 1.1.0, its common metadata, and
 * RFC 7946. Alternatives are chosen by what an item says (`if`), so that a finding is about the one that was meant.
 */

type Schema = Readonly<Record<string, unknown>>;

/** The versions of STAC that items are checked against. */
export const CHECKED_VERSIONS = ['1.0.0', '1.1.0'] as const;
export type StacVersion = (typeof CHECKED_VERSIONS)[number];

const text: Schema = { type: 'string' };
const someText: Schema = { type: 'string', minLength: 1 };
const texts: Schema = { type: 'array', items: text };
const number: Schema = { type: 'number' };
/** RFC 3339, in UTC. */
const moment: Schema = { type: 'string', format: 'date-time', pattern: '(\\+00:00|Z)$' };

/** Positions have two numbers or more (RFC 7946, section 3.1.1). */
const position: Schema = { type: 'array', minItems: 2, items: number };
const list = (items: Schema, minItems = 0): Schema => ({ type: 'array', minItems, items });
/** A ring is closed, so that it has four positions or more. */
const rings = list(list(position, 4));

const COORDINATES: Readonly<Record<string, Schema>> = {
  Point: position,
  LineString: list(position, 2),
  Polygon: rings,
  MultiPoint: list(position),
  MultiLineString: list(list(position, 2)),
  MultiPolygon: list(rings),
};

/** `bbox` of a geometry, which STAC leaves to RFC 7946. */
const innerBox: Schema = { type: 'array', minItems: 4, items: number };

/** A GeometryCollection is GeoJSON, and no geometry that the published schemas of STAC know. */
const geometry: Schema = {
  type: 'object',
  required: ['type'],
  properties: { type: { enum: Object.keys(COORDINATES) }, bbox: innerBox },
  allOf: Object.entries(COORDINATES).map(([type, coordinates]) => ({
    if: { required: ['type'], properties: { type: { const: type } } },
    then: { required: ['coordinates'], properties: { coordinates } },
  })),
};

/** Fields of `properties`, of assets, and from 1.1.0 on of links and bands (common metadata). */
const COMMON: Readonly<Record<string, Schema>> = {
  title: text,
  description: text,
  datetime: { ...moment, type: ['string', 'null'] },
  start_datetime: moment,
  end_datetime: moment,
  created: moment,
  updated: moment,
  platform: text,
  instruments: texts,
  constellation: text,
  mission: text,
  gsd: { type: 'number', exclusiveMinimum: 0 },
  license: { type: 'string', pattern: '^[\\w.+-]+$' },
  providers: list({
    type: 'object',
    required: ['name'],
    properties: { name: someText, description: text, roles: { type: 'array', items: { type: 'string', enum: ['producer', 'licensor', 'processor', 'host'] } }, url: text },
  }),
};

/** What 1.1.0 took in from extensions. */
const COMMON_1_1: Readonly<Record<string, Schema>> = {
  ...COMMON,
  description: someText,
  keywords: texts,
  roles: texts,
  data_type: {
    type: 'string',
    enum: [
      'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float16', 'float32', 'float64', 'cint16', 'cint32', 'cfloat32', 'cfloat64', 'other',
    ],
  },
  nodata: { type: ['number', 'string'], if: { type: 'string' }, then: { enum: ['nan', 'inf', '-inf'] } },
  statistics: {
    type: 'object',
    minProperties: 1,
    properties: {
      minimum: number, maximum: number, mean: number, stddev: number, count: { type: 'integer', minimum: 0 }, valid_percent: { type: 'number', minimum: 0, maximum: 100 },
    },
  },
  unit: text,
};

const common = (fields: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: fields,
  dependencies: { start_datetime: ['end_datetime'], end_datetime: ['start_datetime'] },
});

function commonOf(version: StacVersion): Schema {
  return version === '1.0.0'
    ? common(COMMON)
    // Bands hold what other places hold, bands among it.
    : common({ ...COMMON_1_1, bands: list({ allOf: [{ $ref: '#/definitions/common' }, { properties: { name: text } }] }) });
}

const asset: Schema = {
  allOf: [
    { $ref: '#/definitions/common' },
    { required: ['href'], properties: { href: someText, title: text, description: text, type: text, roles: texts } },
  ],
};

function linkOf(version: StacVersion): Schema {
  const link: Schema = { type: 'object', required: ['rel', 'href'], properties: { href: someText, rel: someText, type: text, title: text } };
  return version === '1.0.0' ? link : {
    allOf: [
      link,
      { $ref: '#/definitions/common' },
      {
        properties: {
          method: { type: 'string', pattern: '^[A-Z]+$' },
          headers: { type: 'object', additionalProperties: { type: ['string', 'array'], items: text } },
        },
      },
    ],
  };
}

const properties: Schema = {
  allOf: [
    { $ref: '#/definitions/common' },
    { required: ['datetime'] },
    { if: { required: ['datetime'], properties: { datetime: { type: 'null' } } }, then: { required: ['start_datetime', 'end_datetime'] } },
  ],
};

/** A link to a collection and the member `collection` come together. */
const collectionLink: Schema = { properties: { links: { contains: { required: ['rel'], properties: { rel: { const: 'collection' } } } } } };

/** Bands are described once: where an asset has some, they may stand in `properties` too. */
const bandsInAssets: Schema = {
  if: { properties: { assets: { type: 'object', additionalProperties: { properties: { bands: false } } } } },
  then: { properties: { properties: { properties: { bands: false } } } },
};

/** The schema of an item of a version. */
export function itemSchema(version: StacVersion): Schema {
  return {
    type: 'object',
    definitions: { common: commonOf(version), asset, link: linkOf(version) },
    required: ['type', 'stac_version', 'id', 'geometry', 'properties', 'links', 'assets'],
    properties: {
      type: { const: 'Feature' },
      stac_version: { const: version },
      stac_extensions: { type: 'array', uniqueItems: true, items: text },
      id: someText,
      geometry: { type: ['object', 'null'] },
      properties,
      links: { type: 'array', items: { $ref: '#/definitions/link' } },
      assets: { type: 'object', additionalProperties: { $ref: '#/definitions/asset' } },
    },
    allOf: [
      {
        if: { properties: { geometry: { type: 'null' } } },
        then: { properties: { bbox: false } },
        else: {
          required: ['bbox'],
          properties: {
            geometry,
            bbox: { type: 'array', items: number, minItems: 4, maxItems: 6, not: { minItems: 5, maxItems: 5 } },
          },
        },
      },
      { if: collectionLink, then: { required: ['collection'], properties: { collection: someText } }, else: { properties: { collection: false } } },
      ...(version === '1.1.0' ? [bandsInAssets] : []),
    ],
  };
}
