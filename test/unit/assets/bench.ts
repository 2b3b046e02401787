/** Downloads as the extension makes them, from hosts on the loopback into a temporary folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readAsset } from '../../../src/core/assets/asset.js';
import { downloadAsset } from '../../../src/core/assets/download.js';
import type { Downloaded, DownloadPorts } from '../../../src/core/assets/downloadPorts.js';
import { openPart } from '../../../src/platform/downloadPart.js';
import { createUndiciFetch } from '../../../src/platform/network/undiciFetch.js';
import { startFileHost, type FileHost } from '../../support/fileHost.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary.js';
import { environmentAt, SECRET_TOKEN, testClock, testPorts } from '../catalog/support.js';
import { NO_PROXY } from '../network/loopback.js';

export interface Bench {
  readonly folder: string;
  readonly catalog: FileHost;
  readonly foreign: FileHost;
  readonly asked: string[];
  readonly renewals: { count: number };
  /** Downloads one asset as the extension does; leaves the part when it fails. */
  get(asset: Readonly<Record<string, unknown>>, options?: GetOptions): Promise<Downloaded>;
  files(): Promise<readonly string[]>;
  /** The complete file. */
  read(): Promise<Buffer>;
}

interface GetOptions {
  readonly signal?: AbortSignal;
  readonly fresh?: Readonly<Record<string, unknown>>;
  readonly allow?: boolean;
  readonly overwrite?: boolean;
  readonly largeBytes?: number;
  readonly onProgress?: (received: number) => void;
  readonly ports?: Partial<DownloadPorts>;
}

/** Two hosts, and a folder that is removed after the test. */
export async function openBench(): Promise<Bench> {
  const folder = await makeTemporaryFolder('download');
  onTestFinished(() => removeTemporaryFolder(folder));
  const [catalog, foreign] = [await startFileHost(), await startFileHost('127.0.0.2')];
  for (const host of [catalog, foreign]) onTestFinished(() => host[Symbol.asyncDispose]());
  const undici = createUndiciFetch({ proxy: NO_PROXY, variables: {} });
  onTestFinished(() => undici.dispose());
  const asked: string[] = [];
  const renewals = { count: 0 };
  return {
    folder, catalog, foreign, asked, renewals,
    async get(asset, { signal = new AbortController().signal, fresh, allow = true, overwrite = false, onProgress, largeBytes, ports } = {}) {
      const part = await openPart(join(folder, 'data.bin'), 'env/org/item/data');
      try {
        const done = await downloadAsset({
          stream: undici.stream, clock: testClock(), log: testPorts().log,
          allowHost: (host) => {
            asked.push(host);
            return Promise.resolve(allow);
          },
          allowSize: () => Promise.resolve(false),
          token: (rejected) => Promise.resolve(rejected === undefined ? SECRET_TOKEN : `${rejected}-renewed`),
          heldToken: () => Promise.resolve(SECRET_TOKEN),
          renew: () => {
            renewals.count += 1;
            return Promise.resolve(fresh === undefined ? undefined : readAsset('data', fresh));
          },
          ...ports,
        }, { environment: environmentAt(catalog.origin), asset: readAsset('data', asset), part, signal, ...(largeBytes === undefined ? {} : { largeBytes }), ...(onProgress === undefined ? {} : { onProgress }) });
        await part.place(overwrite);
        return done;
      } catch (error) {
        await part.close();
        throw error;
      }
    },
    read: async () => await readFile(join(folder, 'data.bin')),
    files: async () => (await readdir(folder)).sort(),
  };
}
