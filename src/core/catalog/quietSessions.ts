/** Sessions for work that nobody waits for. */
import type { ApiSessions } from './http.js';
import { CatalogError } from '../failure.js';
import type { Sessions } from '../auth/session.js';

/**
 * Sessions that never exchange: a request that would need it ends in `signedOut` or `unauthorized` instead. Reads what windows of this machine share.
 */
export function withoutExchange(sessions: Sessions): ApiSessions {
  return {
    token: async (environment, signal) => {
      if (environment.kind === 'demo') {
        // Its exchanges happen in this process and cost nobody anything.
        return await sessions.token(environment, signal);
      }
      const token = await sessions.workingToken(environment, signal);
      if (token === undefined) {
        throw new CatalogError({ kind: 'signedOut', environment: environment.name, reason: 'never' });
      }
      return token;
    },
    afterUnauthorized: async (environment, rejected, signal) => {
      const token = await sessions.workingToken(environment, signal);
      // Another window may have got a newer one.
      if (token === undefined || token.value === rejected.value) {
        throw new CatalogError({ kind: 'unauthorized', environment: environment.name, reason: 'refusedAgain' });
      }
      return token;
    },
    workingToken: async (environment, signal) => await sessions.workingToken(environment, signal),
    accepted: (environment, token, serverDate) => sessions.accepted(environment, token, serverDate),
  };
}
