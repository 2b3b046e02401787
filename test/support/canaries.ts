/**
 * The sweep of ../shared/security.md: after a session, what is secret is looked for everywhere it must not be. A find is reported by
 * its place, never by what was found.
 */
import type { Dirent } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import type { CatalogServer } from './catalogServer.js';

/** Where a sweep looks. */
export interface SweptPlaces {
  /** What must be nowhere: client secrets and opaque tokens. Whatever looks like a JSON Web Token is looked for too. */
  readonly secrets: readonly string[];
  /** Folders with all they hold: settings, logs, storage, backups, the workspace. */
  readonly folders?: readonly string[];
  /** Given to one sweep after the other, it spares each the files that have not changed since: what the one before found there is not said again. */
  readonly read?: Map<string, string>;
  /** Windows: their storage, documents, views, messages, inputs and clipboard. */
  readonly pages?: readonly Page[];
  /** Services: the addresses that were asked for, and bodies other than those of token requests. Foreign ones (127.0.0.2) may see nothing at all. */
  readonly servers?: readonly CatalogServer[];
  /** What windows asked of others than their own server. */
  readonly requests?: readonly string[];
  /** Anything else, by its name. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** In tests this one is foreign to all others. */
const FOREIGN_HOST = '127.0.0.2';
/** Two parts suffice to know a JSON Web Token (RFC 7519): an encoded `{"` begins each. */
const TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/u;

/** The places that hold a secret, in any of the forms in which it could have been written. */
export async function findCanaries({ secrets, folders = [], read = new Map(), pages = [], servers = [], requests = [], texts = {} }: SweptPlaces): Promise<readonly string[]> {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/u, '')]);
  const holds = (text: string): boolean => TOKEN.test(text) || forms.some((form) => text.includes(form));
  const found: string[] = [];
  const look = (place: string, text: string): void => {
    if (holds(text)) found.push(place);
  };
  for (const folder of folders) {
    await access(folder);
    for await (const entry of entriesOf(folder)) {
      const file = join(entry.parentPath, entry.name);
      look(`name of ${relative(folder, file)}`, entry.name);
      const bytes = entry.isFile() ? await unlessGone(changed(file, read)) : undefined;
      // Databases of the editor hold texts in either encoding.
      if (bytes !== undefined) look(`file ${relative(folder, file)}`, `${bytes.toString('latin1')}\n${bytes.toString('utf16le')}`);
    }
  }
  // Looked at where they are: to bring them here would take longer than the test that is swept after.
  const sought = { forms, token: TOKEN.source };
  for (const page of pages) {
    const [frames, places] = await Promise.all([
      Promise.all(page.frames().map(async (frame) => (await frame.evaluate(isShown, sought).catch(() => false) ? [`page ${frame.url().slice(0, 60)}`] : []))),
      page.evaluate(whereKept, sought),
    ]);
    found.push(...frames.flat(), ...places.map((place) => `browser ${place}`));
  }
  for (const request of requests) look('request of a window', request);
  for (const server of servers) {
    const isForeign = new URL(server.origin).hostname === FOREIGN_HOST;
    for (const { kind, url, body, headers } of new Set([...server.history, ...server.journal])) {
      const { authorization, ...others } = headers;
      if (isForeign) {
        look('request to a foreign host', JSON.stringify([url, headers, body]));
        if (authorization !== undefined) found.push('authorization for a foreign host');
      }
      look(`address of a ${kind} request`, `${url}\n${JSON.stringify(others)}\n${kind === 'token' ? authorization ?? '' : body}`);
    }
  }
  for (const [place, text] of Object.entries(texts)) look(place, text);
  return [...new Set(found)];
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  for (const entry of await unlessGone(readdir(folder, { withFileTypes: true })) ?? []) {
    yield entry;
    if (entry.isDirectory()) yield* entriesOf(join(folder, entry.name));
  }
}

/** The editor removes files at any moment: what is gone holds nothing. */
async function unlessGone<T>(look: Promise<T>): Promise<T | undefined> {
  return await look.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** A file's bytes, unless `read` knows it with this size and time. */
async function changed(file: string, read: Map<string, string>): Promise<Buffer | undefined> {
  const { size, mtimeNs } = await stat(file, { bigint: true });
  const state = `${size} ${mtimeNs}`;
  if (read.get(file) === state) return undefined;
  const bytes = await readFile(file);
  read.set(file, state);
  return bytes;
}

/** What is used of the page's storage; this program knows no DOM. */
interface Store {
  getAll(): Request<unknown[]>;
  getAllKeys(): Request<unknown[]>;
}
interface Request<T> {
  readonly result: T;
  onsuccess: () => void;
  onerror: () => void;
}
interface Database {
  readonly objectStoreNames: Iterable<string>;
  transaction(name: string): { objectStore(name: string): Store };
  close(): void;
}
declare const document: { readonly documentElement: { readonly outerHTML: string } };
declare const localStorage: object;
declare const sessionStorage: object;
declare const navigator: { readonly clipboard: { readText(): Promise<string> } };
declare const indexedDB: { databases(): Promise<readonly { readonly name: string }[]>; open(name: string): Request<Database> };

/** Both parts of what is looked for, for functions that run in a page. */
interface Sought {
  readonly forms: readonly string[];
  readonly token: string;
}

/** Runs in a frame: whether its document holds a secret. */
function isShown({ forms, token }: Sought): boolean {
  const text = document.documentElement.outerHTML;
  return forms.some((form) => text.includes(form)) || new RegExp(token, 'u').test(text);
}

/** Runs in the page: the places where its browser keeps a secret. */
async function whereKept({ forms, token }: Sought): Promise<readonly string[]> {
  const settled = <T>(request: Request<T>): Promise<T> => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database cannot be read.'));
  });
  const words = (value: unknown): string => JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : part)) ?? '';
  const all: Record<string, string> = {
    localStorage: words(localStorage),
    sessionStorage: words(sessionStorage),
    clipboard: await navigator.clipboard.readText().catch(() => ''),
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const contents = database.transaction(store).objectStore(store);
      all[`${name}/${store}`] = words(await Promise.all([settled(contents.getAllKeys()), settled(contents.getAll())]));
    }
    database.close();
  }
  const pattern = new RegExp(token, 'u');
  return Object.entries(all).flatMap(([place, text]) => (forms.some((form) => text.includes(form)) || pattern.test(text) ? [place] : []));
}
