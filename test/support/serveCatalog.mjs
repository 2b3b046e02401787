// Runs the test catalog server on its own: `node test/support/serveCatalog.mjs [--allowance=N] [--credentials=ID:SECRET] [port] [fault...]`. It prints its address and
// the settings for it; forked, it also sends those, and ends with the process that forked it.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const entry = fileURLToPath(new URL('catalogServer.ts', import.meta.url));
// Bundled in memory: Node can strip types, but does not look for .ts behind an import of .js.
const { outputFiles: [bundle] } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'node', format: 'esm', target: 'node20' });
const { startCatalogServer } = await import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? '').toString('base64')}`);

const { values: { allowance, credentials }, positionals: [port = '0', ...faults] } = parseArgs({ allowPositionals: true, options: { allowance: { type: 'string' }, credentials: { type: 'string' } } });
const [clientId, clientSecret] = credentials?.split(':') ?? [];
const server = await startCatalogServer({ port: Number(port), ...(clientId === undefined || clientSecret === undefined ? {} : { credentials: { clientId, clientSecret } }) });
if (allowance !== undefined) server.issuer.setAllowance(Number(allowance));
faults.forEach((name) => server.fault(name));
const settings = [server.production, server.sandbox].map(({ name, kind, baseUrl, authUrl }) => ({ name, kind, baseUrl, authUrl }));
console.log(server.origin);
console.log(JSON.stringify({ 'catalogSearch.environments': settings }));
process.once('disconnect', () => process.exit());
process.send?.(settings);
