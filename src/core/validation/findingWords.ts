/** What is wrong with an item, in words of ours: names from the item go through `display()`. */
import type { SchemaError } from 'validators:item';
import { display } from '../display.js';

/** A sentence for what the schema finds wrong with `data`; undefined where another finding says it. */
export function findingWords({ keyword, params: given, instancePath }: SchemaError, data: unknown): string | undefined {
  const member = instancePath.slice(instancePath.lastIndexOf('/') + 1);
  switch (keyword) {
    case 'required':
      return missing(String(given['missingProperty']), instancePath);
    case 'dependencies':
      return `"${String(given['missingProperty'])}" is missing: it goes with "${String(given['property'])}".`;
    case 'type':
      return `This is ${kindOf(data)}, where ${wanted(given['type'])} belongs.`;
    case 'const':
      return `This has to be ${JSON.stringify(given['allowedValue'])}.`;
    case 'enum':
      return `This has to be one of ${(given['allowedValues'] as readonly unknown[]).join(', ')}.`;
    case 'format':
      return 'This is no time as RFC 3339 writes it, such as 2026-06-10T08:15:30Z.';
    case 'pattern':
      return patternWords(member);
    case 'minLength':
      return 'This must not be empty.';
    case 'minItems':
      return member === 'bbox' ? BOX : instancePath.startsWith('/geometry/') ? `This needs ${String(given['limit'])} ${Array.isArray(data) && data.some(Array.isArray) ? 'positions' : 'elements'} or more.` : 'This has too few elements.';
    case 'maxItems':
    case 'not':
      return member === 'bbox' ? BOX : 'This must not be here.';
    case 'uniqueItems':
      return 'This holds the same twice.';
    case 'minProperties':
      return 'This must not be empty.';
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `This has to be ${keyword === 'minimum' ? 'at least' : keyword === 'maximum' ? 'at most' : 'more than'} ${String(given['limit'])}.`;
    case 'false schema':
      return refusedWords(member);
    case 'if':
      return undefined;
    default:
      return 'This is not as the specification has it.';
  }
}

const BOX = 'A box has four numbers, or six with heights.';

function missing(name: string, path: string): string {
  if (path === '' && name === 'collection') {
    return 'There is a link to a collection, but no member "collection".';
  }
  if (path === '' && name === 'bbox') {
    return 'An item with a geometry has a "bbox".';
  }
  return path === '/properties' && /^(?:start|end)_datetime$/u.test(name) ? `"datetime" is null, so that "${name}" is needed.` : `"${name}" is missing.`;
}

function patternWords(member: string): string {
  switch (member) {
    case 'license':
      return 'A license is one word: an SPDX identifier or expression name, "various" or "proprietary".';
    case 'method':
      return 'A method is written in capitals, such as GET.';
    default:
      return 'This time has to be in UTC: it ends in Z.';
  }
}

function refusedWords(member: string): string {
  switch (member) {
    case 'bbox':
      return 'An item without a geometry has no "bbox".';
    case 'collection':
      return 'There is a member "collection", but no link to it.';
    case 'bands':
      return '"bands" may stand here only where an asset has "bands" too.';
    default:
      return `"${display(member, 60)}" must not be here.`;
  }
}

function kindOf(data: unknown): string {
  return data === null ? 'null' : Array.isArray(data) ? 'a list' : typeof data === 'object' ? 'an object' : typeof data === 'boolean' ? `${data}` : `a ${typeof data}`;
}

function wanted(types: unknown): string {
  const names: Readonly<Record<string, string>> = { array: 'a list', object: 'an object', string: 'a string', number: 'a number', integer: 'a whole number', null: 'null' };
  return (Array.isArray(types) ? types : String(types).split(',')).map((type) => names[String(type)] ?? String(type)).join(' or ');
}
