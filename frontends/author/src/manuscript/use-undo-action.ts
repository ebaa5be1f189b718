import type { Manuscript } from '../saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import type { AppliedChange } from '../features/writing/applied-change.ts';
import { undoAction } from '../features/writing/undo-action.ts';
import { withQueue } from './manuscript-queue.ts';
import { revertChange } from './revert-change.ts';

/**
 * Creates the Undo action of a toast for changes to a manuscript. It still works after the author has left the
 * manuscript.
 */
export function useUndoAction(manuscript: Manuscript) {
  const userId = useSession().user?.id ?? '';
  return (change: AppliedChange) =>
    undoAction(manuscript.kind, change, ({ text, ranges }) =>
      withQueue(userId, manuscript, (queue) => revertChange({ text: text.toString(), ranges }, queue)),
    );
}
export type MakeUndo = ReturnType<typeof useUndoAction>;
