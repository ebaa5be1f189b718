import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import { read } from '@inkbear/web-kit/read.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ProposalCard } from '../../features/proposals/components/proposal-card.tsx';
import { costText } from '../../features/proposals/cost-text.ts';
import type { ProposalControl } from '../../features/proposals/hooks/use-proposal.ts';
import { useResultMemory } from '../../features/proposals/hooks/use-result-memory.ts';
import { belowEdits, editsFor, type Landing, landingOf } from '../../features/proposals/landing.ts';
import { type Proposal, resultsOf, shownAttempt } from '../../features/proposals/proposal.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { undecided } from '../../features/writing/undo-action.ts';
import { useUndoAction } from './use-undo-action.ts';
import { usePassageMark } from './use-passage-mark.ts';

const layer = 'proposal';

interface Props {
  manuscript: Manuscript;
  /** Whose counters it uses. */
  scope: { storyId: string } | { bookId: string; chapterId: string };
  /** BCP 47, of the text. */
  language: string;
  proposal: Proposal;
  control: ProposalControl;
  queue: SaveQueue;
  editor: ProseEditor | null;
}

/** Brings the proposal and the text together; accepting is one change with its origin, and one undo away from before. */
export function TextProposal({ manuscript, scope, language, proposal, control, queue, editor }: Props) {
  const memory = useResultMemory();
  const makeUndo = useUndoAction(manuscript);
  const cost = useCost(scope, proposal);
  const { data: status } = useQuery(read(getAiStatus));
  const { wish, run } = proposal;
  const { text, resultId } = shownAttempt(proposal);
  const marked = usePassageMark(editor, wish.passage, layer);
  const isWriting = run.state === 'writing';
  // Not compared anew while the author types on: whatever they type is merged when they accept.
  const [now, setNow] = useState(() => queue.text.toString());
  useEffect(() => {
    if (!isWriting) setNow(queue.text.toString());
  }, [queue, isWriting, text]);
  const landing = useMemo(
    () => (isWriting ? null : landingOf(now, wish, text, marked())),
    [isWriting, now, wish, text, marked],
  );

  const finish = () => {
    memory.markDone(resultsOf(proposal));
    control.drop();
  };
  const discard = () => {
    finish();
    // The button is gone with the card; while the text is read instead of edited, the editor cannot take the focus.
    editor?.focus();
    if (editor === null || document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  };
  const land = (edits: ReturnType<typeof editsFor>) => {
    if (editor === null)
      return showToast({
        title: 'Editor Not Ready',
        description: 'Please wait for the editor to load.',
        tone: 'destructive',
      });
    if (queue.view().phase === 'conflict') return showToast(undecided(manuscript.kind));
    if (edits === null) {
      setNow(queue.text.toString());
      return showToast({
        title: 'Your text has changed',
        description: 'Look at the proposal once more before you accept it.',
      });
    }
    const change = editor.acceptEdits(edits, resultId);
    finish();
    editor.focus();
    showToast({ title: 'Accepted', description: 'Your text from before is in the history.', action: makeUndo(change) });
  };
  /** The passage may have moved since it was looked at. */
  const atPresent = (look: Landing): Landing =>
    look.place === 'passage' || look.place === 'lost' ? landingOf(queue.text.toString(), wish, text, marked()) : look;
  return (
    <ProposalCard
      proposal={proposal}
      landing={landing}
      language={language.toLowerCase()}
      isOffline={status?.provider === 'offline'}
      cost={cost}
      onAccept={(chosen) => {
        if (landing) land(acceptedEdits(queue.text.toString(), landing, atPresent(landing), chosen));
      }}
      onInsertBelow={(whole) => {
        if (landing) land(belowEdits(queue.text.toString(), atPresent(landing), whole));
      }}
      onStop={control.stop}
      onTryAgain={() => (queue.view().conflict === null ? control.tryAgain() : showToast(undecided(manuscript.kind)))}
      onShow={control.show}
      onDiscard={discard}
      onPassage={
        wish.passage && editor
          ? () => {
              const [span] = editor.marks(layer);
              if (span) editor.reveal(span);
            }
          : undefined
      }
    />
  );
}

/** Nothing when the passage was changed after it was looked at. */
const acceptedEdits = (now: string, look: Landing, present: Landing, chosen: string) =>
  present.place === look.place ? editsFor(now, present, chosen) : null;

function useCost(query: Props['scope'], proposal: Proposal): string | null {
  const { data: limits } = useQuery(read(getLimits, { query }));
  return costText(proposal, limits);
}
