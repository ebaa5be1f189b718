import type { TextEdit } from '@inkbear/prose/text-edit';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { flushSync } from 'react-dom';
import { VariationsDialog } from '../../../features/ai-tools/components/variations-dialog.tsx';
import { useSaveContextChoice } from '../../../features/ai-tools/context-choice.api.ts';
import { useResultMemory } from '../../../features/proposals/hooks/use-result-memory.ts';
import { belowEdits, type Placement, placementOf } from '../../../features/proposals/placement.ts';
import type { Selection } from '../../../features/writing/prose-editor.ts';
import { conflictToast, editorNotReadyToast } from '../../../features/writing/undo-action.ts';
import { type OpenManuscript, useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { usePassageHighlight } from '../../../manuscript/use-passage-highlight.ts';
import { useUndoAction } from '../../../manuscript/use-undo-action.ts';
import { useOpenChapter } from '../open-chapter.ts';

interface Props {
  selection: Selection;
  option: string | null;
  onClose: () => void;
}

const passageChangedToast = {
  title: 'This passage has changed',
  description:
    'Insert a variation below it, or close this dialog, select the words again and ask again. The variations are in Saved results.',
  tone: 'destructive' as const,
};

/**
 * The dialog with variations of the selection. Applying one replaces exactly the selected passage, never the same words
 * elsewhere.
 */
export function SelectionVariations({ selection, option, onClose }: Props) {
  const openManuscript = useOpenManuscript();
  const { queue } = openManuscript;
  const { book, current } = useOpenChapter();
  const saveChoice = useSaveContextChoice(book.id);
  const memory = useResultMemory();
  const applyVariation = useApplyVariation(openManuscript, selection, onClose);
  const close = (seenResultId: string | null) => {
    if (seenResultId !== null) {
      memory.markDone([seenResultId]);
      memory.savePassage(seenResultId, selection);
    }
    onClose();
  };
  return (
    <VariationsDialog
      context={{
        book,
        chapterId: current.id,
        selectedText: selection.text,
        fullContent: queue.text.toString(),
        passageStart: selection.from,
        askedRev: queue.isDirty ? null : queue.view().rev,
        saveChoice,
      }}
      option={option}
      onApply={(text, resultId) =>
        applyVariation(resultId, (_currentText, { place, range }) =>
          place === 'passage' ? [{ ...range, insert: text }] : null,
        )
      }
      onInsertBelow={(text, resultId) =>
        applyVariation(resultId, (currentText, placement) => belowEdits(currentText, placement, text))
      }
      onClose={close}
    />
  );
}

/** Computes the edits from the passage's current position; null when the passage has changed. */
type PlaceEdits = (currentText: string, placement: Placement) => readonly TextEdit[] | null;

function useApplyVariation(
  { manuscript, queue, editor, layout }: OpenManuscript,
  selection: Selection,
  onClose: () => void,
) {
  const memory = useResultMemory();
  const makeUndo = useUndoAction(manuscript);
  const highlightedPassage = usePassageHighlight(editor, selection, 'selection');
  return (resultId: string, placeEdits: PlaceEdits): void => {
    if (queue.view().conflict !== null) return showToast(conflictToast('chapter'));
    if (editor === null) return showToast(editorNotReadyToast);
    const currentText = editor.text();
    const request = { kind: 'rewrite', passage: selection, content: currentText } as const;
    const edits = placeEdits(currentText, placementOf(currentText, request, '', highlightedPassage()));
    if (edits === null) return showToast(passageChangedToast);
    const change = editor.acceptEdits(edits, resultId);
    memory.markDone([resultId]);
    // The dialog returns the focus to its button when it is removed. Undo by the keyboard needs it in the text.
    flushSync(onClose);
    if (layout.isNarrow) layout.openTool(null);
    editor.focus();
    showToast({
      title: 'AI Enhanced',
      description: 'Your previous text is in the history.',
      action: makeUndo(change),
    });
  };
}
