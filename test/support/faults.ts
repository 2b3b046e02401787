/**
 * What the test catalog server does wrong on demand. Each case has the number it has in `../shared/faults.md`; adding one is adding an entry
 * to one of the tables in `faults/`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpFaults } from './faults/httpFaults.js';
import { networkFaults } from './faults/networkFaults.js';
import { searchFaults } from './faults/searchFaults.js';
import { tokenFaults } from './faults/tokenFaults.js';

export type RequestKind = 'token' | 'search' | 'other';

/** The answer that would have been given. */
export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One request that a fault has to deal with. */
export interface FaultContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly kind: RequestKind;
  readonly body: string;
  /** The server's own origin, and one that is foreign to it. */
  readonly origin: string;
  readonly foreignOrigin: string;
  /** How often this fault was met before, from 0. */
  readonly count: number;
  /** How many requests came over this connection before, from 0. */
  readonly onConnection: number;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly now: number;
  /** From now on a token is as good as another. */
  accept(given: string, made: string): void;
  good(): Promise<GoodAnswer>;
  sendGood(): Promise<void>;
}

export interface Fault {
  /** The requests it concerns; `any` are both. */
  readonly on: 'token' | 'search' | 'any';
  readonly run: (context: FaultContext) => void | Promise<void>;
}

export type FaultTable = Readonly<Record<string, Fault>>;

/** All cases by their number, `N6` to `P25`. Variants carry a letter: `H42a`. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  [networkFaults, httpFaults, tokenFaults, searchFaults].flatMap((table) => Object.entries(table)),
);
