/** Checks by JSON schemas as plain functions: ajv writes them here, and stays out of the package. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import standalone from 'ajv/dist/standalone/index.js';
import * as esbuild from 'esbuild';
import { evaluate } from './evaluate.mjs';

/**
 * `errorsOf(version, item, amount)` for each version of STAC.
 * @param {string} root
 * @returns {Promise<import('./generated.mjs').Generated>}
 */
export async function itemValidators(root) {
  const { exports: { itemSchema, CHECKED_VERSIONS }, inputs } = await evaluate("export { itemSchema, CHECKED_VERSIONS } from './src/core/validation/itemSchema.js';", root);
  /** @type {readonly string[]} */
  const versions = CHECKED_VERSIONS;
  return await validatorsModule(new Map(versions.map((version) => [version, itemSchema(version)])), inputs, root);
}

/**
 * `errorsOf('search-file', file, amount)`.
 * @param {string} root
 * @returns {Promise<import('./generated.mjs').Generated>}
 */
export async function searchFileValidator(root) {
  const path = 'media/schemas/catalog-search.schema.json';
  return await validatorsModule(new Map([['search-file', JSON.parse(await readFile(join(root, path), 'utf8'))]]), [path], root);
}

/**
 * How a validator notes what it found. Thrown at the first finding where no more is wanted: `allErrors: false` would be a second copy of every validator.
 */
const NOTING = `
class Enough extends Error {}
let most = Infinity;
let validating = [];
function note(errors, instancePath, keyword, params) {
  const error = { instancePath, keyword, params };
  if (most === 1) { validating = [error]; throw new Enough(); }
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}
function noteUnsaid(errors) {
  if (errors === null) return [{}];
  errors.push({});
  return errors;
}
function join(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);
  return errors;
}
export function errorsOf(name, value, amount) {
  const validate = validators[name];
  most = amount === 'first' ? 1 : Infinity;
  try {
    return validate(value) ? [] : validate.errors;
  } catch (error) {
    if (error instanceof Enough) return validating;
    throw error;
  }
}
`;

/**
 * @param {ReadonlyMap<string, object>} schemas by the names that `errorsOf` takes
 * @param {readonly string[]} inputs
 * @param {string} root
 * @returns {Promise<import('./generated.mjs').Generated>}
 */
async function validatorsModule(schemas, inputs, root) {
  const named = [...schemas].map(([name, schema], index) => ({ name, id: `schema:${index}`, exported: `validator${index}`, schema }));
  const ajv = new Ajv({
    allErrors: true, strict: false, messages: false, inlineRefs: false, schemas: named.map(({ schema, id }) => ({ ...schema, $id: id })), code: { source: true, esm: true, lines: true, optimize: 2 },
  });
  ajvFormats.default(ajv, ['date-time']);
  const code = shorten(standalone.default(ajv, Object.fromEntries(named.map(({ exported, id }) => [exported, id]))));
  const table = `const validators = { ${named.map(({ name, exported }) => `${JSON.stringify(name)}: ${exported}`).join(', ')} };`;
  // ajv's own helpers are CommonJS: bundled here, they are the same wherever the module is used.
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: `${code.replaceAll(/^export const (validator\d+) = /gmu, 'const $1 = ')}\n${table}\n${NOTING}`, resolveDir: root, sourcefile: 'validators.js' },
    absWorkingDir: root, bundle: true, write: false, metafile: true, format: 'esm', platform: 'neutral', mainFields: ['main'], legalComments: 'none', logLevel: 'silent',
  });
  const [{ text }] = /** @type {[esbuild.OutputFile]} */ (outputFiles);
  return { code: text, inputs: [...inputs, 'node_modules/ajv/package.json', ...Object.keys(metafile.inputs).filter((input) => input !== 'validators.js')] };
}

/**
 * Less code of the same meaning: errors are noted by calls, carry only what is read of them, and name values instead of places in a schema.
 * Lists of errors are joined in place, which stays linear for a list of a million faults.
 * @param {string} code
 * @returns {string}
 * @throws {Error} where ajv writes its code in another way than is read here
 */
function shorten(code) {
  const schemas = new Map([...code.matchAll(/^const (schema\d+) = (.*);$/gmu)].map(([, name, text]) => [name, JSON.parse(text ?? '')]));
  const push = String.raw`;\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}`;
  const short = code
    .replaceAll(new RegExp(String.raw`const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:.*?,keyword:("\w[\w ]*"),params:(\{.*?\})(?:,propertyName:\w+)?\}${push}`, 'gsu'),
      (_, _name, path = 'instancePath', keyword, params) => `vErrors = note(vErrors, ${path}, ${keyword}, ${params});`)
    .replaceAll(new RegExp(String.raw`const (err\d+) = \{\}${push}`, 'gu'), 'vErrors = noteUnsaid(vErrors);')
    .replaceAll(/vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/gu, 'vErrors = join(vErrors, $1.errors);')
    .replaceAll(/\b(schema\d+)((?:\.\w+|\[(?:\d+|"[^"]*")\])+)/gu, (_, name, path) => JSON.stringify(valueAt(schemas.get(name), path)));
  if (/\berr\d+\b|schemaPath|concat/u.test(short)) {
    throw new Error('ajv writes its validators in another way than is known here.');
  }
  return short;
}

/**
 * @param {any} schema
 * @param {string} path as code has it: `.properties["a b"][0]`
 * @returns {unknown}
 */
function valueAt(schema, path) {
  return [...path.matchAll(/\.(\w+)|\[(.*?)\]/gu)].reduce((value, [, name, literal]) => value[name ?? JSON.parse(literal ?? '')], schema);
}
