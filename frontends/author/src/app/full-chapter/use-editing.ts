import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editsBetween } from '../../features/full-chapter/edits-between.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { MakeUndo } from '../manuscript/use-undo-action.ts';
import { rebaseStart, type VisitStart } from './visit-start.ts';

const kept = 'The chapter’s history has each text.';
const twice = {
  title: 'Decide between the two texts first',
  description: 'This chapter was changed in two places. Choose which text to keep, then cancel if you still want to.',
  tone: 'destructive' as const,
};

/**
 * Reading or editing. Words are saved while they are typed; Cancel therefore takes back what was typed since editing began, as a
 * change like any other: one Undo away, and both texts are in the history. What came from elsewhere meanwhile stays.
 */
export function useEditing(queue: SaveQueue, editor: ProseEditor | null, makeUndo: MakeUndo) {
  const [isEditing, setEditing] = useState(() => queue.text.length === 0);
  const [hasEdited, setHasEdited] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const start = useRef<VisitStart>({ text: queue.text, isWhole: true });
  useEffect(
    () =>
      queue.onRemoteChange((changes, _source, before) => {
        start.current = rebaseStart(start.current, changes, before, queue.text);
      }),
    [queue],
  );
  const edit = useCallback(() => {
    start.current = { text: queue.text, isWhole: true };
    setEditing(true);
    setWasAsked(true);
  }, [queue]);
  useEffect(() => {
    if (isEditing && wasAsked) editor?.focus();
  }, [isEditing, wasAsked, editor]);
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
    if (queue.view().conflict !== null) return showToast(twice);
    const { text, isWhole } = start.current;
    const edits = editsBetween(queue.text.toString(), text.toString());
    if (edits.length > 0 && editor !== null) {
      const description = isWhole
        ? 'The chapter is without what you typed here. Your words are in its history.'
        : `What you typed is gone, but for places that were changed elsewhere too. ${kept}`;
      showToast({ title: 'Changes taken back', description, action: makeUndo(editor.apply(edits, 'replacement')) });
    } else if (!isWhole)
      showToast({
        title: 'Nothing taken back',
        description: `What you typed was changed elsewhere meanwhile. ${kept}`,
      });
    leave();
  }, [queue, editor, makeUndo, leave]);
  /** `hasEdited`: the button that begins editing takes the focus over from those that ended it. */
  return { isEditing, hasEdited, edit, save, cancel, view: () => setEditing(false) };
}
