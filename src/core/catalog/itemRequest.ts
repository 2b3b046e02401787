/** One item asked from the catalog again: by its own link where it has one, else by a search for its id. */
import type { CatalogClient } from './catalogClient.js';
import { originOf, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled, type Failure } from '../failure.js';
import type { ItemKey } from '../items/item.js';
import { documentFeatureSteps } from '../items/largeFeature.js';
import { itemTextSteps } from '../items/itemText.js';
import { isUtf8Steps, formatJsonSteps } from '../jsonLayout.js';
import { isJsonObject } from '../jsonObject.js';
import { hasMark } from '../jsonScan.js';
import { parseJson } from '../parseJson.js';

/**
 * The item's text as the catalog has it now; undefined where it has no such item. `known` is the text at hand.
 * The search is what the interface documents; an own link that does not answer with this very item is passed over.
 * @throws CatalogError as {@link CatalogClient.search}
 */
export async function requestItemText(client: CatalogClient, environment: Environment, key: ItemKey, known: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  const own = known === undefined ? undefined : ownLink(known, environment);
  if (own !== undefined) {
    const text = await followOwnLink(client, environment, key, own, signal);
    throwIfCancelled(signal);
    if (text !== undefined) {
      return text;
    }
  }
  const query = { limit: 10, ids: [key.id], ...(key.collection === '' ? {} : { collections: [key.collection] }) };
  const page = await client.search(environment, query, { signal });
  const item = page.items.find(({ id, collection }) => id === key.id && collection === key.collection);
  return item === undefined ? undefined : await client.inTurns(itemTextSteps(item.source), signal);
}

/** The address of an item's `self` link, where that is on the catalog's own origin: no other is asked with a token. */
export function ownLink(text: string, environment: Environment): string | undefined {
  const href = ownHref(text);
  return href !== undefined && isOwnAddress(href, environment) ? new URL(href).href : undefined;
}

/** The address of an item's `self` link, whatever it is. */
export function ownHref(text: string): string | undefined {
  return ownHrefOf(parseJson(text));
}

/** The same, of an item that is parsed. */
export function ownHrefOf(value: unknown): string | undefined {
  const links = isJsonObject(value) && Array.isArray(value['links']) ? value['links'] as readonly unknown[] : [];
  const own = links.find((link) => isJsonObject(link) && link['rel'] === 'self');
  const href = isJsonObject(own) ? own['href'] : undefined;
  return typeof href === 'string' ? href : undefined;
}

/** Whether an absolute address lies on the environment's own origin, without a name or password of its own. */
export function isOwnAddress(href: string, environment: Environment): boolean {
  const url = URL.parse(href);
  // An address of another kind may carry an origin in it: blob:https://host/x has that of the host.
  return url !== null && /^https?:$/u.test(url.protocol) && url.origin === originOf(environment.baseUrl) && url.username === '' && url.password === '';
}

const LINK_FAILURES: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>(['status', 'redirect', 'invalid']);

async function followOwnLink(client: CatalogClient, environment: Environment, key: ItemKey, url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const answer = await client.get(environment, url, { signal });
    const body = hasMark(answer.body) ? answer.body.subarray(3) : answer.body;
    const feature = await client.inTurns(isUtf8Steps(body), signal) ? await client.inTurns(documentFeatureSteps(body), signal) : undefined;
    return feature !== undefined && feature.id === key.id && (feature.collection ?? '') === key.collection ? `${await client.inTurns(formatJsonSteps(body), signal)}\n` : undefined;
  } catch (error) {
    // Not text, not JSON, a link that is not followed, or a status that says that nothing is there: the search knows. Anything else would fail there too.
    if (error instanceof CatalogError && !LINK_FAILURES.has(error.failure.kind)) {
      throw error;
    }
    return undefined;
  }
}
