/** JSON values that keep the literals of numbers: `1.10` and `9007199254740993` mean more than their nearest double. */

/** A number that JavaScript would write differently from how it was sent. */
export class NumberLiteral {
  constructor(readonly text: string) {}

  /** For `JSON.stringify`: the literal as it was (JSON.parse source text access, ECMAScript 2026). */
  toJSON(): unknown {
    return (JSON as unknown as RawJson).rawJSON(this.text);
  }
}

interface RawJson {
  rawJSON(text: string): unknown;
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}

/**
 * Parses JSON; numbers become `number` where that loses nothing of what was written, else {@link NumberLiteral}.
 * @throws SyntaxError as `JSON.parse`, RangeError for texts nested some thousand levels deep.
 */
export function parseWithLiterals(text: string): unknown {
  return (JSON as unknown as RawJson).parse(text, (_key, value, { source }) =>
    (typeof value === 'number' && source !== undefined && source !== String(value) ? new NumberLiteral(source) : value));
}

/** The JSON text without white space between its tokens, on one line; the tokens stay as they are. The text is known to parse. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = closingQuote(text, at);
    } else if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) {
      at += 1;
    } else if (code === 0x22) {
      return at;
    }
  }
  return text.length;
}
