/** Characters that a backslash makes ordinary ones, in the grammar of `@inkbear/prose/marks`. */
const escapable = '*_#\\~-';

const isLetter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);
const isSpace = (character: string): boolean => character !== '' && character.trim() === '';

/** Whether a run of marks is certainly read as text: between letters, or between spaces. */
const isHarmless = (before: string, after: string): boolean =>
  (isLetter(before) && isLetter(after)) || (isSpace(before) && isSpace(after));

/** Whether there is nothing to escape in a text. */
export const isPlain = (text: string): boolean => !/[*_\\]/.test(text);

/**
 * Escapes a text so that its asterisks, underscores and backslashes stay what they are, and calls back with each of its
 * units and what is written for it. The text begins and ends at a mark, or at an end of the line.
 */
export function escapeText(text: string, write: (written: string) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      const next = text.charAt(at + 1);
      write(next === '' || escapable.includes(next) ? '\\\\' : character);
    } else if (character === '*' || character === '_') {
      let to = at + 1;
      while (text.charAt(to) === character) to += 1;
      const written = isHarmless(text.charAt(at - 1), text.charAt(to)) ? character : `\\${character}`;
      for (; at < to; at += 1) write(written);
      at -= 1;
    } else write(character);
  }
}
