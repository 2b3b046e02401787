/**
 * Lets Node run the project's TypeScript as it is written: a relative import that ends in `.js` means the `.ts` file beside it.
 * Node itself strips the types. Loaded with `node --import`.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    try {
      return nextResolve(specifier, context);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(specifier)) throw error;
      return nextResolve(`${specifier.slice(0, -3)}.ts`, context);
    }
  },
});
