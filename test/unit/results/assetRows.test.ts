import { beforeEach, expect, it, vi } from 'vitest';
import { PageContent, readItem, type ItemKey } from '../../../src/core/items/item.js';
import type { AssetParts } from '../../../src/features/assets/parts.js';
import type { ItemNode, ResultNode } from '../../../src/features/results/resultNode.js';

const copied = vi.hoisted((): { texts: string[] } => ({ texts: [] }));
vi.mock('vscode', () => ({
  TreeItem: class { constructor(readonly label: string, readonly collapsibleState: number) {} },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ThemeIcon: class { constructor(readonly id: string) {} },
  Uri: class {},
  ProgressLocation: { Notification: 15 },
  window: { withProgress: async (_options: unknown, work: () => Promise<unknown>) => await work() },
  env: { clipboard: { writeText: (text: string) => Promise.resolve(void copied.texts.push(text)) } },
}));
const { assetChildren, itemChildren } = await import('../../../src/features/results/itemChildren.js');
const { treeItem } = await import('../../../src/features/results/resultNode.js');
const { ResultsTree } = await import('../../../src/features/results/resultsTree.js');
const { copyAssetLink } = await import('../../../src/features/assets/copyAssetLink.js');

beforeEach(() => {
  copied.texts = [];
});

const key: ItemKey = { environment: 'Test', collection: 'org', id: 'a' };
const SIGNED = 'https://files.example/k.tif?X-Amz-Signature=canary';
const DOCUMENT = {
  id: 'a', collection: 'org',
  assets: {
    data: { href: 's3://bucket/k.tif', alternate: { s3_signed: { href: SIGNED }, mirror: { href: 'https://mirror.example/k.tif?sig=canary', 'alternate:name': 'Mirror in Oslo' }, cold: { href: 'gs://vault/k.tif' } } },
    plain: { href: 'https://files.example/plain.tif' },
  },
};

function children(): readonly ResultNode[] {
  const page = new TextEncoder().encode(JSON.stringify({ features: [DOCUMENT] }));
  const node: ItemNode = { kind: 'item', key, item: readItem(DOCUMENT, new PageContent(page), 0), index: 0 };
  return itemChildren(node);
}
const assets = (): readonly (ResultNode & { kind: 'asset' })[] => children().filter((node) => node.kind === 'asset');
const below = (name: string): readonly ResultNode[] => assets().filter((asset) => asset.name === name).flatMap((asset) => assetChildren(asset));

it('an asset holds a row for each of its other addresses, which says where it leads and nothing of a signature', async () => {
  const rows = below('data').map((node) => treeItem(node));
  const store = 'in an object store that needs its own sign-in: copy this address for a tool that has one';
  expect(rows.map(({ label, description, contextValue, collapsibleState }) => [label, description, contextValue, collapsibleState])).toEqual([
    ['Own address', `s3: bucket · ${store}`, 'assetAddress', 0],
    ['Mirror in Oslo', 'mirror.example', 'assetAddress', 0],
    ['cold', `gs: vault · ${store}`, 'assetAddress', 0],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(JSON.stringify(rows)).not.toContain('canary');
  const tree = new ResultsTree({} as never, () => ({}) as never);
  const [asset] = assets();
  const [address] = asset === undefined ? [] : await tree.getChildren(asset);
  expect([address?.kind, address === undefined ? undefined : tree.getParent(address)]).toEqual(['address', asset]);
});

it('an asset with one address has no rows below it, and cannot be opened like one that has', () => {
  expect(below('plain')).toEqual([]);
  expect(assets().map((asset) => treeItem(asset).collapsibleState)).toEqual([1, 0]);
});

/** The item at hand, and what the catalog says when it is asked. */
function parts(atHand: unknown, fresh: unknown) {
  const asked: ItemKey[] = [];
  const made = {
    choice: { byName: () => ({ baseUrl: 'https://api.example.com' }) },
    library: { documentOrAsk: () => Promise.resolve({ text: JSON.stringify(atHand), fetchedAt: 0 }) },
    fresh: (one: ItemKey) => {
      asked.push(one);
      return Promise.resolve(JSON.stringify(fresh));
    },
  } as unknown as AssetParts;
  return { asked, made };
}

it('"Copy Address" copies the address of its row, whole, and asks nobody', async () => {
  const { made, asked } = parts(DOCUMENT, undefined);
  for (const row of [...assets(), ...below('data')]) await copyAssetLink(made, row);
  expect(copied.texts).toEqual([SIGNED, 'https://files.example/plain.tif', 's3://bucket/k.tif', 'https://mirror.example/k.tif?sig=canary', 'gs://vault/k.tif']);
  expect(asked).toEqual([]);
});

it('"Copy Address" asks for a signature that the copy on this machine does not keep', async () => {
  const { made, asked } = parts(JSON.parse(JSON.stringify(DOCUMENT).replaceAll('canary', 'removed')), DOCUMENT);
  for (const row of [...assets(), ...below('data')]) await copyAssetLink(made, row);
  expect(copied.texts).toEqual([SIGNED, 'https://files.example/plain.tif', 's3://bucket/k.tif', 'https://mirror.example/k.tif?sig=canary', 'gs://vault/k.tif']);
  expect(asked).toEqual([key, key]);
});
