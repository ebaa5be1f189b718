import type { TextRange } from '@inkbear/prose/text-edit';

/** Finds the position in the chapter's present text; null when it is no longer there. */
type FindPosition = (text: string) => TextRange | null;

let pending: { chapterId: string; find: FindPosition } | null = null;

/** The position to show in a chapter that is about to open. */
export const pendingReveal = {
  set: (chapterId: string, find: FindPosition): void => {
    pending = { chapterId, find };
  },
  consume: (chapterId: string): FindPosition | null => {
    const find = pending?.chapterId === chapterId ? pending.find : null;
    pending = null;
    return find;
  },
};
