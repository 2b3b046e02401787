import { CatalogError } from '../failure.js';
import type { QueryMember } from '../query/query.js';

/**
 * The service's own words about what it refuses, by member. They travel beside the failure, which holds none: whoever shows them does
 * so through `display()`, and never in a message.
 */
export class SearchRefusal extends Error {
  override readonly name = 'SearchRefusal';

  constructor(readonly details: ReadonlyMap<QueryMember, string>) {
    super('refused');
  }
}

/** What was refused; undefined where the error is another one. */
export function refusalOf(error: unknown): ReadonlyMap<QueryMember, string> | undefined {
  return error instanceof CatalogError && error.cause instanceof SearchRefusal ? error.cause.details : undefined;
}
