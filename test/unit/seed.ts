import fc from 'fast-check';

/**
 * Property tests look at other values with each run, and print their seed when they fail. Where a verdict has to be repeatable (CI, or a
 * seed named in CATALOG_SEARCH_SEED) the seed is fixed.
 */
const named = process.env['CATALOG_SEARCH_SEED'] ?? (process.env['CI'] === undefined ? undefined : '20260602');
if (named !== undefined) {
  fc.configureGlobal({ seed: Number(named) });
}
