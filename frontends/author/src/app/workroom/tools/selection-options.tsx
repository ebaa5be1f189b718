import { toast } from '@inkbear/web-kit/toast.ts';
import { OptionsDialog } from '../../../features/ai-tools/components/options-dialog.tsx';
import { contextChoice } from '../../../features/ai-tools/context-choice.ts';
import { findPassage } from '../../../features/proposals/landing.ts';
import { useResultMemory } from '../../../features/proposals/hooks/use-result-memory.ts';
import type { Selection } from '../../../features/writing/prose-editor.ts';
import { undecided } from '../../../features/writing/undo-action.ts';
import { useUndoAction } from '../../use-undo-action.ts';
import type { DeskView } from '../desk-view.ts';

interface Props extends DeskView {
  selection: Selection;
  option: string | null;
  onClose: () => void;
}

/** The dialog of variations; the one that is applied replaces exactly what was selected. */
export function SelectionOptions({ book, current, queue, editor, isNarrow, selection, option, onClose, onTool }: Props) {
  const memory = useResultMemory();
  const makeUndo = useUndoAction(current.id);
  const apply = (text: string, resultId: string) => {
    if (queue.view().phase === 'conflict') return toast(undecided);
    const span = editor && findPassage(editor.text(), selection);
    if (!editor || !span) return toast({ title: 'This passage has changed', description: 'Close this, select the words again and ask once more. The variations are in Kept results.', tone: 'destructive' });
    const change = editor.acceptEdits([{ ...span, insert: text }], resultId);
    memory.markDone([resultId]);
    onClose();
    if (isNarrow) onTool(null);
    toast({ title: 'AI Enhanced', description: 'Your text from before is in the history.', action: makeUndo(change) });
  };
  const close = (seen: string | null) => {
    if (seen !== null) {
      memory.markDone([seen]);
      memory.keepPassage(seen, selection);
    }
    onClose();
  };
  return (
    <OptionsDialog
      place={{ book, chapterId: current.id, selectedText: selection.text, fullContent: queue.text.toString(), context: contextChoice.read(book.id) }}
      option={option} onApply={apply} onClose={close}
    />
  );
}
