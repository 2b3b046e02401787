/** The text of a saved search: JSON in which comments and trailing commas are let pass. Read strictly, and every problem has its place. */
import { createScanner, parseTree, type Node, type ParseError, type SyntaxKind } from 'jsonc-parser';
import { GROUPINGS, type GroupBy } from '../results/arrangement.js';
import type { Checked } from '../environment.js';
import { formatJson } from '../jsonLayout.js';
import { parseQuery } from '../query/query.js';
import { checkNamedEnvironment, queryMembers, type SavedSearch } from './savedSearch.js';

/** Something in a file that cannot be used, and where: `offset` and `length` in UTF-16 units. */
export interface SearchFileProblem {
  /** The member's path: `query.bbox`; `file` for the whole. */
  readonly field: string;
  /** A sentence of ours. */
  readonly problem: string;
  readonly offset: number;
  readonly length: number;
}

export type SavedSearchCheck =
  /** `environmentAt`: where the environment is named. */
  | { readonly ok: true; readonly value: SavedSearch; readonly environmentAt?: Pick<SearchFileProblem, 'offset' | 'length'> }
  /** `syntax`: it is no JSON, which an editor shows by itself. */
  | { readonly ok: false; readonly syntax: boolean; readonly problems: readonly [SearchFileProblem, ...SearchFileProblem[]] };

interface Defaults {
  readonly limit: number;
}

/** Larger files are not read: a drawn area has thousands of positions, not hundreds of thousands. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** What the JSON schema and this reader know. */
const MEMBERS = ['$schema', 'title', 'description', 'environment', 'query', 'groupBy'] as const;
/** The parser calls itself for each level. */
const MAX_DEPTH = 64;
// The parser's own enum, which a bundler cannot read from its types: `{`, `}`, `[`, `]` and the end.
const OPENS: readonly SyntaxKind[] = [1, 3];
const CLOSES: readonly SyntaxKind[] = [2, 4];
const END: SyntaxKind = 17;

