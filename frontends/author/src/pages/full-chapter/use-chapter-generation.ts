import type { Text } from '@codemirror/state';
import type { Book } from '@inkbear/contracts/books/book';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useRef } from 'react';
import { useSaveContextChoice } from '../../features/ai-tools/context-choice.api.ts';
import { type PartialText, useGenerateChapter } from '../../features/full-chapter/hooks/use-generate-chapter.ts';
import { blockedReasonOf, offersGenerate } from '../../features/full-chapter/may-generate.ts';
import { useResultMemory } from '../../features/proposals/hooks/use-result-memory.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { conflictToast, editorNotReadyToast } from '../../features/writing/undo-action.ts';
import type { MakeUndo } from '../../manuscript/use-undo-action.ts';
import { findSavedRevision } from '../../manuscript/saved-revision.ts';

interface Options {
  readonly book: Book;
  readonly chapter: ChapterItem;
  readonly queue: SaveQueue;
  readonly editor: ProseEditor | null;
  readonly makeUndo: MakeUndo;
  /** Called after generated text was put into the chapter. */
  readonly onFilled: () => void;
}

/** Generates the chapter and puts the result into its text, with Undo. */
export function useChapterGeneration({ book, chapter, queue, editor, makeUndo, onFilled }: Options) {
  const memory = useResultMemory();
  const saveChoice = useSaveContextChoice(book.id);
  const { data: plan } = usePlanStatus();
  const textWhenRequested = useRef<Text | null>(null);
  const fill = (content: string, resultId: string | null) => {
    if (editor === null) {
      showToast(editorNotReadyToast);
      return null;
    }
    // Read from the queue: this component may not have rendered since the conflict appeared.
    if (queue.view().conflict !== null) {
      showToast(conflictToast('chapter'));
      return null;
    }
    // Text that was typed meanwhile, here or in another tab, stays above the generated text, however short it is.
    const isUnchanged = textWhenRequested.current?.eq(queue.text) === true && offersGenerate(queue.text.length);
    const change = editor.accept(content, isUnchanged ? 'whole' : 'below', resultId);
    onFilled();
    void queue.flush();
    return change;
  };
  const { streamingText, partial, start, stop, discardPartial } = useGenerateChapter(
    {
      book,
      chapter,
      saveChoice,
      revisionOf: (content) => findSavedRevision(queue, content),
    },
    ({ content, wordCount, resultId }) => {
      const change = fill(content, resultId);
      if (change === null) return false;
      memory.markDone([resultId]);
      showToast({
        title: 'Chapter Generated!',
        description: `Generated ${formatNumber(wordCount)} words for ${chapter.title}`,
        action: makeUndo(change),
      });
      return true;
    },
  );
  const keepPartial = ({ text, resultId }: PartialText) => {
    const change = fill(text, resultId);
    if (change === null) return;
    if (resultId !== null) memory.markDone([resultId]);
    discardPartial();
    showToast({ title: 'Accepted', description: 'Your previous text is in the history.', action: makeUndo(change) });
  };
  const generate = () => {
    const reason = blockedReasonOf(plan);
    if (reason) return showToast({ ...reason, ...(plan === undefined ? {} : { tone: 'destructive' as const }) });
    textWhenRequested.current = queue.text;
    start(queue.text.toString());
  };
  return { streamingText, partial, stop, discardPartial, keepPartial, generate };
}
