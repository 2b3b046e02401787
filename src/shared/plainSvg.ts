/** Pictures that are text: shapes and words, and nothing that runs or loads. */

/** Elements that a picture of the map is made of. */
const ELEMENTS: ReadonlySet<string> = new Set(['svg', 'title', 'g', 'rect', 'path', 'circle', 'line', 'text', 'defs', 'clipPath']);

/** Whether a text is such a picture. Words in it have their angle brackets escaped, so that each one begins or ends a tag. */
export function isPlainSvg(text: string): boolean {
  return text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" ') && text.trimEnd().endsWith('</svg>')
    && [...text.matchAll(/<[^>]*>?/gu)].every(([tag]) => isPlainTag(tag));
}

function isPlainTag(tag: string): boolean {
  const [, name = ''] = /^<\/?([a-zA-Z]+)(?=[\s/>])/u.exec(tag) ?? [];
  return ELEMENTS.has(name) && tag.endsWith('>') && !/\s(?:on\w*|(?:\w+:)?href|style)\s*=/iu.test(tag) && !/url\(\s*[^#\s]/iu.test(tag);
}
