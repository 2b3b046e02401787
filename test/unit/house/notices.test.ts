import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../build/notices.mjs';
import { makeTemporaryFolder } from '../../support/temporary.js';

/** A project that bundles the packages given, each with these files beside its code. */
async function bundled(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<{ readonly inputs: readonly string[]; readonly root: string }> {
  const root = await makeTemporaryFolder('notices');
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await put('main.js', Object.keys(packages).filter((name) => !name.startsWith('unused')).map((name) => `import '${name}';`).join('\n'));
  for (const [name, files] of Object.entries(packages)) {
    await put(`node_modules/${name}/index.js`, `globalThis.used = ${JSON.stringify(name)};`);
    for (const [file, text] of Object.entries(files)) {
      await put(`node_modules/${name}/${file}`, text);
    }
  }
  const { metafile } = await build({ absWorkingDir: root, entryPoints: ['main.js'], bundle: true, write: false, metafile: true, logLevel: 'silent' });
  return { inputs: Object.keys(metafile.inputs), root };
}

const manifest = (license: unknown, version = '1.2.3'): string => JSON.stringify({ version, license, main: 'index.js' });

describe('notices of bundled libraries', () => {
  it('name what the bundler took in, with the version, the licence and its text', async () => {
    const { inputs, root } = await bundled({
      '@scope/one': { 'package.json': manifest('MIT'), 'LICENSE.md': 'Copyright One' },
      two: { 'package.json': manifest('Apache-2.0', '2.0.0'), LICENSE: 'Copyright Two', NOTICE: 'Two holds a part of Three.' },
      unused: { 'package.json': manifest('GPL-3.0-only'), LICENSE: 'Copyright Nobody' },
    });
    const text = await thirdPartyNotices(inputs, root);
    expect(text.split('\n').filter((line) => /\d\.\d\.\d/u.test(line))).toEqual(['@scope/one 1.2.3 (MIT)', 'two 2.0.0 (Apache-2.0)']);
    for (const part of ['Copyright One', 'Copyright Two', 'Two holds a part of Three.']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Nobody');
  });

  it.each(['GPL-3.0-only', 'MIT OR GPL-2.0', 'SEE LICENSE IN LICENSE', 'UNLICENSED', undefined, { type: 'MIT' }])('fail on the licence %j', async (license) => {
    const { inputs, root } = await bundled({ harmless: { 'package.json': manifest('ISC'), LICENSE: 'ISC' }, doubtful: { 'package.json': manifest(license), LICENSE: 'text' } });
    const failing = thirdPartyNotices(inputs, root);
    await expect(failing).rejects.toThrow(/doubtful: the licence .* is not one of/u);
    await expect(failing).rejects.not.toThrow('harmless');
  });

  it('fail on a licence without its text', async () => {
    const { inputs, root } = await bundled({ silent: { 'package.json': manifest('MIT'), NOTICE: 'a notice is no licence' } });
    await expect(thirdPartyNotices(inputs, root)).rejects.toThrow('silent: the text of its licence (MIT) is missing');
  });

  it('tell packages inside packages apart', async () => {
    const { root } = await bundled({
      outer: { 'package.json': manifest('MIT'), LICENSE: 'outer', 'node_modules/inner/package.json': manifest('GPL-2.0', '0.1.0'), 'node_modules/inner/index.js': '' },
    });
    await expect(thirdPartyNotices(['node_modules/outer/node_modules/inner/index.js'], root)).rejects.toThrow('inner: the licence "GPL-2.0"');
  });
});
