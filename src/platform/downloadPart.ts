/**
 * The bytes of a download that is not complete: a part file beside its target, and a note beside that which says what they are part of.
 * Both are named after the asset as well as the file, so that only the same asset goes on with them. Heavy: load through `import()`.
 */
import { createHash, getHashes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CatalogError } from '../core/failure.js';
import { strongEtag } from '../core/assets/contentRange.js';
import type { DownloadPart } from '../core/assets/downloadPorts.js';
import { placeFile, targetError, whatIsAt } from './placeFile.js';
import { readStart } from './privateFiles.js';

const MAX_NOTE = 4_096;
/** Where this is nothing (Windows), the check before is all there is. */
const NO_FOLLOW = (constants as Readonly<Record<string, number | undefined>>)['O_NOFOLLOW'] ?? 0;
const BLOCK = 1 << 20;

export interface PartFile extends DownloadPart {
  /** Gives the complete file its name, and removes the note. @throws CatalogError `target` */
  place(overwrite: boolean): Promise<void>;
  /** Leaves what can be gone on with, and nothing else. Never throws. */
  close(): Promise<void>;
  /** Removes everything. Never throws. */
  discard(): Promise<void>;
}

/**
 * @param target the file's path in the end
 * @param identity names the asset; the note holds nothing but its hash and the validator
 * @throws CatalogError `target`
 */
export async function openPart(target: string, identity: string): Promise<PartFile> {
  try {
    const folder = await realpath(dirname(target));
    const hash = createHash('sha256').update(identity).digest('hex');
    const path = join(folder, `${basename(target)}.${hash.slice(0, 8)}.part`);
    const note = `${path}.json`;
    for (const one of [path, note]) {
      const found = await whatIsAt(one);
      if (found === 'link' || found === 'folder') {
        throw new CatalogError({ kind: 'target', reason: found });
      }
    }
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o666);
    const { size } = await file.stat();
    return new OpenPart(file, path, note, target, hash, size, size === 0 ? undefined : await readNote(note, hash));
  } catch (error) {
    throw targetError(error);
  }
}

class OpenPart implements PartFile {
  #closed = false;

  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    private readonly note: string,
    private readonly target: string,
    private readonly hash: string,
    public size: number,
    public etag: string | undefined,
  ) {}

  async restart(etag: string | undefined): Promise<void> {
    await this.#try(async () => {
      await this.file.truncate(0);
      this.size = 0;
      this.etag = etag;
      if (etag === undefined) {
        await rm(this.note, { force: true });
      } else {
        await writeFile(this.note, JSON.stringify({ of: this.hash, etag }), { flag: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW });
      }
    });
  }

  async write(piece: Uint8Array): Promise<void> {
    await this.#try(async () => {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await this.file.write(piece, at, piece.length - at, this.size);
        at += bytesWritten;
        this.size += bytesWritten;
      }
    });
  }

  async free(): Promise<number | undefined> {
    try {
      const { bavail, bsize } = await statfs(dirname(this.path));
      // Some file systems that are not on a disk say nothing.
      return bavail * bsize > 0 ? bavail * bsize : undefined;
    } catch {
      return undefined;
    }
  }

  async digest(algorithm: string): Promise<string | undefined> {
    if (!getHashes().includes(algorithm)) {
      return undefined;
    }
    return await this.#try(async () => {
      const hash = createHash(algorithm);
      const block = new Uint8Array(BLOCK);
      for (let at = 0; ; ) {
        const { bytesRead } = await this.file.read(block, 0, BLOCK, at);
        if (bytesRead === 0) {
          return hash.digest('hex');
        }
        hash.update(block.subarray(0, bytesRead));
        at += bytesRead;
      }
    });
  }

  async place(overwrite: boolean): Promise<void> {
    await this.#try(async () => {
      await this.file.sync();
      await this.#close();
      await placeFile(this.path, this.target, overwrite);
      await rm(this.note, { force: true });
    });
  }

  async close(): Promise<void> {
    if (this.etag === undefined || this.size === 0) {
      await this.discard();
      return;
    }
    await this.#close().catch(() => undefined);
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
    await rm(this.note, { force: true }).catch(() => undefined);
  }

  async #close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      await this.file.close();
    }
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw targetError(error);
    }
  }
}

/** The validator that was noted for this very asset. */
async function readNote(path: string, hash: string): Promise<string | undefined> {
  try {
    const { of, etag } = JSON.parse((await readStart(path, MAX_NOTE)) ?? '{}') as { readonly of?: unknown; readonly etag?: unknown };
    return of === hash && typeof etag === 'string' ? strongEtag(etag) : undefined;
  } catch {
    return undefined;
  }
}
