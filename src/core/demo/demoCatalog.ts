/** The demo catalog: the service of the interface, in process. No port is opened, and nothing is made before the first request. */
import { DEMO_ENVIRONMENT, searchUrl, tokenUrl, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { Clock, Fetch, HttpRequest, HttpResponse } from '../ports.js';
import { headerOf, jsonAnswer, textAnswer } from './answers.js';
import { createDemoIssuer, type DemoIssuer } from './demoIssuer.js';
import { createDemoItems, DEMO_ORGANIZATIONS, featureOf, type DemoItem } from './demoItems.js';
import { answerSearch } from './demoSearch.js';
import { boundsOf, unwrap } from './spatial.js';

export interface DemoCatalogOptions {
  /** The addresses it answers to; the built-in demo's where absent. */
  readonly environment?: Pick<Environment, 'baseUrl' | 'authUrl' | 'audience' | 'searchPath' | 'tokenPath'>;
  /** Who issues and checks tokens; one of its own where absent. */
  readonly issuer?: DemoIssuer;
  readonly seed?: number;
  /** Items of the last `spanDays` days; those tasked for the coming days come on top. */
  readonly itemCount?: number;
  readonly spanDays?: number;
  /** The greatest `limit` applied. */
  readonly maxLimit?: number;
  /** False: only `limit` and the next link's token count, as with a service that knows no filters. */
  readonly honourFilters?: boolean;
}

/**
 * A service that answers instead of a network. Bounds and the signal are kept like a network adapter keeps them.
 * @throws CatalogError `cancelled`, `tooLarge`.
 */
export function createDemoCatalog(parts: { readonly clock: Pick<Clock, 'now'>; readonly options?: DemoCatalogOptions }): Fetch {
  const { clock, options = {} } = parts;
  const environment = { ...DEMO_ENVIRONMENT, ...options.environment };
  const { baseUrl, audience } = environment;
  const now = (): number => clock.now();
  const issuer = options.issuer ?? createDemoIssuer({ clock, issuer: environment.authUrl, audiences: [audience] });
  const items = createDemoItems({ seed: options.seed ?? 20_260_601, count: options.itemCount ?? 3_000, spanDays: options.spanDays ?? 60 });
  const search = {
    items, baseUrl, searchUrl: searchUrl(environment), honourFilters: options.honourFilters ?? true, maxLimit: options.maxLimit ?? 1_000, now,
  };

  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const url = new URL(request.url);
    const address = url.origin + url.pathname;
    if (address === tokenUrl(environment)) {
      return issuer.exchange(request);
    }
    if (address.startsWith(`${baseUrl}/assets/`)) {
      return assetAnswer(items.asOf(now()), address.slice(baseUrl.length), now(), baseUrl);
    }
    const collections = address === `${baseUrl}/collections` || address.startsWith(`${baseUrl}/collections/`);
    if (address !== search.searchUrl && !collections) {
      return jsonAnswer(404, { message: 'Not Found' });
    }
    if (!(await issuer.accepts(headerOf(request.headers, 'authorization'), audience))) {
      return jsonAnswer(401, { message: 'Unauthorized' }, { 'www-authenticate': 'Bearer' });
    }
    return collections ? collectionAnswer(address.slice(`${baseUrl}/collections/`.length), baseUrl) : answerSearch(request, search);
  };

  return async (request, { limits, signal, onProgress }) => {
    throwIfCancelled(signal);
    const response = await answer(request);
    throwIfCancelled(signal);
    if (response.body.length > limits.maxBytes) {
      throw new CatalogError({ kind: 'tooLarge', host: new URL(request.url).host, limitBytes: limits.maxBytes });
    }
    onProgress?.(response.body.length);
    return { ...response, headers: new Map([...response.headers, ['date', new Date(now()).toUTCString()]]) };
  };
}

function collectionAnswer(id: string, baseUrl: string): HttpResponse {
  const all = DEMO_ORGANIZATIONS.map((organization) => collectionOf(organization, baseUrl));
  if (id === '') {
    const links = [{ rel: 'self', type: 'application/json', href: `${baseUrl}/collections` }];
    return jsonAnswer(200, { collections: all, links });
  }
  const found = all.find((collection) => collection.id === id);
  return found === undefined ? jsonAnswer(404, { message: 'Not Found' }) : jsonAnswer(200, found);
}

function collectionOf(organization: (typeof DEMO_ORGANIZATIONS)[number], baseUrl: string) {
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    id: organization.id,
    title: organization.title,
    description: `Items of ${organization.title}, an organization made up for the demo.`,
    license: 'proprietary',
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    links: [{ rel: 'self', type: 'application/json', href: `${baseUrl}/collections/${organization.id}` }],
  };
}

/** The files that an item's assets name: what they show is made, too. */
function assetAnswer(items: readonly DemoItem[], path: string, now: number, baseUrl: string): HttpResponse {
  const [, , collection, id, file] = path.split('/');
  const item = items.find(({ details }) => details.id === id && details.collection === collection);
  if (item === undefined) {
    return jsonAnswer(404, { message: 'Not Found' });
  }
  switch (file) {
    case 'metadata.json':
      return jsonAnswer(200, { item: id, properties: featureOf(item, now, baseUrl)['properties'], heading: item.details.heading });
    case 'thumbnail.svg':
      return textAnswer(200, thumbnail(item), { 'content-type': 'image/svg+xml' });
    default:
      return jsonAnswer(404, { message: 'Not Found' });
  }
}

/** The footprint's outline, north up. */
function thumbnail(item: DemoItem): string {
  const ring = unwrap(item.details.footprint.coordinates[0] ?? []);
  const { west, east, south, north } = boundsOf(ring);
  const narrow = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = 96 / Math.max((east - west) * narrow, north - south);
  const points = ring.map(([lon = 0, lat = 0]) => [(lon - (west + east) / 2) * narrow * scale, ((south + north) / 2 - lat) * scale].map(Math.round).join());
  return '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="-64 -64 128 128">'
    + `<rect x="-64" y="-64" width="128" height="128" fill="#20262c"/><polygon points="${points.join(' ')}" fill="#8fa3b3"/></svg>`;
}
