import { findHunks } from './text-hunks.ts';

/** A part of a comparison. The old text consists of the parts `same` and `removed`, the new text of `same` and `added`. */
export interface WordDiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Compares two texts by words. A removed part comes before its replacement. Takes bounded time. */
export const diffWords = (before: string, after: string): WordDiffPart[] => {
  const hunks = findHunks(before, after);
  const merged: typeof hunks = [];
  for (const hunk of hunks) {
    const last = merged.at(-1);
    // Two replaced words with only a space between them are easier to read as one replacement.
    if (last && /^[^\S\n]*$/.test(before.slice(last.to, hunk.from)))
      Object.assign(last, { to: hunk.to, toB: hunk.toB });
    else merged.push({ ...hunk });
  }
  const parts: WordDiffPart[] = [];
  const push = (kind: WordDiffPart['kind'], text: string): void => {
    if (text !== '') parts.push({ kind, text });
  };
  let position = 0;
  for (const { from, to, fromB, toB } of merged) {
    push('same', before.slice(position, from));
    push('removed', before.slice(from, to));
    push('added', after.slice(fromB, toB));
    position = to;
  }
  push('same', before.slice(position));
  return parts;
};

/**
 * Splits a text into sentences, each with the white space after it.
 * @param language a BCP 47 tag; English is used for an unknown one
 */
export const splitSentences = (text: string, language = 'en'): string[] => {
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  }
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
};
