import type { TextEdit } from '@inkbear/prose/text-edit';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { OptionsDialog } from '../../../features/ai-tools/components/options-dialog.tsx';
import { contextChoice } from '../../../features/ai-tools/context-choice.ts';
import { belowEdits, type Landing, landingOf } from '../../../features/proposals/landing.ts';
import { useResultMemory } from '../../../features/proposals/hooks/use-result-memory.ts';
import type { Selection } from '../../../features/writing/prose-editor.ts';
import { undecided } from '../../../features/writing/undo-action.ts';
import { useUndoAction } from '../../manuscript/use-undo-action.ts';
import type { DeskView } from '../desk-view.ts';
import { usePassageMark } from '../../manuscript/use-passage-mark.ts';

interface Props extends DeskView {
  selection: Selection;
  option: string | null;
  onClose: () => void;
}

/** The dialog of variations; the one that is applied replaces exactly what was selected, and never the same words elsewhere. */
export function SelectionOptions({
  book,
  current,
  queue,
  editor,
  isNarrow,
  selection,
  option,
  onClose,
  onTool,
}: Props) {
  const memory = useResultMemory();
  const makeUndo = useUndoAction({ kind: 'chapter', id: current.id });
  const marked = usePassageMark(editor, selection, 'selection');
  const land = (resultId: string, editsIn: (now: string, landing: Landing) => readonly TextEdit[] | null) => {
    if (queue.view().conflict !== null) return showToast(undecided('chapter'));
    if (editor === null)
      return showToast({
        title: 'Editor Not Ready',
        description: 'Please wait for the editor to load.',
        tone: 'destructive',
      });
    const now = editor.text();
    const edits = editsIn(now, landingOf(now, { kind: 'rewrite', passage: selection, content: now }, '', marked()));
    if (edits === null)
      return showToast({
        title: 'This passage has changed',
        description:
          'Insert a variation below it, or close this, select the words again and ask once more. The variations are in Kept results.',
        tone: 'destructive',
      });
    const change = editor.acceptEdits(edits, resultId);
    memory.markDone([resultId]);
    onClose();
    if (isNarrow) onTool(null);
    showToast({
      title: 'AI Enhanced',
      description: 'Your text from before is in the history.',
      action: makeUndo(change),
    });
  };
  const apply = (text: string, resultId: string) =>
    land(resultId, (_now, { place, span }) => (place === 'passage' ? [{ ...span, insert: text }] : null));
  const insertBelow = (text: string, resultId: string) =>
    land(resultId, (now, landing) => belowEdits(now, landing, text));
  const close = (seen: string | null) => {
    if (seen !== null) {
      memory.markDone([seen]);
      memory.keepPassage(seen, selection);
    }
    onClose();
  };
  return (
    <OptionsDialog
      place={{
        book,
        chapterId: current.id,
        selectedText: selection.text,
        fullContent: queue.text.toString(),
        passageStart: selection.from,
        askedRev: queue.isDirty ? null : queue.view().rev,
        context: contextChoice.read(book.id),
      }}
      option={option}
      onApply={apply}
      onInsertBelow={insertBelow}
      onClose={close}
    />
  );
}
