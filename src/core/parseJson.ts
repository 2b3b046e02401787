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
  return isDeeperThan(text, MAX_DEPTH);
}

/** Whether arrays and objects of a JSON text are nested deeper than `max`. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > max) {
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

/** The closing quote of the string that opens at `start`; past the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) {
    at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  }
  return at;
}
