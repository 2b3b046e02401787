/**
 * The notices of the libraries that are bundled. The bundler's list of inputs says which those are: every package is a development
 * dependency here, so the package manager cannot tell what ships from what only helps to build.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** SPDX identifiers that allow closed and open redistribution for a notice. Any other is read by a person before it ships. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

/** Packages that name the MIT licence without its text, and the copyright that their sources state. */
const MIT_WITHOUT_TEXT = new Map([['@terraformer/wkt', 'Copyright (c) 2012-2026 Environmental Systems Research Institute, Inc.']]);

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const LINE = '-'.repeat(80);

/**
 * The text of THIRD_PARTY_NOTICES.txt.
 * @param {Iterable<string>} inputs paths of the bundler's inputs, relative to `root`
 * @param {string} root absolute
 * @returns {Promise<string>}
 * @throws {Error} naming every package whose licence is not on the list or whose licence text is missing
 */
export async function thirdPartyNotices(inputs, root) {
  const notices = [];
  const problems = [];
  for (const [folder, name] of packagesOf(inputs)) {
    try {
      notices.push(await notice(join(root, folder), name));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (problems.length > 0) {
    throw new Error(`These libraries cannot be bundled:\n${problems.join('\n')}`);
  }
  return `Catalog Search contains the following libraries and data.\n\n${notices.join('\n')}`;
}

/**
 * The folders of packages, each with the package's name, by name.
 * @param {Iterable<string>} inputs
 * @returns {readonly (readonly [folder: string, name: string])[]}
 */
function packagesOf(inputs) {
  const packages = new Map();
  for (const input of inputs) {
    const [folder, name] = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/u.exec(input) ?? [];
    if (folder !== undefined && name !== undefined) {
      packages.set(folder, name);
    }
  }
  return [...packages].sort(([a, nameOfA], [b, nameOfB]) => (`${nameOfA} ${a}` < `${nameOfB} ${b}` ? -1 : 1));
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<string>}
 */
async function notice(folder, name) {
  /** @type {Readonly<Record<string, unknown>>} */
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string' || !ALLOWED.has(license)) {
    throw new Error(`${name}: the licence ${JSON.stringify(license)} is not one of ${[...ALLOWED].join(', ')}`);
  }
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/iu.test(file)).sort();
  const texts = await Promise.all(files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()));
  const copyright = MIT_WITHOUT_TEXT.get(name);
  if (!files.some((file) => !/^notice/iu.test(file))) {
    if (license !== 'MIT' || copyright === undefined) {
      throw new Error(`${name}: the text of its licence (${license}) is missing`);
    }
    texts.push(`${copyright}\n\n${MIT}`);
  }
  return `${LINE}\n${name} ${String(version)} (${license})\n${LINE}\n\n${texts.join('\n\n')}\n`;
}
