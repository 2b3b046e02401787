/** JSON of which nobody knows who wrote it. */

/** Arrays and objects inside each other. No document of the field comes near; half a megabyte of brackets takes longer to read than anything else of its size. */
const MAX_DEPTH = 1_000;

/** What is parsed at once: from all of this it takes some tens of milliseconds. UTF-16 units; values, names of members included. */
const MAX_LENGTH = 16 * 1024 * 1024;
const MAX_VALUES = 150_000;

/** The value of a text; undefined where it is no JSON, and where it is nested too deep to mean anything, or too much to be parsed at once. */
export function parseJson(text: string): unknown {
  if (isTooMuchText(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a JSON text is longer or fuller than is parsed at once, however deep it is. */
export function isTooFullText(text: string): boolean {
  return text.length > MAX_LENGTH || isDeeperThan(text, Infinity, MAX_VALUES);
}

/** Whether a JSON text is longer, deeper or fuller than is parsed at once. */
export function isTooMuchText(text: string): boolean {
  return text.length > MAX_LENGTH || isDeeperThan(text, MAX_DEPTH, MAX_VALUES);
}

/** Whether a JSON text is nested deeper than anybody means it. */
export function isTooDeep(text: string): boolean {
  return isDeeperThan(text, MAX_DEPTH);
}

/** Whether arrays and objects of a JSON text are nested deeper than `max`, or it has more values than `maxValues`. */
export function isDeeperThan(text: string, max: number, maxValues = Infinity): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        values += 1;
        if (depth > max || values > maxValues) {
          return true;
        }
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c:
      case 0x3a:
        values += 1;
        if (values > maxValues) {
          return true;
        }
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
