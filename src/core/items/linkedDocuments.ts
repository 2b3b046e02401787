/** Documents of the catalog that items link to, such as their collection: asked when a person follows the link, and kept like items. */
import { withoutSignatures } from '../assets/signature.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { ItemCopies, ItemDocument } from './itemLibrary.js';
import { encodePart } from './itemUri.js';
import type { Clock } from '../ports.js';

/** Where such a document is shown: the environment, then the address on its host. */
export interface LinkedPath {
  readonly path: string;
  readonly query: string;
}

/** `/<environment>/<path>.json`, with the address's query. Two addresses never have the same, unless they differ in nothing but a signature: the editor keeps where its tabs are, and a signature is not kept. */
export function linkedPath(environment: string, url: string): LinkedPath {
  const { pathname, search } = new URL(url);
  return { path: `/${encodePart(environment)}${pathname}.json`, query: withoutSignatures(search).slice(1) };
}

const MOST_RECENT = 20;

export class LinkedDocuments {
  readonly #recent = new Map<string, ItemDocument>();

  constructor(
    private readonly ports: {
      readonly copies: ItemCopies;
      readonly clock: Clock;
      /** The text at an address of the environment's own; heavy parts load with the first call. */
      readonly get: (environment: string, url: string, signal: AbortSignal) => Promise<string>;
    },
  ) {}

  /**
   * A document that was fetched before, without any request.
   * @throws CatalogError `itemUnavailable` with `noCopy`
   */
  async document(at: LinkedPath): Promise<ItemDocument> {
    const name = nameOf(at);
    const document = this.#recent.get(name) ?? await this.ports.copies.read(name);
    if (document === undefined) {
      throw new CatalogError({ kind: 'itemUnavailable', reason: 'noCopy' });
    }
    this.#remember(name, document);
    return document;
  }

  /**
   * Asks for a document.
   * @throws CatalogError as `requestLinkedText`
   */
  async fetch(environment: string, url: string, signal: AbortSignal): Promise<LinkedPath> {
    const text = await this.ports.get(environment, url, signal);
    throwIfCancelled(signal);
    const at = linkedPath(environment, url);
    const document = { text, fetchedAt: this.ports.clock.now() };
    this.#remember(nameOf(at), document);
    await this.ports.copies.write(nameOf(at), document);
    return at;
  }

  #remember(name: string, document: ItemDocument): void {
    this.#recent.delete(name);
    this.#recent.set(name, document);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST_RECENT && oldest !== undefined) {
      this.#recent.delete(oldest);
    }
  }
}

/** No path of an item begins like this. */
function nameOf({ path, query }: LinkedPath): string {
  return `linked:${path}?${query}`;
}
