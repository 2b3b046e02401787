/** Reads positions as they come: checks the numbers, drops what cannot be used, and keeps count. */
import { MAX_LONGITUDE } from './limits.js';
import { normalLongitude } from './split.js';
import type { Heights, Position, Ring, UnusableReason } from './types.js';

/** What rounding may add to a latitude of 90. */
const LATITUDE_SLACK = 1e-6;
/** Metres. Beyond, a third number is no height of this earth. */
const MAX_HEIGHT = 1e7;
const NO_NUMBERS: readonly unknown[] = [];

/** What was met while a geometry was read; one for all of its parts. */
export class Tally {
  used = 0;
  skipped = 0;
  ringsClosed = 0;
  holesLeftOut = 0;
  selfCrossing = false;
  nesting = false;
  bareRing = false;
  #heights = 0;
  #sum = 0;
  #lowest = Infinity;
  #highest = -Infinity;

  height(value: unknown): void {
    if (typeof value === 'number' && Math.abs(value) <= MAX_HEIGHT) {
      this.#heights += 1;
      this.#sum += value;
      this.#lowest = Math.min(this.#lowest, value);
      this.#highest = Math.max(this.#highest, value);
    }
  }

  heights(): Heights | undefined {
    return this.#heights === 0 ? undefined : { lowest: this.#lowest, highest: this.#highest, mean: this.#sum / this.#heights };
  }
}

export type PositionsReading = { readonly ok: true; readonly positions: Position[] } | { readonly ok: false; readonly reason: UnusableReason };

/**
 * A list of positions, without neighbours that are equal. A position that is not two finite numbers is skipped and counted;
 * one that lies nowhere on earth makes the whole list unusable, since nobody can know what else is wrong with it.
 */
export function readPositions(value: unknown, tally: Tally): PositionsReading {
  if (!Array.isArray(value)) {
    return unusable({ kind: 'notGeometry' });
  }
  const positions: Position[] = [];
  let x = Number.NaN;
  let y = Number.NaN;
  let skipped = 0;
  let used = 0;
  // Every position of everything that is drawn comes through here: nothing is made that is not kept.
  for (const entry of value as readonly unknown[]) {
    const numbers: readonly unknown[] = Array.isArray(entry) ? entry : NO_NUMBERS;
    const longitude = numbers[0];
    const latitude = numbers[1];
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !Number.isFinite(longitude) || !Number.isFinite(latitude)) {
      skipped += 1;
      continue;
    }
    if (Math.abs(latitude) > 90 + LATITUDE_SLACK || Math.abs(longitude) > MAX_LONGITUDE) {
      return unusable(offEarth(longitude, latitude));
    }
    used += 1;
    if (numbers.length > 2) {
      tally.height(numbers[2]);
    }
    const clamped = Math.max(-90, Math.min(90, latitude));
    if (longitude !== x || clamped !== y) {
      positions.push(numbers.length === 2 && clamped === latitude ? (numbers as Position) : [longitude, clamped]);
      x = longitude;
      y = clamped;
    }
  }
  if (positions.length === 0) {
    return unusable(value.length === 0 ? { kind: 'empty' } : { kind: 'notNumbers' });
  }
  tally.used += used;
  tally.skipped += skipped;
  return { ok: true, positions };
}

/**
 * The positions as a closed ring: the first one is put behind them where the last does not repeat it, on the same meridian or a turn away.
 * One position stays as it is.
 */
export function closedRing(positions: Position[], tally: Tally): Ring {
  const first = positions[0];
  const last = positions.at(-1);
  if (first === undefined || last === undefined || positions.length < 2) {
    return positions;
  }
  const turnsApart = Math.abs(last[0] - first[0]);
  if (last[1] === first[1] && (turnsApart === 0 || (turnsApart === 360 && positions.length > 3))) {
    positions[positions.length - 1] = first;
  } else {
    tally.ringsClosed += 1;
    positions.push(first);
  }
  return positions;
}

/** The same place with its longitude in [-180, 180]; 180 itself is kept, as RFC 7946 writes it on both sides. */
export function normalPoint([longitude, latitude]: Position): Position {
  return longitude >= -180 && longitude <= 180 ? [longitude, latitude] : [normalLongitude(longitude), latitude];
}

/** What is wrong with a position that lies nowhere on earth. */
function offEarth(longitude: number, latitude: number): UnusableReason {
  return Math.abs(latitude) > 90 + LATITUDE_SLACK
    ? { kind: 'latitude', latitude, swapped: Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180 }
    : { kind: 'longitude', longitude };
}

function unusable(reason: UnusableReason): PositionsReading {
  return { ok: false, reason };
}
