import { findHunks } from './text-hunks.ts';

/** A part of a comparison. `same` + `removed` in order is the old text, `same` + `added` the new one. */
export interface WordDiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Compares two texts word by word; a removed part comes before its replacement. Bounded time. */
export const diffWords = (before: string, after: string): WordDiffPart[] => {
  const hunks = findHunks(before, after);
  const joined: typeof hunks = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    // A lone space between two replaced words reads better as part of one replacement.
    if (last && /^[^\S\n]*$/.test(before.slice(last.to, hunk.from)))
      Object.assign(last, { to: hunk.to, toB: hunk.toB });
    else joined.push({ ...hunk });
  }
  const parts: WordDiffPart[] = [];
  const push = (kind: WordDiffPart['kind'], text: string): void => {
    if (text !== '') parts.push({ kind, text });
  };
  let position = 0;
  for (const { from, to, fromB, toB } of joined) {
    push('same', before.slice(position, from));
    push('removed', before.slice(from, to));
    push('added', after.slice(fromB, toB));
    position = to;
  }
  push('same', before.slice(position));
  return parts;
};

/**
 * Splits a text into sentences; joined they are the text again, whitespace included.
 * @param language BCP 47; an unknown one falls back to English
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
