import { byteWords, readAsset, type Asset } from '../../core/assets/asset.js';
import { absoluteHref } from '../../core/catalog/href.js';
import { display } from '../../core/display.js';
import { ownHrefOf } from '../../core/catalog/itemRequest.js';
import { itemSummary } from '../../core/items/itemSummary.js';
import { itemValue } from '../../core/items/itemText.js';
import type { AssetNode, ItemNode, ResultNode } from './resultNode.js';

/** More children than a person reads; the document has them all. */
const MOST = 1000;

/** A summary of an item, then its assets and links in the order of the document. */
export function itemChildren(node: ItemNode): readonly ResultNode[] {
  const value = itemValue(node.item.source);
  const parent = node.key;
  const own = ownHrefOf(value);
  const hrefOf = (holder: unknown): string | undefined => {
    const href = text(holder, 'href');
    return href === undefined ? undefined : absoluteHref(href, own, undefined);
  };
  const assets = Object.entries(recordOf(member(value, 'assets'))).slice(0, MOST).map(([name, value]): ResultNode => {
    const asset = readAsset(name, recordOf(value), { own });
    return { kind: 'asset', parent, name, title: text(value, 'title'), type: text(value, 'type'), href: asset.href, facts: factsOf(asset), others: asset.others };
  });
  const listed = member(value, 'links');
  const links = (Array.isArray(listed) ? listed as readonly unknown[] : []).slice(0, MOST).map((link, index): ResultNode => ({
    kind: 'link', parent, index, rel: text(link, 'rel') ?? 'link', type: text(link, 'type'), href: hrefOf(link),
  }));
  const notes = [itemSummary(node.item), ...(value === undefined ? ['Too large to be listed here: open the item'] : assets.length + links.length === 0 ? ['No assets, no links'] : [])].map((words): ResultNode => ({ kind: 'note', parent, text: words }));
  return [...notes, ...assets, ...links];
}

/** The addresses of an asset beside the one that is opened and downloaded. */
export function assetChildren(asset: AssetNode): readonly ResultNode[] {
  return asset.others.map(({ name, title, href }): ResultNode => ({ kind: 'address', asset, alternate: name, title, href }));
}

/** How large an asset is, and what it is for. */
function factsOf({ size, roles }: Asset): string {
  return [size === undefined ? '' : byteWords(size), display(roles.join(', '), 60)].filter((part) => part !== '').join(' · ');
}

function member(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function text(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Readonly<Record<string, unknown>> : {};
}
