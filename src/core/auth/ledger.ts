/**
 * The ledger: what all windows of a machine remember together of the exchanges for one key. It holds no secret (fingerprints only).
 * Everything here is pure; times are milliseconds since the epoch.
 */
import * as z from 'zod/mini';
import type { Block } from '../failure.js';
import type { HeldBack } from './session.js';
import { MAX_BLOCK_MS } from './sessionRules.js';
import { CLOCK_SLACK_MS } from './tokenLife.js';
import { parseJson } from '../parseJson.js';

export const LEDGER_VERSION = 1;
/** A ledger that is longer is not one of ours. */
export const MAX_LEDGER_LENGTH = 64 * 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_ATTEMPTS = 64;
const MAX_REFUSED = 16;
/** A person who types refused credentials in anew may try them once more after this. */
const REFUSED_AGAIN_MS = HOUR;

/** Automatic exchanges of a machine. A person may go beyond. */
export const CAPS = { hourly: 4, daily: 10, hourlyLimited: 2 } as const;
/** At this many remaining or fewer, automatic exchanges stop and a person decides. */
export const FEW_REMAINING = 5;
/** The waits after the first, second and every later failure in a row that cost an exchange. */
const BACKOFF_MS: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE];

const attempt = z.object({
  at: z.number(),
  by: z.enum(['automatic', 'person']),
  /** `pending`: sent, and nothing is known of how it ended (its window is gone). */
  result: z.enum(['pending', 'token', 'failed']),
});

const ledger = z.object({
  version: z.literal(LEDGER_VERSION),
  /** Counts the tokens; a larger one is newer, whatever the clock does. */
  generation: z.int().check(z.nonnegative()),
  tokenFingerprint: z.optional(z.string().check(z.maxLength(64))),
  obtainedAt: z.optional(z.number()),
  /** Of that token, in milliseconds. */
  lifetime: z.optional(z.number()),
  /** As that token's claims told. */
  remaining: z.optional(z.number()),
  blockedUntil: z.optional(z.number()),
  /** When the block was heard of. */
  blockedAt: z.optional(z.number()),
  limit: z.optional(z.number()),
  /** As {@link Block.said}; it goes with `blockedUntil`. */
  saidUntil: z.optional(z.number()),
  refusedCredentials: z.array(z.object({ fingerprint: z.string().check(z.maxLength(64)), at: z.number(), status: z.number() })),
  attempts: z.array(attempt),
  /** The service's clock minus this machine's, in milliseconds, as it told last: what puts times right that were written by a clock that was ahead. */
  serverAheadMs: z.optional(z.number()),
  /** Set when an unusable one was replaced: what had been spent before is not known. */
  rebuiltAt: z.optional(z.number()),
});

/** What is needed of a ledger of a later version. */
const laterLedger = z.object({
  version: z.number().check(z.gt(LEDGER_VERSION)),
  blockedUntil: z.optional(z.number()),
  blockedAt: z.optional(z.number()),
  serverAheadMs: z.optional(z.number()),
});

export type Attempt = Readonly<z.infer<typeof attempt>>;
export type Ledger = Readonly<z.infer<typeof ledger>>;

/** What was read. `writable` is false for a ledger of a later version, which is left to those who understand it. */
export interface LedgerReading {
  readonly ledger: Ledger;
  readonly writable: boolean;
  /** Something in it was written while the clock was ahead, and counts from each reading anew until it is saved. */
  readonly ahead?: boolean;
}

/** The first ledger of a machine. */
export function emptyLedger(): Ledger {
  return { version: LEDGER_VERSION, generation: 0, refusedCredentials: [], attempts: [] };
}

/**
 * What becomes of times that lie ahead, because the clock was set back. `pull`: they count from now on, which ends only where the result is
 * saved. `forget`: nobody knows how old they are and nothing can be saved, so they are not believed.
 */
export type Ahead = 'pull' | 'forget';

