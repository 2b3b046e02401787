/** Pictures that are text: shapes and words, and nothing that runs or loads. */

/** Elements that a picture of the map is made of. */
const ELEMENTS: ReadonlySet<string> = new Set(['svg', 'title', 'g', 'rect', 'path', 'circle', 'line', 'text', 'defs', 'clipPath']);
/** A tag with all of its attributes, each value between double quotes; the end of a value is where the next quote is, whatever it holds. */
const TAG = /<(?:\/(?<closed>[a-zA-Z]+)|(?<opened>[a-zA-Z]+)(?<attributes>(?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*\/?)>/uy;
const ATTRIBUTE = /\s(?<name>[a-zA-Z:-]+)="(?<value>[^"]*)"/gu;
/** Between tags: words. */
const WORDS = /[^<]*/uy;
/** Entities that stand for a sign each; all others may hide anything. */
const ENTITIES = /&(?:amp|lt|gt|quot);/gu;

/** Whether a text is such a picture: nothing in it but tags of these elements, and words. */
export function isPlainSvg(text: string): boolean {
  if (!text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" ') || !text.trimEnd().endsWith('</svg>') || text.replace(ENTITIES, '').includes('&')) {
    return false;
  }
  for (let at = 0; at < text.length; ) {
    WORDS.lastIndex = at;
    at += WORDS.exec(text)?.[0].length ?? 0;
    if (at === text.length) {
      break;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag === null || !isPlainTag(tag.groups ?? {})) {
      return false;
    }
    at += tag[0].length;
  }
  return true;
}

function isPlainTag({ closed, opened, attributes = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return ELEMENTS.has(closed ?? opened ?? '') && [...attributes.matchAll(ATTRIBUTE)].every(({ groups }) => isPlainAttribute(groups?.['name'] ?? '', groups?.['value'] ?? ''));
}

function isPlainAttribute(name: string, value: string): boolean {
  // A backslash is an escape in the style sheets that presentation attributes are read as.
  return !/^on|href$|^style$/iu.test(name) && !/url\(\s*[^#\s]|\\/iu.test(value);
}
