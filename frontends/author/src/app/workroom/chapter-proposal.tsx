import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { read } from '@inkbear/web-kit/read.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ProposalCard } from '../../features/proposals/components/proposal-card.tsx';
import { costText } from '../../features/proposals/cost-text.ts';
import type { ProposalControl } from '../../features/proposals/hooks/use-proposal.ts';
import { belowEdits, editsFor, findPassage, type Landing, landingOf, type Marked } from '../../features/proposals/landing.ts';
import { type Proposal, shownAttempt } from '../../features/proposals/proposal.ts';
import { resultMemory } from '../../features/proposals/result-memory.ts';
import type { Wish } from '../../features/proposals/wish.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { undecided, undoAction } from '../../features/writing/undo-action.ts';
import styles from './chapter-proposal.module.css';

const layer = 'proposal';

interface Props {
  book: Book;
  chapter: Chapter;
  proposal: Proposal;
  control: ProposalControl;
  queue: SaveQueue;
  editor: ProseEditor | null;
}

/** Brings the proposal and the text together; accepting is one change with its origin, and one undo away from before. */
export function ChapterProposal({ book, chapter, proposal, control, queue, editor }: Props) {
  const cost = useCost(book.id, chapter.id, proposal);
  const { data: status } = useQuery(read(getAiStatus));
  const { wish, run } = proposal;
  const { text, resultId } = shownAttempt(proposal);
  const marked = usePassageMark(editor, wish);
  const isWriting = run.state === 'writing';
  // Not compared anew while the author types on: whatever they type is merged when they accept.
  const [now, setNow] = useState(() => queue.text.toString());
  useEffect(() => setNow(queue.text.toString()), [queue, isWriting, text]);
  const landing = useMemo(() => (isWriting ? null : landingOf(now, wish, text, marked())), [isWriting, now, wish, text, marked]);

  const finish = () => {
    resultMemory.markDone(proposal.attempts.map((attempt) => attempt.resultId));
    control.drop();
  };
  const land = (edits: ReturnType<typeof editsFor>) => {
    if (editor === null) return toast({ title: 'Editor Not Ready', description: 'Please wait for the editor to load.', tone: 'destructive' });
    if (queue.view().phase === 'conflict') return toast(undecided);
    if (edits === null) {
      setNow(queue.text.toString());
      return toast({ title: 'Your text has changed', description: 'Look at the proposal once more before you accept it.' });
    }
    const takeBack = editor.acceptEdits(edits, resultId);
    finish();
    editor.focus();
    toast({ title: 'Accepted', description: 'Your text from before is in the history.', action: undoAction(takeBack) });
  };
  /** The passage may have moved since it was looked at. */
  const atPresent = (look: Landing): Landing => (look.place === 'passage' || look.place === 'lost' ? landingOf(queue.text.toString(), wish, text, marked()) : look);
  return (
    <ProposalCard
      proposal={proposal} landing={landing} language={book.language.toLowerCase()} isOffline={status?.provider === 'offline'} cost={cost}
      onAccept={(chosen) => { if (landing) land(acceptedEdits(queue.text.toString(), landing, atPresent(landing), chosen)); }}
      onInsertBelow={(whole) => { if (landing) land(belowEdits(queue.text.toString(), atPresent(landing), whole)); }}
      onStop={control.stop} onTryAgain={control.tryAgain} onShow={control.show} onDiscard={finish}
      onPassage={wish.passage && editor ? () => { const [span] = editor.marks(layer); if (span) editor.reveal(span); } : undefined}
    />
  );
}

/** Nothing when the passage was changed after it was looked at. */
const acceptedEdits = (now: string, look: Landing, present: Landing, chosen: string) => (present.place === look.place ? editsFor(now, present, chosen) : null);

function useCost(bookId: string, chapterId: string, proposal: Proposal): string | null {
  const { data: limits } = useQuery(read(getLimits, { query: { bookId, chapterId } }));
  return costText(proposal, limits);
}

/** Shows which passage is worked on, and moves with it while the author types. Answers where it stands now. */
function usePassageMark(editor: ProseEditor | null, { passage }: Wish): () => Marked {
  const wasMarked = useRef<Wish['passage']>(null);
  useEffect(() => {
    // A passage that was deleted is not looked for again, whichever editor shows the text by now.
    const span = editor && passage && wasMarked.current !== passage && findPassage(editor.text(), passage);
    if (!span) return undefined;
    editor.mark(layer, [{ ...span, className: styles['passage'] ?? '' }]);
    wasMarked.current = passage;
    return () => {
      if (editor.marks(layer).length > 0) wasMarked.current = null;
      editor.mark(layer, []);
    };
  }, [editor, passage]);
  return useCallback(() => editor?.marks(layer)[0] ?? (passage !== null && wasMarked.current === passage ? 'gone' : null), [editor, passage]);
}
