import type { SaveQueue } from '../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { editsBetween } from '../../features/full-chapter/edits-between.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { MakeUndo } from '../../manuscript/use-undo-action.ts';
import { rebaseBaseline, type CancelBaseline } from './cancel-baseline.ts';

const historyHint = 'Every version is in the chapter’s history.';
const conflictOpenToast = {
  title: 'Choose a version first',
  description: 'This chapter was changed elsewhere too. Choose which text to keep, then cancel if you still want to.',
  tone: 'destructive' as const,
};

/**
 * Switches between reading and editing. Text is saved while it is typed, so Cancel reverts what was typed since Edit
 * was pressed with one more change, which Undo can revert and the history records. Remote changes stay.
 */
export function useEditMode(queue: SaveQueue, editor: ProseEditor | null, makeUndo: MakeUndo) {
  const [isEditing, setEditing] = useState(() => queue.text.length === 0);
  const [hasEdited, setHasEdited] = useState(false);
  const [wasEditPressed, setEditPressed] = useState(false);
  const baseline = useCancelBaseline(queue);
  const edit = useCallback(() => {
    baseline.current = { text: queue.text, isComplete: true };
    setEditing(true);
    setEditPressed(true);
  }, [queue, baseline]);
  useEffect(() => {
    if (isEditing && wasEditPressed) editor?.focus();
  }, [isEditing, wasEditPressed, editor]);
  const leave = useCallback(() => {
    setEditing(false);
    setHasEdited(true);
  }, []);
  const save = useCallback(async () => {
    if (!(await queue.flush())) {
      if (queue.view().phase !== 'signed-out')
        showToast({ title: 'Error', description: 'Failed to save chapter.', tone: 'destructive' });
      return;
    }
    showToast({ title: 'Saved!', description: 'Chapter saved successfully.' });
    leave();
  }, [queue, leave]);
  const cancel = useCallback(() => {
    if (queue.view().conflict !== null) return showToast(conflictOpenToast);
    const { text, isComplete } = baseline.current;
    const edits = editsBetween(queue.text.toString(), text.toString());
    if (edits.length > 0 && editor !== null)
      showToast({
        title: 'Changes undone',
        description: isComplete
          ? 'What you typed here was removed from the chapter. It is in the history.'
          : `What you typed was removed, except in places that were also changed elsewhere. ${historyHint}`,
        action: makeUndo(editor.apply(edits, 'replacement')),
      });
    else if (!isComplete)
      showToast({
        title: 'Nothing undone',
        description: `What you typed has been changed elsewhere in the meantime. ${historyHint}`,
      });
    leave();
  }, [queue, editor, baseline, makeUndo, leave]);
  // When `hasEdited` is true, the Edit button takes the focus from the button that ended editing.
  return { isEditing, hasEdited, edit, save, cancel, read: () => setEditing(false) };
}

/** The text that Cancel restores, rebased on every remote change. */
function useCancelBaseline(queue: SaveQueue): RefObject<CancelBaseline> {
  const baseline = useRef<CancelBaseline>({ text: queue.text, isComplete: true });
  useEffect(
    () =>
      queue.onRemoteChange((changes, _source, before) => {
        baseline.current = rebaseBaseline(baseline.current, changes, before, queue.text);
      }),
    [queue],
  );
  return baseline;
}
