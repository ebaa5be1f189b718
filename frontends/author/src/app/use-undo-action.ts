import { useSession } from '@inkbear/web-kit/session.tsx';
import type { MadeChange } from '../features/writing/made-change.ts';
import { undoAction } from '../features/writing/undo-action.ts';
import { withChapterQueue } from './chapter-queue.ts';
import { takeBack } from './workroom/take-back.ts';

/** Makes the Undo of a toast for changes of a chapter; it holds after the chapter was left. */
export function useUndoAction(chapterId: string) {
  const userId = useSession().user?.id ?? '';
  return (change: MadeChange) => undoAction(change, ({ text, places }) => withChapterQueue(userId, chapterId, (queue) => takeBack({ text: text.toString(), places }, queue)));
}
export type MakeUndo = ReturnType<typeof useUndoAction>;
