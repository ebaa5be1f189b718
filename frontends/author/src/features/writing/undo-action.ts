import { messageOf } from '@inkbear/web-kit/api-error.ts';
import type { ManuscriptKind } from '../../saving/manuscript.ts';
import { unsavedUndoText, type UndoOutcome } from '../../saving/undo-outcome.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { AppliedChange } from './applied-change.ts';

/** Shown instead of an edit before the editor is ready. */
export const editorNotReadyToast = {
  title: 'Editor Not Ready',
  description: 'Please wait for the editor to load.',
  tone: 'destructive' as const,
};

/** Shown instead of an edit while a save conflict is open. */
export const conflictToast = (noun: ManuscriptKind) => ({
  title: 'Choose a version first',
  description: `This ${noun} was changed elsewhere too. Choose above which text to keep; the AI text stays here until then.`,
  tone: 'destructive' as const,
});

/**
 * The Undo action of a toast: reverts that one change, also in a manuscript that is no longer open, and shows a toast
 * when it cannot.
 */
export function undoAction(
  noun: ManuscriptKind,
  change: AppliedChange,
  undoWhenClosed: (change: AppliedChange) => Promise<UndoOutcome>,
) {
  const run = async () => {
    const isUndoneInEditor = change.undo();
    try {
      const outcome = isUndoneInEditor === null ? await undoWhenClosed(change) : isUndoneInEditor ? 'saved' : 'refused';
      if (outcome === 'refused')
        showToast({
          title: 'Undo failed',
          description: 'The same place has been edited since. Your previous text is in the history.',
          tone: 'destructive',
        });
      else if (isUndoneInEditor === null)
        showToast({
          title: 'Undone',
          description: `The ${noun} is as it was before.${outcome === 'unsaved' ? ` ${unsavedUndoText}` : ''}`,
        });
    } catch (error) {
      showToast({
        title: 'Undo failed',
        description: messageOf(error, 'The server did not answer. Your previous text is in the history.'),
        tone: 'destructive',
      });
    }
  };
  return { label: 'Undo', run: () => void run() };
}
