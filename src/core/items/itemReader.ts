/** Places in an item's document: what stands where, and where something stands. Heavy: load through `import()`. */
import { findNodeAtLocation, findNodeAtOffset, getNodePath, parseTree, type Node } from 'jsonc-parser';
import { MAX_FORMAT_DEPTH } from '../jsonLayout.js';
import { isDeeperThan } from '../parseJson.js';

/** UTF-16 units of a document's text: `end` is behind the last one. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type JsonPath = readonly (string | number)[];

/** Why a document is not read: its size, its depth, or that it is no JSON. */
export type UnreadReason = 'tooLarge' | 'tooDeep' | 'notJson';

/** A document that was read. */
export interface ItemTree {
  readonly text: string;
  readonly root: Node;
}

export type ItemTreeReading = { readonly ok: true; readonly tree: ItemTree } | { readonly ok: false; readonly reason: UnreadReason };

/** What is read while a person looks at a document, in UTF-16 units: more would be felt. */
export const MAX_GLANCE = 4 * 1024 * 1024;
/** What is read because a person asked for it. */
export const MAX_READ = 10 * 1024 * 1024;

/** Values that are read of a document, names of members included. */
const MAX_VALUES = 150_000;

/** Reads a document of at most `max` UTF-16 units. The last one is kept, since one look asks several things. */
export function readItemTree(text: string, max: number): ItemTreeReading {
  if (text.length > max) {
    return { ok: false, reason: 'tooLarge' };
  }
  if (last?.ok === true && last.tree.text === text) {
    return last;
  }
  // A tree of what has so many values takes longer than anybody waits.
  if (isDeeperThan(text, Infinity, MAX_VALUES)) {
    return { ok: false, reason: 'tooLarge' };
  }
  // jsonc-parser goes down the stack with each bracket.
  if (isDeeperThan(text, MAX_FORMAT_DEPTH)) {
    return { ok: false, reason: 'tooDeep' };
  }
  const errors: unknown[] = [];
  const root = parseTree(text, errors as [], { disallowComments: true });
  if (root === undefined || errors.length > 0) {
    return { ok: false, reason: 'notJson' };
  }
  last = { ok: true, tree: { text, root } };
  return last;
}

let last: ItemTreeReading | undefined;

/** What stands at a place. */
export interface Place {
  readonly path: JsonPath;
  readonly value: unknown;
  /** The member with its name and value; the value alone in an array. */
  readonly range: TextRange;
}

/** The member or the element that a place is in; undefined outside of all. */
export function placeAt({ root }: ItemTree, offset: number): Place | undefined {
  let node = findNodeAtOffset(root, offset, true);
  if (node?.parent?.type === 'property') {
    node = node.parent;
  }
  const value = node?.type === 'property' ? node.children?.[1] : node;
  if (node === undefined || value === undefined) {
    return undefined;
  }
  return { path: getNodePath(value), value: valueOf(value), range: rangeOf(node) };
}

/** The value at a path as it is written in the document, literals and all. */
export function textAt({ root, text }: ItemTree, path: JsonPath): string | undefined {
  const node = findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : text.slice(node.offset, node.offset + node.length);
}

export function valueAt({ root }: ItemTree, path: JsonPath): unknown {
  const node = findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : valueOf(node);
}

/**
 * Where a path is said in the document: a scalar's value, of what holds more its name, and of what is not there the nearest thing around it;
 * of the document as a whole its first character.
 */
export function rangeAt({ root }: ItemTree, path: JsonPath): TextRange {
  let node: Node | undefined = root;
  for (const segment of path) {
    // A member may have a number as its name.
    const next: Node | undefined = findNodeAtLocation(node, [segment]) ?? findNodeAtLocation(node, [String(segment)]);
    if (next === undefined) {
      break;
    }
    node = next;
  }
  if (node.type !== 'object' && node.type !== 'array') {
    return rangeOf(node);
  }
  const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return name === undefined ? { start: node.offset, end: node.offset + 1 } : rangeOf(name);
}

/** An address in an item's links or assets, and where it stands, without its quotes. */
export interface Href {
  readonly href: string;
  readonly range: TextRange;
  readonly of: 'link' | 'asset';
  /** The relation of a link, the key of an asset. */
  readonly name: string;
  readonly type: string | undefined;
}

/** More links and assets than anybody follows. */
const MOST_HREFS = 5000;

/** The addresses of an item's links and assets, in the order of the document. */
export function hrefsIn(tree: ItemTree): readonly Href[] {
  const links = elements(tree.root, 'links').slice(0, MOST_HREFS).map((node) => hrefOf(node, 'link', stringAt(node, 'rel') ?? ''));
  const assets = members(tree.root, 'assets').slice(0, MOST_HREFS - links.length).map(([name, node]) => hrefOf(node, 'asset', name));
  return [...links, ...assets].filter((href) => href !== undefined).sort((a, b) => a.range.start - b.range.start);
}

function hrefOf(node: Node, of: Href['of'], name: string): Href | undefined {
  const found = node.type === 'object' ? findNodeAtLocation(node, ['href']) : undefined;
  return found?.type !== 'string' || found.length < 3
    ? undefined
    : { href: String(found.value), range: { start: found.offset + 1, end: found.offset + found.length - 1 }, of, name, type: stringAt(node, 'type') };
}

function elements(root: Node, name: string): readonly Node[] {
  const node = findNodeAtLocation(root, [name]);
  return node?.type === 'array' ? node.children ?? [] : [];
}

function members(root: Node, name: string): readonly (readonly [string, Node])[] {
  const node = findNodeAtLocation(root, [name]);
  return node?.type !== 'object' ? [] : (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), value] as const];
  });
}

function stringAt(node: Node, name: string): string | undefined {
  const found = node.type === 'object' ? findNodeAtLocation(node, [name]) : undefined;
  return found?.type === 'string' ? String(found.value) : undefined;
}

function rangeOf({ offset, length }: Node): TextRange {
  return { start: offset, end: offset + length };
}

/** As `JSON.parse` gives it: a member named `__proto__` is a member. */
function valueOf(node: Node): unknown {
  switch (node.type) {
    case 'array':
      return (node.children ?? []).map(valueOf);
    case 'object':
      return Object.fromEntries((node.children ?? []).map(({ children }) => [String(children?.[0]?.value), children?.[1] === undefined ? null : valueOf(children[1])]));
    default:
      return node.value;
  }
}
