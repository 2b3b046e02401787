/** How much is kept on this machine, and what goes first. */

export interface Kept {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

export interface KeptBounds {
  readonly files: number;
  readonly bytes: number;
}

/** The names that have to go so that the rest is within the bounds: oldest first to go, and the newest of all stays. */
export function beyondBounds(all: readonly Kept[], bounds: KeptBounds): readonly string[] {
  let files = 0;
  let bytes = 0;
  return [...all].sort((a, b) => b.mtime - a.mtime).filter(({ size }) => {
    files += 1;
    bytes += size;
    return files > 1 && (files > bounds.files || bytes > bounds.bytes);
  }).map(({ name }) => name);
}
