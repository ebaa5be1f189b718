import type { Span } from '@inkbear/prose/text-edit';

let pending: { chapterId: string; span: Span } | null = null;

/** Where to go in a chapter that is about to open. */
export const pendingReveal = {
  set: (chapterId: string, span: Span): void => {
    pending = { chapterId, span };
  },
  take: (chapterId: string): Span | null => {
    const span = pending?.chapterId === chapterId ? pending.span : null;
    pending = null;
    return span;
  },
};
