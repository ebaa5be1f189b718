import fc from 'fast-check';

const word = fc.constantFrom(
  'the',
  'bear',
  'bear’s',
  'ink',
  'and',
  'Écriture',
  'cafe\u0301',
  '🐻',
  '👩‍👧',
  '漢字',
  'سلام',
  'x',
  '12.5',
  '—',
  '“Oh!”',
);
const space = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\n\n', '\t', '\u00a0', ', ', '. ');

/** Texts with repeated words, so that diffs find common parts, with emoji, combining marks and unusual spaces. LF only. */
export const prose = (maxWords = 40): fc.Arbitrary<string> =>
  fc.array(fc.oneof(word, space), { maxLength: maxWords }).map((parts) => parts.join(''));

/** Any well-formed text, LF only. */
export const anyText = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replace(/\r/g, '\n'));

/** A text, and the text after a few edits, such as those between two saves. */
export const editedPair: fc.Arbitrary<[string, string]> = fc
  .tuple(prose(60), fc.array(fc.tuple(fc.nat(), fc.nat(12), prose(4)), { maxLength: 4 }))
  .map(([before, edits]) => [before, edits.reduce(editOnce, before)]);

/** Replaces some characters of a text, without splitting a surrogate pair. */
export const editOnce = (text: string, [at, length, insert]: [number, number, string]): string => {
  const characters = Array.from(text);
  characters.splice(at % (characters.length + 1), length, insert);
  return characters.join('');
};