/** Reads a ledger's text; what is cut, garbage or huge is rebuilt, of a later version only what is needed is believed. */
export function readLedger(text: string | undefined, now: number, ahead: Ahead = 'pull'): LedgerReading {
  if (text === undefined) {
    return { ledger: emptyLedger(), writable: true };
  }
  const json = text.length > MAX_LEDGER_LENGTH ? undefined : parseJson(text);
  const parsed = ledger.safeParse(json);
  if (parsed.success) {
    return { ledger: normalizeLedger(parsed.data, now, ahead), writable: true, ahead: liesAhead(parsed.data, now) };
  }
  const rebuilt: Ledger = { ...emptyLedger(), rebuiltAt: now };
  const later = laterLedger.safeParse(json);
  if (later.success) {
    const { version: _version, ...block } = later.data;
    // It cannot be saved, whatever is read.
    return { ledger: normalizeLedger({ ...rebuilt, ...block }, now, 'forget'), writable: false };
  }
  return { ledger: rebuilt, writable: true };
}

/** Puts times right that lie ahead (the clock was set back), drops what no longer counts, and bounds the size. */
export function normalizeLedger(read: Ledger, now: number, ahead: Ahead = 'pull'): Ledger {
  const { blockedUntil: _until, blockedAt: _at, limit: _limit, saidUntil: _said, obtainedAt, rebuiltAt, refusedCredentials, attempts, ...rest } = read;
  const past = (at: number | undefined): number | undefined => (at === undefined ? undefined : putRight(at, read, now, ahead));
  const believed = <T extends { readonly at: number }>(entries: readonly T[]): T[] => entries.flatMap((entry) => {
    const at = past(entry.at);
    return at === undefined ? [] : [{ ...entry, at }];
  });
  const [obtained, rebuilt] = [past(obtainedAt), past(rebuiltAt)];
  return {
    ...rest,
    ...blockFields(normalizeBlock(read, now, ahead)),
    ...(obtained === undefined ? {} : { obtainedAt: obtained }),
    ...(rebuilt === undefined || rebuilt <= now - DAY ? {} : { rebuiltAt: rebuilt }),
    refusedCredentials: believed(refusedCredentials).slice(-MAX_REFUSED),
    attempts: believed(attempts).filter(({ at }) => at > now - DAY).slice(-MAX_ATTEMPTS),
  };
}

/** A time of the past by this machine's clock as it is now. Undefined where that cannot be told and is not to be believed. */
function putRight(at: number, read: Ledger, now: number, ahead: Ahead): number | undefined {
  if (at <= now + CLOCK_SLACK_MS) {
    return Math.min(at, now);
  }
  // The service's clock was right, and so is this one by now.
  const served = serverTime(at, read);
  return served <= now + CLOCK_SLACK_MS ? Math.min(served, now) : ahead === 'pull' ? now : undefined;
}

function serverTime(at: number, { serverAheadMs }: Ledger): number {
  return serverAheadMs === undefined ? Infinity : at + serverAheadMs;
}

/** The block as the clock is now. It never lasts longer than {@link MAX_BLOCK_MS} from when it was heard of, whatever the clock said then. */
function normalizeBlock(read: Ledger, now: number, ahead: Ahead): BlockFields {
  const { blockedUntil, blockedAt } = read;
  if (blockedUntil === undefined || (blockedAt === undefined && ahead === 'forget' && blockedUntil > now + MAX_BLOCK_MS)) {
    return {};
  }
  const heardAt = blockedAt === undefined ? now : putRight(blockedAt, read, now, ahead);
  if (heardAt === undefined) {
    return {};
  }
  // What is ahead by less than the slack keeps its end.
  const moved = blockedAt === undefined || blockedAt > now + CLOCK_SLACK_MS;
  const from = moved ? heardAt : blockedAt;
  const until = from + Math.min(blockedUntil - (blockedAt ?? now), MAX_BLOCK_MS);
  return until <= now ? {} : blockFields({ ...read, blockedUntil: until, blockedAt: from });
}

