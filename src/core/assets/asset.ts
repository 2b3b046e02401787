/** The assets of an item (STAC item specification, asset object) as far as they are listed, opened and downloaded. */
import { ownHrefOf } from '../catalog/itemRequest.js';
import { isJsonObject } from '../jsonObject.js';
import { isTooMuchText } from '../parseJson.js';
import { absoluteHref } from '../catalog/href.js';

/** One asset. Texts are as the service sent them: show them through `display()`. */
export interface Asset {
  /** Its name in the item's `assets`. */
  readonly key: string;
  /** Absolute where it can be: see {@link absoluteHref}. */
  readonly href: string | undefined;
  /** The name in `alternate` (alternate-assets extension) whose address `href` is; undefined where it is the asset's own. */
  readonly alternate: string | undefined;
  /** The other addresses of the same file: names in `alternate`, and `undefined` for the asset's own where an alternate was chosen. May be signed. */
  readonly others: readonly AssetAddress[];
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly roles: readonly string[];
  /** Bytes, from `file:size` (file extension). */
  readonly size: number | undefined;
  /** A multihash in hexadecimal digits, from `file:checksum` or the older `checksum:multihash`. */
  readonly checksum: string | undefined;
}

export interface AssetAddress {
  readonly name: string | undefined;
  /** `alternate:name`, or `title`. */
  readonly title: string | undefined;
  readonly href: string;
}

/** More assets than anyone picks from. */
const MOST = 2_000;
const MOST_ALTERNATES = 20;
/** Has a scheme, and not one that is asked. */
const NEEDS_ALTERNATE = /^(?!https?:)[a-z][a-z\d+.-]*:/iu;

/**
 * The assets in an item's text, in its order. What is no object is left out; none where the text is nested too deep to mean anything, or too much to be parsed at once.
 * @param catalog the address of the catalog that the item came from
 * @throws SyntaxError for a text that is no JSON
 */
export function readAssets(itemText: string, catalog?: string): readonly Asset[] {
  const value: unknown = isTooMuchText(itemText) ? undefined : JSON.parse(itemText);
  const own = ownHrefOf(value);
  return Object.entries(recordOf(recordOf(value)['assets'])).slice(0, MOST).flatMap(([key, asset]) => (isJsonObject(asset) ? [readAsset(key, asset, { own, catalog })] : []));
}

/** One asset. `own` is the item's own link. Where the asset's own address is none that is asked (`s3:`), its first alternate over https is chosen. */
export function readAsset(
  key: string, asset: Readonly<Record<string, unknown>>, { own, catalog }: { readonly own?: string | undefined; readonly catalog?: string | undefined } = {},
): Asset {
  const text = (name: string): string | undefined => {
    const found = Object.hasOwn(asset, name) ? asset[name] : undefined;
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const { roles, 'file:size': size } = asset;
  const addressOf = (href: string): string => absoluteHref(href.trim(), own, catalog);
  const main = text('href');
  const alternates: readonly AssetAddress[] = Object.entries(recordOf(Object.hasOwn(asset, 'alternate') ? asset['alternate'] : undefined)).slice(0, MOST_ALTERNATES).flatMap(([name, value]) => {
    const { href, title, 'alternate:name': named } = recordOf(value);
    return typeof href === 'string' && href.trim() !== '' ? [{ name, title: [named, title].find((one): one is string => typeof one === 'string' && one !== ''), href: addressOf(href) }] : [];
  });
  const addresses: readonly AssetAddress[] = [...(main === undefined ? [] : [{ name: undefined, title: undefined, href: addressOf(main) }]), ...alternates];
  const first = addresses[0];
  const chosen = first === undefined || !NEEDS_ALTERNATE.test(first.href) ? first : addresses.find(({ href }) => /^https:/iu.test(href)) ?? first;
  return {
    key,
    href: chosen?.href,
    alternate: chosen?.name,
    others: addresses.filter((one) => one !== chosen),
    type: text('type'),
    title: text('title'),
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    checksum: text('file:checksum') ?? text('checksum:multihash'),
  };
}

/** The address of that name; undefined: the asset's own. */
export function addressNamed(asset: Asset, name: string | undefined): string | undefined {
  return asset.alternate === name ? asset.href : asset.others.find((one) => one.name === name)?.href;
}

/** A number of bytes as people read it: 812 B, 12.3 MB (SI prefixes, as disks are sold). */
export function byteWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? String(bytes) : value.toFixed(value < 99.95 ? 1 : 0)} ${units[power] ?? 'B'}`;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}
