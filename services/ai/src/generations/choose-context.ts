import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { BookContext } from './task.ts';

/** Characters of pinned chapters that are sent in full; what is pinned beyond them is summarised like the rest. */
const pinnedCharacters = 150_000;

/** The context as the author wants it: without what is left out, and with the pinned chapters in full. Whatever reads it, a model or the offline writer, sees no more. */
export function chooseContext(context: BookContext, choice: ContextChoice): BookContext {
  const out = new Set(choice?.exclude);
  const wanted = new Set(choice?.pin);
  const { book, chapter } = context;
  const before = context.before.filter(({ id }) => !out.has(`chapter:${id}`));
  let room = pinnedCharacters;
  const inFull = before.filter(({ id, content }) => wanted.has(`chapter:${id}`) && (room -= content.length) >= 0);
  return {
    book: {
      ...book,
      synopsis: out.has('synopsis') ? '' : book.synopsis,
      outline: out.has('outline') ? '' : book.outline,
    },
    chapter: out.has('plan') ? { ...chapter, description: '', keyPoints: [] } : chapter,
    before,
    inFull: new Set(inFull.map(({ id }) => id)),
    withoutNames: out.has('names'),
  };
}