/** Whether something in it depends on when it is read, until it is saved. */
function liesAhead(read: Ledger, now: number): boolean {
  const { blockedUntil, blockedAt, obtainedAt, rebuiltAt, refusedCredentials, attempts } = read;
  const times = [blockedAt, obtainedAt, rebuiltAt, ...[...refusedCredentials, ...attempts].map(({ at }) => at)];
  const unanchored = blockedAt === undefined && (blockedUntil ?? 0) > now + MAX_BLOCK_MS;
  return unanchored || times.some((at) => at !== undefined && Math.min(at, serverTime(at, read)) > now + CLOCK_SLACK_MS);
}

/** The text that {@link readLedger} reads. */
export function serializeLedger(value: Ledger): string {
  return JSON.stringify(value);
}

/** Adds an attempt that is about to be made. */
export function withAttempt(value: Ledger, at: number, by: Attempt['by']): Ledger {
  return { ...value, attempts: [...value.attempts, { at, by, result: 'pending' as const }].slice(-MAX_ATTEMPTS) };
}

/** Says how the attempt made at a time ended; `unsent` takes it back, because it cost nothing. */
export function withResult(value: Ledger, at: number, result: Attempt['result'] | 'unsent'): Ledger {
  const index = value.attempts.findLastIndex((entry) => entry.at === at);
  return { ...value, attempts: value.attempts.flatMap((entry, i) => (i !== index ? [entry] : result === 'unsent' ? [] : [{ ...entry, result }])) };
}

/** What a window remembers of its own, added to what is on disk: for the time after a ledger could not be written. */
export function mergeLedgers(disk: Ledger, own: Ledger): Ledger {
  const same = (a: Attempt, b: Attempt): boolean => a.at === b.at && a.by === b.by;
  const others = disk.attempts.filter((entry) => !own.attempts.some((mine) => same(entry, mine)));
  const refused = disk.refusedCredentials.filter((entry) => !own.refusedCredentials.some((mine) => mine.fingerprint === entry.fingerprint));
  const newer = own.generation > disk.generation ? own : disk;
  const blocked = (own.blockedUntil ?? 0) > (disk.blockedUntil ?? 0) ? own : disk;
  const { blockedUntil: _until, blockedAt: _at, limit: _limit, saidUntil: _said, ...rest } = newer;
  return {
    ...rest,
    ...blockFields(blocked),
    refusedCredentials: [...refused, ...own.refusedCredentials].slice(-MAX_REFUSED),
    attempts: [...others, ...own.attempts].sort((a, b) => a.at - b.at).slice(-MAX_ATTEMPTS),
  };
}

/** After a token came. `fingerprint` is undefined where no other window can get it. */
export function withToken(value: Ledger, token: { readonly fingerprint: string | undefined; readonly generation: number; readonly obtainedAt: number; readonly lifetime: number; readonly remaining: number | undefined }): Ledger {
  const { tokenFingerprint: _old, remaining: _was, blockedUntil: _until, blockedAt: _at, limit: _limit, saidUntil: _said, ...rest } = value;
  return {
    ...rest,
    generation: token.generation,
    obtainedAt: token.obtainedAt,
    lifetime: token.lifetime,
    ...(token.fingerprint === undefined ? {} : { tokenFingerprint: token.fingerprint }),
    ...(token.remaining === undefined ? {} : { remaining: token.remaining }),
  };
}

/** No exchange before a time. `heardAt`: when the service said so. */
export function withBlock(value: Ledger, { until, limit, said }: Block, heardAt?: number): Ledger {
  const { limit: _limit, saidUntil: _said, blockedAt: _at, ...rest } = value;
  return { ...rest, ...blockFields({ blockedUntil: until, limit, saidUntil: said, blockedAt: heardAt }) };
}

