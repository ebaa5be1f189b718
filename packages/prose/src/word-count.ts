import type { ChangeSet, Text } from '@codemirror/state';

/** A text on the server (string) or in the editor (CodeMirror `Text`). */
export type TextLike = string | Text;

/** True for the UTF-16 units that JavaScript's `\s` matches. */
export const isSpace = (unit: number): boolean => {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
};

/** Counts words: runs of characters between whitespace. Allocates no memory. */
export const countWords = (text: string): number => countWordStarts(text, true);

/**
 * Counts the places where a word begins.
 * @param afterSpace whether whitespace (or the start of the text) precedes the text
 */
export const countWordStarts = (text: string, afterSpace: boolean): number => {
  let count = 0;
  let followsSpace = afterSpace;
  for (let at = 0; at < text.length; at += 1) {
    const isSpaceHere = isSpace(text.charCodeAt(at));
    if (followsSpace && !isSpaceHere) count += 1;
    followsSpace = isSpaceHere;
  }
  return count;
};

/** A part of a text as a string. */
export const sliceText = (text: TextLike, from: number, to: number): string =>
  typeof text === 'string' ? text.slice(from, to) : text.sliceString(from, to, '\n');

/** Whether whitespace or the beginning of the text precedes `position`. */
export const isAfterSpace = (text: TextLike, position: number): boolean =>
  position === 0 || isSpace(sliceText(text, position - 1, position).charCodeAt(0));

/**
 * The difference in word count that `changes` make. Reads only the text around the changes:
 * `countWords(after) === countWords(before) + countWordsDelta(before, changes)`.
 */
export const countWordsDelta = (before: TextLike, changes: ChangeSet): number => {
  let delta = 0;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const afterSpace = isAfterSpace(before, fromA);
    const next = sliceText(before, toA, toA + 1);
    delta +=
      countWordStarts(inserted.toString() + next, afterSpace) -
      countWordStarts(sliceText(before, fromA, toA) + next, afterSpace);
  });
  return delta;
};
