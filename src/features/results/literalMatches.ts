/** Rows that hold what was typed as it is: a plain scan, many times faster than fuzzy search over the same rows. */

/** A row that holds all words, each where a word of the row begins. */
export interface LiteralMatch {
  readonly row: number;
  /** As fuzzysort rates such a match: the earlier in the row and the shorter the row, the higher; higher still where words end with it. */
  readonly rating: number;
}

/** The best of what is added. */
export class BestMatches {
  #best: LiteralMatch[] = [];
  #worst = -Infinity;

  constructor(private readonly most: number) {}

  add(row: number, rating: number): void {
    if (rating <= this.#worst) {
      return;
    }
    this.#best.push({ row, rating });
    // Sorted when twice as many are there: a fixed cost for each that is added.
    if (this.#best.length >= 2 * this.most) {
      this.#cut();
    }
  }

  /** Best first; of equal ones those that were added first. */
  take(): readonly LiteralMatch[] {
    this.#cut();
    return this.#best;
  }

  #cut(): void {
    this.#best = this.#best.sort((a, b) => b.rating - a.rating).slice(0, this.most);
    this.#worst = this.#best.length < this.most ? -Infinity : this.#best.at(-1)?.rating ?? -Infinity;
  }
}

/**
 * How well a row holds all words; undefined where one of them begins no word of the row.
 * @param text in lower case, as are `words`
 */
export function rateLiteral(text: string, words: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    let at = text.indexOf(word);
    while (at > 0 && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at))) {
      at = text.indexOf(word, at + 1);
    }
    if (at < 0) {
      return undefined;
    }
    sum += rating(text, at, word.length);
  }
  return sum;
}

function rating(text: string, at: number, length: number): number {
  const rest = (text.length - length) / 2;
  const bonus = length === 1 ? 1 : (1 + length * length) ** 2;
  const score = -(0.2 * at * at + rest) / bonus - rest;
  const end = at + length;
  const isWhole = end === text.length || !isLetter(text.charCodeAt(end)) || !isLetter(text.charCodeAt(end - 1));
  return isWhole && length > 1 ? score + Math.min(4, -score / 2) : score;
}

/** Letters and digits, and all that is not ASCII. */
function isLetter(code: number): boolean {
  return code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}
