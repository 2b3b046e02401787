/** Text that a service wrote, made safe to show in a label, a tooltip or a message's detail. */

/** The longest run of combining marks that is shown as it is; no living script stacks more on one letter. */
const MAX_MARKS = 6;

/** Invisible or layout-changing: controls, format characters (bidi, zero width, soft hyphen, tags), line separators, fillers. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]$/u;
const MARK = /^\p{M}$/u;

/**
 * What a label may show of a foreign text: characters that hide or reorder others are written out (`[U+202E]`, control characters
 * as their pictures), floods of combining marks likewise, `$(` cannot become an icon, and the whole is at most `max` UTF-16 units long.
 * Linear, and looks at no more of the text than it shows. Only for showing: the exact text stays in the item.
 */
export function display(text: string, max = 200): string {
  let shown = '';
  let marks = 0;
  let previous = '';
  for (const character of text) {
    marks = MARK.test(character) ? marks + 1 : 0;
    let piece = marks > MAX_MARKS || INVISIBLE.test(character) ? visible(character) : character;
    if (piece === '(' && previous === '$') {
      // A thin space: a backslash would be shown where the editor does not look for icons.
      piece = '\u2009(';
    }
    if (shown.length + piece.length > max) {
      return ellipsis(shown, max);
    }
    shown += piece;
    previous = character;
  }
  return shown;
}

function ellipsis(shown: string, max: number): string {
  if (max <= 0) {
    return '';
  }
  let cut = shown.slice(0, Math.max(0, max - 1));
  // A pair that was cut in two would be a lone surrogate.
  if (/[\uD800-\uDBFF]$/u.test(cut)) {
    cut = cut.slice(0, -1);
  }
  return `${cut}…`;
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) {
    return String.fromCharCode(0x2400 + code);
  }
  return code === 0x7f ? '\u2421' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
