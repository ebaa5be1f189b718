import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editsBetween } from '../../features/full-chapter/restore-text.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { undoAction } from '../../features/writing/undo-action.ts';

/**
 * Reading or editing. Words are saved while they are typed; Cancel therefore puts the text back that stood there when editing began, as a
 * change like any other: one Undo away, and both texts are in the history.
 */
export function useEditing(queue: SaveQueue, editor: ProseEditor | null) {
  const [isEditing, setEditing] = useState(() => queue.text.length === 0);
  const [hasEdited, setHasEdited] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const start = useRef(queue.text);
  useEffect(() => queue.onRemoteChange(() => {
    // Somebody saved elsewhere: their words are never taken back by a Cancel here.
    start.current = queue.text;
  }), [queue]);
  const edit = useCallback(() => {
    start.current = queue.text;
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
      if (queue.view().phase !== 'signed-out') toast({ title: 'Error', description: 'Failed to save chapter.', tone: 'destructive' });
      return;
    }
    toast({ title: 'Saved!', description: 'Chapter saved successfully.' });
    leave();
  }, [queue, leave]);
  const cancel = useCallback(() => {
    const edits = editsBetween(queue.text.toString(), start.current.toString());
    if (edits.length > 0 && editor !== null) {
      const takeBack = editor.apply(edits);
      toast({ title: 'Changes taken back', description: 'The chapter is as it was. What you typed is in its history.', action: undoAction(takeBack) });
    }
    leave();
  }, [queue, editor, leave]);
  /** `hasEdited`: the button that begins editing takes the focus over from those that ended it. */
  return { isEditing, hasEdited, edit, save, cancel, view: () => setEditing(false) };
}
