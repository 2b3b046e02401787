/** How the tests of token care wait for what a window gets. */
import { CatalogError, type Failure } from '../../../../src/core/failure.js';
import type { AccessToken } from '../../../../src/core/auth/session.js';
import { ENVIRONMENT, NEVER, type Window, type World } from './world.js';

/** The window's token, with the clock moved on until it is there. */
export async function token(world: World, window: Window, environment = ENVIRONMENT): Promise<AccessToken> {
  return await world.time.until(window.keeper.token(environment, NEVER));
}

/** What a promise fails with, watched from now on. */
export async function caught(promise: Promise<unknown>): Promise<Failure> {
  const error: unknown = await promise.then(() => undefined, (reason: unknown) => reason);
  if (!(error instanceof CatalogError)) {
    throw new Error(`expected a failure, got ${String(error)}`);
  }
  return error.failure;
}

/** The same, with the clock moved on until it has failed. */
export async function failureOf(world: World, promise: Promise<unknown>): Promise<Failure> {
  return await world.time.until(caught(promise));
}
