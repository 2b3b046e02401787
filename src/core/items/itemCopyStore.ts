/** Copies of opened items on this machine: which file holds which document, how many are kept, and which go first. */
import { beyondBounds, type Kept, type KeptBounds } from '../bounds.js';
import type { ItemCopies, ItemDocument } from './itemLibrary.js';
import { withoutSignatures } from '../assets/signature.js';
import { sha256Hex } from '../sha256.js';

/** The files of one folder. Each method may fail in any way: a copy that cannot be kept or read is as good as none. */
export interface CopyFiles {
  read(name: string): Promise<Uint8Array>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  list(): Promise<readonly Kept[]>;
}

export interface CopyBounds extends KeptBounds {
  /** Larger documents are not copied: restoring one would cost more than asking again. */
  readonly largest: number;
}

const MIB = 1024 * 1024;
const BOUNDS: CopyBounds = { files: 200, bytes: 64 * MIB, largest: 16 * MIB };

/**
 * The name of a document's file: a hash of its path, in lower case. Any characters may be in an id, and two that differ only by case have
 * two files on a disk that does not know case.
 */
export async function copyFileName(path: string): Promise<string> {
  return `${(await sha256Hex(path)).slice(0, 40)}.txt`;
}

/** A file holds one header line, then the text as it was shown. The folder goes past its bounds by an eighth at most, and is then cut back, oldest first. */
export function createCopyStore(files: CopyFiles, bounds: CopyBounds = BOUNDS): ItemCopies {
  let unchecked = Infinity;
  let writes = Infinity;

  async function prune(): Promise<void> {
    for (const name of beyondBounds(await files.list(), bounds)) {
      // Another window may have been quicker.
      await files.remove(name).catch(() => undefined);
    }
  }

  return {
    async read(path) {
      try {
        const whole = new TextDecoder().decode(await files.read(await copyFileName(path)));
        const end = whole.indexOf('\n');
        return documentFrom(path, whole.slice(0, end), whole.slice(end + 1));
      } catch {
        return undefined;
      }
    },
    async write(path, { text, fetchedAt }) {
      if (text.length > bounds.largest) {
        return;
      }
      const bytes = new TextEncoder().encode(`${JSON.stringify({ path, fetchedAt })}\n${withoutSignatures(text)}`);
      if (bytes.length > bounds.largest) {
        return;
      }
      try {
        await files.write(await copyFileName(path), bytes);
        unchecked += bytes.length;
        writes += 1;
        if (unchecked > bounds.bytes / 8 || writes > bounds.files / 8) {
          unchecked = 0;
          writes = 0;
          await prune();
        }
      } catch {
        // A full or read-only disk costs the copy, not the document that a person is about to read.
      }
    },
  };
}

function documentFrom(path: string, header: string, text: string): ItemDocument | undefined {
  const { path: written, fetchedAt } = JSON.parse(header) as { readonly path?: unknown; readonly fetchedAt?: unknown };
  return written === path && typeof fetchedAt === 'number' ? { text, fetchedAt } : undefined;
}