/** Notes by how much the service's clock is ahead of this machine's. */
export function withServerTime(value: Ledger, serverDate: number | undefined, now: number): Ledger {
  return serverDate === undefined ? value : { ...value, serverAheadMs: serverDate - now };
}

type BlockFields = Pick<Ledger, 'blockedUntil' | 'blockedAt' | 'limit' | 'saidUntil'>;

function blockFields({ blockedUntil, blockedAt, limit, saidUntil }: { readonly [Name in keyof BlockFields]?: BlockFields[Name] | undefined }): BlockFields {
  return blockedUntil === undefined
    ? {}
    : {
        blockedUntil,
        ...(blockedAt === undefined ? {} : { blockedAt }),
        ...(limit === undefined ? {} : { limit }),
        ...(saidUntil === undefined ? {} : { saidUntil }),
      };
}

/** The block that holds at a time. */
export function blockAt({ blockedUntil, limit, saidUntil }: Ledger, now: number): Block | undefined {
  return blockedUntil === undefined || blockedUntil <= now ? undefined : { until: blockedUntil, limit, ...(saidUntil === undefined ? {} : { said: saidUntil }) };
}

/** Exactly these credentials are not sent again. */
export function withRefused(value: Ledger, fingerprint: string, at: number, status: number): Ledger {
  const others = value.refusedCredentials.filter((entry) => entry.fingerprint !== fingerprint);
  return { ...value, refusedCredentials: [...others, { fingerprint, at, status }].slice(-MAX_REFUSED) };
}

/** The status with which exactly these credentials were refused. Typed in anew, they may be tried once more after an hour. */
export function refusedStatus(value: Ledger, fingerprint: string, typedAnew: boolean, now: number): number | undefined {
  const entry = value.refusedCredentials.find((candidate) => candidate.fingerprint === fingerprint);
  return entry === undefined || (typedAnew && entry.at <= now - REFUSED_AGAIN_MS) ? undefined : entry.status;
}

/**
 * Why an automatic exchange has to wait, and until when; undefined: it may go ahead. The caps,
 * the waits after failures, and the reserve of the last few.
 * @param limited the ledger cannot be written, so that other windows' attempts are unknown
 */
export function heldBack(value: Ledger, now: number, limited: boolean): HeldBack | undefined {
  if (value.remaining !== undefined && value.remaining <= FEW_REMAINING) {
    return { reason: 'fewRemaining', until: undefined };
  }
  const wait = backoffUntil(value.attempts);
  if (wait !== undefined && wait > now) {
    return { reason: 'recentFailure', until: wait };
  }
  const automatic = value.attempts.filter((entry) => entry.by === 'automatic');
  const hourly = capUntil(automatic, limited || value.rebuiltAt !== undefined ? CAPS.hourlyLimited : CAPS.hourly, HOUR);
  if (hourly !== undefined && hourly > now) {
    return { reason: 'hourlyCap', until: hourly };
  }
  const daily = capUntil(automatic, CAPS.daily, DAY);
  return daily !== undefined && daily > now ? { reason: 'dailyCap', until: daily } : undefined;
}

/** When the oldest of the last `cap` attempts leaves the window. */
function capUntil(attempts: readonly Attempt[], cap: number, windowMs: number): number | undefined {
  const oldest = attempts.at(-cap);
  return attempts.length < cap || oldest === undefined ? undefined : oldest.at + windowMs;
}

function backoffUntil(attempts: readonly Attempt[]): number | undefined {
  const settled = attempts.filter((entry) => entry.result !== 'pending');
  const failures = settled.length - 1 - settled.findLastIndex((entry) => entry.result === 'token');
  const last = settled.at(-1);
  return failures === 0 || last === undefined ? undefined : last.at + (BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0);
}

/** Exchanges in the last 24 hours, a person's included. */
export function attemptsToday(value: Ledger, now: number): number {
  return value.attempts.filter((entry) => entry.at > now - DAY).length;
}
