/**
 * Modules whose text is worked out when the extension is built, so that the work and what it needs stay out of the package.
 * `import { land } from 'land:110m'` gives the result, in a bundle and in unit tests alike.
 */
import { join } from 'node:path';
import { landModule } from './land.mjs';
import { itemValidators, searchFileValidator } from './validators.mjs';

/**
 * @typedef {object} Generated
 * @property {string} code an ES module that imports nothing
 * @property {readonly string[]} inputs the files that it was made of, relative to the project's root
 */

const root = join(import.meta.dirname, '..');
const NAMESPACE = 'generated';
/** @type {Readonly<Record<string, () => Promise<Generated>>>} */
const MAKERS = {
  'land:110m': () => landModule('110m', root),
  'land:50m': () => landModule('50m', root),
  'validators:item': () => itemValidators(root),
  'validators:search-file': () => searchFileValidator(root),
};

/** What each generated module was made of when it was last generated. */
const inputsOf = new Map();

/** @param {string} name */
async function generate(name) {
  const make = MAKERS[name];
  if (make === undefined) {
    throw new Error(`There is no way to generate ${name}.`);
  }
  const generated = await make();
  inputsOf.set(`${NAMESPACE}:${name}`, generated.inputs);
  return generated;
}

/**
 * The files that a bundle was made of, whether bundled or worked into a generated module, relative to the project's root.
 * @param {import('esbuild').Metafile['inputs']} inputs
 * @returns {readonly string[]}
 */
export function allInputs(inputs) {
  return Object.keys(inputs).flatMap((input) => inputsOf.get(input) ?? [input]);
}

const FILTER = /^(?:land|validators):/u;

/** @type {import('esbuild').Plugin} */
export const generatedModules = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^(?:land|validators):/ }, ({ path }) => ({ path, namespace: NAMESPACE }));
    build.onLoad({ filter: /^/, namespace: NAMESPACE }, async ({ path }) => {
      const { code, inputs } = await generate(path);
      return { loader: 'js', contents: code, watchFiles: inputs.map((input) => join(root, input)) };
    });
  },
};

/** The same for vitest. */
export const generatedModulesInTests = {
  name: NAMESPACE,
  /** @param {string} id */
  resolveId: (id) => (FILTER.test(id) ? `\0${id}` : undefined),
  /** @param {string} id */
  load: async (id) => (id.startsWith('\0') && FILTER.test(id.slice(1)) ? (await generate(id.slice(1))).code : undefined),
};
