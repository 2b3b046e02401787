// Runs the test catalog server on its own: `node test/support/serveCatalog.mjs [port] [fault...]`. It prints its address and the settings for it.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('catalogServer.ts', import.meta.url));
// Bundled in memory: Node can strip types, but does not look for .ts behind an import of .js.
const { outputFiles: [bundle] } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'node', format: 'esm', target: 'node20' });
const { startCatalogServer } = await import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? '').toString('base64')}`);

const [port = '0', ...faults] = process.argv.slice(2);
const server = await startCatalogServer({ port: Number(port) });
faults.forEach((name) => server.fault(name));
const settings = [server.production, server.sandbox].map(({ name, kind, baseUrl, authUrl }) => ({ name, kind, baseUrl, authUrl }));
console.log(server.origin);
console.log(JSON.stringify({ 'catalogSearch.environments': settings }));
