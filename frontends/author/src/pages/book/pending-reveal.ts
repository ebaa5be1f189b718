import type { Span } from '@inkbear/prose/text-edit';

let pending: { chapterId: string; span: Span } | null = null;

/** The position to show in a chapter that is about to open. */
export const pendingReveal = {
  set: (chapterId: string, span: Span): void => {
    pending = { chapterId, span };
  },
  consume: (chapterId: string): Span | null => {
    const span = pending?.chapterId === chapterId ? pending.span : null;
    pending = null;
    return span;
  },
};