/** Reads a file's text. Every member that cannot be used is told, not only the first. */
export function readSavedSearch(text: string, defaults: Defaults): SavedSearchCheck {
  if (text.length > MAX_LENGTH) {
    return refuse(false, [whole('This file is larger than 4 MiB.', text)]);
  }
  if (isTooDeep(text)) {
    return refuse(false, [whole(`This file is nested more than ${MAX_DEPTH} levels deep.`, text)]);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (root === undefined || error !== undefined) {
    return refuse(true, [{ field: 'file', problem: 'This is not JSON.', offset: error?.offset ?? 0, length: error?.length ?? 0 }]);
  }
  if (root.type !== 'object') {
    return refuse(false, [at('file', 'A saved search is an object with a member "query".', root)]);
  }
  const problems: SearchFileProblem[] = [];
  const members = membersOf(root);
  for (const [name, { key }] of members) {
    if (!(MEMBERS as readonly string[]).includes(name)) {
      problems.push(at(name.slice(0, 50), `A saved search has no such member; there are ${MEMBERS.join(', ')}.`, key));
    }
  }
  const read = <T>(name: (typeof MEMBERS)[number], check: (value: unknown) => Checked<T>): T | undefined => {
    const member = members.get(name);
    if (member === undefined) {
      return undefined;
    }
    const checked = check(valueOf(member.value));
    if (!checked.ok) {
      problems.push(at(name, checked.problem, member.value));
      return undefined;
    }
    return checked.value;
  };
  read('$schema', checkText);
  const title = read('title', checkText);
  const description = read('description', checkText);
  const environment = read('environment', (value) => (typeof value === 'string' ? checkNamedEnvironment(value) : checkText(value)));
  const groupBy = read('groupBy', checkGrouping);
  const query = members.get('query')?.value;
  if (query === undefined) {
    problems.push(at('query', 'A saved search has a member "query"; {} asks for everything.', root));
  } else {
    problems.push(...queryProblems(query, defaults));
  }
  const [first, ...others] = problems;
  if (first !== undefined) {
    return refuse(false, [first, ...others]);
  }
  const checked = parseQuery(query === undefined ? {} : valueOf(query), defaults);
  if (!checked.ok) {
    return refuse(false, [queryProblem(query ?? root, checked.field, checked.problem)]);
  }
  const named = members.get('environment')?.value;
  return {
    ok: true,
    ...(named === undefined ? {} : { environmentAt: { offset: named.offset, length: named.length } }),
    value: {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(environment === undefined ? {} : { environment }),
      query: checked.value,
      ...(groupBy === undefined ? {} : { groupBy }),
    },
  };
}

/** The value of a text that {@link readSavedSearch} found to be JSON and not nested too deep. */
export function plainValue(text: string): unknown {
  const root = isTooDeep(text) ? undefined : parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : valueOf(root);
}

/** The text of a file, laid out for reading, with a line break at the end. What {@link readSavedSearch} reads from it is the same search. */
export function writeSavedSearch(search: SavedSearch, defaults: Defaults): string {
  const { title, description, environment, query, groupBy } = search;
  // Members that are undefined are not written.
  return `${formatJson(JSON.stringify({ title, description, environment, query: queryMembers(query, defaults), groupBy }))}\n`;
}

/** Each member of a query checked by itself, so that all are told at once. What only shows in their company is left to the whole. */
function queryProblems(query: Node, defaults: Defaults): readonly SearchFileProblem[] {
  if (query.type !== 'object') {
    return [at('query', 'A query is an object, for example { "datetime": "2026-06" }.', query)];
  }
  return [...membersOf(query)].flatMap(([name, member]) => {
    if (member.value.type === 'null') {
      return [at(fieldOf(name), 'Leave a filter out where it is not wanted.', member.value)];
    }
    const checked = parseQuery({ [name]: valueOf(member.value) }, defaults);
    return checked.ok ? [] : [queryProblem(query, checked.field, checked.problem, name)];
  });
}

function queryProblem(query: Node, field: string, problem: string, name = field): SearchFileProblem {
  const member = membersOf(query).get(name);
  return at(fieldOf(field), problem, member?.value ?? query);
}

function fieldOf(name: string): string {
  return `query.${name.slice(0, 50)}`;
}

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    depth += OPENS.includes(token) ? 1 : CLOSES.includes(token) ? -1 : 0;
    if (depth > MAX_DEPTH) {
      return true;
    }
  }
  return false;
}

interface Member {
  readonly key: Node;
  readonly value: Node;
}

/** Of duplicate keys the last counts, as for `JSON.parse`. */
function membersOf(object: Node): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { children: [key, value] = [] } of object.children ?? []) {
    if (key !== undefined && value !== undefined) {
      members.set(String(key.value), { key, value });
    }
  }
  return members;
}

/** The value that a part of the tree stands for. The parser's own way sets the prototype where a key is `__proto__`. */
function valueOf(node: Node): unknown {
  switch (node.type) {
    case 'object':
      return Object.fromEntries([...membersOf(node)].map(([name, { value }]) => [name, valueOf(value)]));
    case 'array':
      return (node.children ?? []).map(valueOf);
    default:
      return node.value;
  }
}

function checkText(value: unknown): Checked<string> {
  return typeof value === 'string' ? { ok: true, value } : { ok: false, problem: 'This is a text.' };
}

function checkGrouping(value: unknown): Checked<GroupBy> {
  const found = GROUPINGS.find((name) => name === value);
  return found === undefined ? { ok: false, problem: `This is one of ${GROUPINGS.join(', ')}.` } : { ok: true, value: found };
}

function at(field: string, problem: string, { offset, length }: Node): SearchFileProblem {
  return { field, problem, offset, length };
}

function whole(problem: string, text: string): SearchFileProblem {
  return { field: 'file', problem, offset: 0, length: Math.min(text.length, 1) };
}

function refuse(syntax: boolean, problems: readonly [SearchFileProblem, ...SearchFileProblem[]]): SavedSearchCheck {
  return { ok: false, syntax, problems };
}
