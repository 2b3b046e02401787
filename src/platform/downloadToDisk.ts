/** Downloads an asset to a path of this machine. Heavy: load through `import()`. */
import { join } from 'node:path';
import { byteWords, type Asset } from '../core/assets/asset.js';
import { downloadAsset } from '../core/assets/download.js';
import type { Downloaded, DownloadPart, DownloadPorts } from '../core/assets/downloadPorts.js';
import type { Environment } from '../core/environment.js';
import { CatalogError } from '../core/failure.js';
import { sha256Hex } from '../core/sha256.js';
import { systemClock } from './clock.js';
import { openPart, type PartFile } from './downloadPart.js';
import { LeaseFiles } from './leaseFile.js';
import type { Notify } from './notify.js';
import { checkTarget } from './placeFile.js';

export interface DiskOrder {
  readonly environment: Environment;
  readonly asset: Asset;
  /** Names the asset over restarts. */
  readonly identity: string;
  readonly path: string;
  readonly overwrite: boolean;
  /** More bytes than this end it with `tooLargeToOpen`. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (received: number, total: number | undefined) => void;
}

export type DiskPorts = Omit<DownloadPorts, 'clock' | 'allowSize'> & { readonly notify: Notify; readonly locks: string };

/** The path of a file with a safe name in a folder. */
export function pathIn(folder: string, name: string): string {
  return join(folder, name);
}

/** @throws CatalogError as `downloadAsset`; `target` with `busy` where another window does the same */
export async function downloadToDisk(ports: DiskPorts, order: DiskOrder): Promise<Downloaded> {
  const { environment, asset, identity, path, overwrite, maxBytes, signal, onProgress } = order;
  await checkTarget(path, overwrite);
  const lease = await new LeaseFiles({ folder: ports.locks, clock: systemClock, log: ports.log })
    .acquire((await sha256Hex(path)).slice(0, 40), { waitMs: 0, signal })
    .catch((error: unknown) => {
      throw error instanceof CatalogError && error.failure.kind === 'heldBack' ? new CatalogError({ kind: 'target', reason: 'busy' }) : error;
    });
  try {
    const part = await openPart(path, identity);
    try {
      const done = await downloadAsset(
        {
          ...ports,
          clock: systemClock,
          allowSize: async (bytes, least) => await ports.notify.confirm(`This file has ${least ? 'more than ' : ''}${byteWords(bytes)}. Download it?`, 'It is unusually large.', 'Download'),
        },
        { environment, asset, part: maxBytes === undefined ? part : bounded(part, maxBytes), signal, onProgress },
      );
      await part.place(overwrite);
      return done;
    } catch (error) {
      await (isWorthless(error) ? part.discard() : part.close());
      throw error;
    }
  } finally {
    await lease.release();
  }
}

/** Bytes that cannot become the file: nobody goes on with them. */
function isWorthless(error: unknown): boolean {
  return error instanceof CatalogError && error.failure.kind === 'asset' && ['wrongSize', 'wrongChecksum', 'tooLargeToOpen'].includes(error.failure.reason);
}

function bounded(part: PartFile, maxBytes: number): DownloadPart {
  return {
    get size() {
      return part.size;
    },
    get etag() {
      return part.etag;
    },
    restart: (etag) => part.restart(etag),
    async write(piece) {
      if (part.size + piece.length > maxBytes) {
        throw new CatalogError({ kind: 'asset', reason: 'tooLargeToOpen', host: undefined });
      }
      await part.write(piece);
    },
    free: () => part.free(),
    digest: (algorithm) => part.digest(algorithm),
  };
}
