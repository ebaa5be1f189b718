import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { BookContext } from './task.ts';

/** Pinned chapters are sent in full up to this many characters together; further ones are summarised like the rest. */
const maxPinnedCharacters = 150_000;

/**
 * Applies the author's choice to a context: excluded parts are removed and pinned chapters are kept in full. Models and
 * the offline provider both get only this context.
 */
export function applyContextChoice(context: BookContext, choice: ContextChoice): BookContext {
  const excluded = new Set(choice?.exclude);
  const pinned = new Set(choice?.pin);
  const { book, chapter } = context;
  const before = context.before.filter(({ id }) => !excluded.has(`chapter:${id}`));
  let remaining = maxPinnedCharacters;
  const inFull = before.filter(({ id, content }) => pinned.has(`chapter:${id}`) && (remaining -= content.length) >= 0);
  return {
    book: {
      ...book,
      synopsis: excluded.has('synopsis') ? '' : book.synopsis,
      outline: excluded.has('outline') ? '' : book.outline,
    },
    chapter: excluded.has('plan') ? { ...chapter, description: '', keyPoints: [] } : chapter,
    before,
    inFull: new Set(inFull.map(({ id }) => id)),
    withoutNames: excluded.has('names'),
  };
}
