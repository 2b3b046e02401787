/** The published schemas, with ajv: what our verdict is held against. Addresses are not checked for being IRIs: ajv knows no such format. */
import { Ajv, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { listShared, readSharedJson } from '../catalog/shared.js';

export function oracle(version: '1.0.0' | '1.1.0'): ValidateFunction {
  const ajv = new Ajv({ strict: false, logger: false });
  ajvFormats.default(ajv);
  const base = `https://schemas.stacspec.org/v${version}/item-spec/json-schema/`;
  for (const path of [...listShared('schemas/geojson'), ...listShared(`schemas/stac-spec/v${version}`)]) {
    const schema = readSharedJson(path) as { readonly $id: string };
    const name = path.slice(path.lastIndexOf('/') + 1);
    // One of them has a slip in its own address.
    ajv.addSchema(path.includes('geojson') ? schema : { ...schema, $id: base + name });
  }
  const validate = ajv.getSchema(`${base}item.json`);
  if (validate === undefined) throw new Error(`no schema for ${version}`);
  return validate;
}
