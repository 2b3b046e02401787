/** JSON of which nobody knows who wrote it. */

/** Arrays and objects inside each other. No document of the field comes near; half a megabyte of brackets takes longer to read than anything else of its size. */
const MAX_DEPTH = 1_000;

/** The value of a text; undefined where it is no JSON, and where it is nested too deep to mean anything. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a JSON text is nested deeper than anybody means it. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > MAX_DEPTH) {
          return true;
        }
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
        break;
    }
  }
  return false;
}

/** Where the quote stands that ends a string; the length of the text where none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      return at;
    }
    at += code === 0x5c ? 1 : 0;
  }
  return at;
}
