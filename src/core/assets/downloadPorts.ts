/** What a download needs from the outside, and what it comes to. */
import type { Environment } from '../environment.js';
import type { Clock, Log, StreamFetch } from '../ports.js';
import type { Asset } from './asset.js';

/** The bytes that are there already, and where more of them go. @throws CatalogError `target` */
export interface DownloadPart {
  readonly size: number;
  /** The strong validator of these bytes; only with one are they gone on with. */
  readonly etag: string | undefined;
  /** Begins anew, and remembers what the bytes to come are part of. */
  restart(etag: string | undefined): Promise<void>;
  write(piece: Uint8Array): Promise<void>;
  /** Room on the disk, in bytes; undefined where the system does not say. */
  free(): Promise<number | undefined>;
  /** The digest of all bytes in hexadecimal digits; undefined for a function that this machine lacks. */
  digest(algorithm: string): Promise<string | undefined>;
}

export interface DownloadPorts {
  readonly stream: StreamFetch;
  readonly clock: Clock;
  readonly log: Log;
  /** Asks a person about a host, once for all downloads from it. */
  readonly allowHost: (host: string) => Promise<boolean>;
  /** Asks a person about a file of this many bytes, or of more than these with `least`. */
  readonly allowSize: (bytes: number, least: boolean) => Promise<boolean>;
  /** A token for the catalog's own origin; `rejected` is one that was answered with 401. */
  readonly token: (rejected: string | undefined, signal: AbortSignal) => Promise<string>;
  /** The token that is there now, where there is one: asks for none. */
  readonly heldToken: (signal: AbortSignal) => Promise<string | undefined>;
  /** The asset as the catalog has it now. */
  readonly renew: (signal: AbortSignal) => Promise<Asset | undefined>;
}

export interface DownloadOrder {
  readonly environment: Environment;
  readonly asset: Asset;
  readonly part: DownloadPart;
  readonly signal: AbortSignal;
  /** Bytes beyond which a person is asked; {@link LARGE_BYTES} where absent. */
  readonly largeBytes?: number;
  /** `total` where it is known. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

/** What is known of a file that is complete. `unproven`: the item names a checksum that cannot be computed here. */
export interface Downloaded {
  readonly bytes: number;
  readonly checksum: 'none' | 'matches' | 'unproven';
}

export const DOWNLOAD_LIMITS = { connectMs: 20_000, headersMs: 30_000, bodyIdleMs: 30_000 } as const;
/** A person is asked before more than this is fetched. */
export const LARGE_BYTES = 20_000_000_000;
