import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import type { MadeChange } from '../../features/writing/made-change.ts';
import { undoAction } from '../../features/writing/undo-action.ts';
import { withQueue } from './manuscript-queue.ts';
import { takeBack } from './take-back.ts';

/** Makes the Undo of a toast for changes of a text; it holds after the text was left. */
export function useUndoAction(manuscript: Manuscript) {
  const userId = useSession().user?.id ?? '';
  return (change: MadeChange) =>
    undoAction(manuscript.kind, change, ({ text, places }) =>
      withQueue(userId, manuscript, (queue) => takeBack({ text: text.toString(), places }, queue)),
    );
}
export type MakeUndo = ReturnType<typeof useUndoAction>;
