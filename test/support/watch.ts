/** What a run of tests has started, so that a sweep after each of them knows where to look and for what. */
import type { CatalogServer } from './catalogServer.js';
import type { Desk } from './desk.js';

class Watch {
  readonly servers = new Set<CatalogServer>();
  readonly desks = new Set<Desk>();
  /** Secrets and tokens that are known by no form of their own. */
  readonly secrets = new Set<string>();
  /** Off where nobody sweeps: whatever is watched is kept. */
  on = false;

  server(server: CatalogServer): void {
    if (this.on) {
      this.servers.add(server);
    }
  }

  /** A word of few letters stands anywhere: the demo's public credentials are no secret. */
  secret(secret: string): void {
    if (this.on && secret.length >= 8) {
      this.secrets.add(secret);
    }
  }
}

/** One in each process that runs tests. */
export const watch = new Watch();

/** Every canary that is where it must not be, in everything that this run of tests has open. Finds of windows that were closed since count once more. */
export async function sweepAll(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const desk of watch.desks) found.push(...await desk.sweep());
  return [...new Set(found)];
}
