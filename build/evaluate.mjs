import * as esbuild from 'esbuild';

/**
 * What TypeScript sources export, for use while the extension is built.
 * @param {string} code imports what is wanted and exports it
 * @param {string} root the folder that its imports start from
 * @returns {Promise<{ readonly exports: Readonly<Record<string, any>>, readonly inputs: readonly string[] }>} with the paths of all files that it was made of, relative to `root`
 */
export async function evaluate(code, root) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: code, resolveDir: root, loader: 'ts', sourcefile: 'evaluated.ts' },
    absWorkingDir: root, bundle: true, write: false, metafile: true, format: 'esm', platform: 'neutral', logLevel: 'silent',
  });
  const [{ text }] = /** @type {[esbuild.OutputFile]} */ (outputFiles);
  return {
    exports: await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`),
    inputs: Object.keys(metafile.inputs).filter((input) => input !== 'evaluated.ts'),
  };
}
