import type { Environment } from '../environment.js';
import type { KeptToken, KnownCredentials, SecretKeys } from './sessionStore.js';

/** What a new token is wanted for. */
export interface RenewalOrder {
  readonly environment: Environment;
  readonly keys: SecretKeys;
  /** The key of the lease and the ledger. */
  readonly exchangeKey: string;
  readonly credentials: KnownCredentials;
  /** `automatic` keeps to the caps; `person` was asked for; `signIn` brings credentials that are not stored yet. */
  readonly purpose: 'automatic' | 'person' | 'signIn';
  /** The token this window has: only a newer one will do. */
  readonly known: KeptToken | undefined;
  /** The fingerprint of a token that the service has rejected. */
  readonly rejected: string | undefined;
  /** Asked after the exchange: false where a person has signed in or out in this window since. */
  readonly stillWanted: () => boolean;
  readonly onServerDate: (serverDate: number) => void;
}
