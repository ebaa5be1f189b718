import type { Manuscript } from '../saving/manuscript.ts';
import type { SaveQueue } from '../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { aiLimitsQuery, aiStatusQuery } from '../features/ai-tools/ai.api.ts';
import { ProposalCard } from '../features/proposals/components/proposal-card.tsx';
import { costText } from '../features/proposals/cost-text.ts';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import { useResultMemory } from '../features/proposals/hooks/use-result-memory.ts';
import { belowEdits, editsFor, type Placement, placementOf } from '../features/proposals/placement.ts';
import { type Proposal, resultIdsOf, shownVariant } from '../features/proposals/proposal.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { conflictToast, editorNotReadyToast } from '../features/writing/undo-action.ts';
import { usePassageHighlight } from './use-passage-highlight.ts';
import { useUndoAction } from './use-undo-action.ts';

const layer = 'proposal';

export type UsageScope = { storyId: string } | { bookId: string; chapterId: string };

interface Props {
  manuscript: Manuscript;
  /** The book and chapter, or the story, whose AI counters the proposal uses. */
  scope: UsageScope;
  /** The language of the text (BCP 47). */
  language: string;
  proposal: Proposal;
  control: ProposalControl;
  queue: SaveQueue;
  editor: ProseEditor | null;
}

/** Shows a proposal against the open text. Accepting it is one edit marked as AI text, which one undo reverts. */
export function TextProposal(props: Props) {
  const { manuscript, language, proposal, control, queue, editor } = props;
  const { data: status } = useQuery(aiStatusQuery());
  const { data: limits } = useQuery(aiLimitsQuery(props.scope));
  const { placement, latestPlacement, refreshPlacement } = usePlacement(props);
  const { applyEdits, discard } = useProposalOutcome(props, refreshPlacement);
  const { passage } = proposal.request;
  const currentText = () => queue.text.toString();
  return (
    <ProposalCard
      proposal={proposal}
      placement={placement}
      language={language.toLowerCase()}
      isOffline={status?.provider === 'offline'}
      cost={costText(proposal, limits)}
      onAccept={(chosen) => {
        if (placement) applyEdits(acceptedEdits(currentText(), placement, latestPlacement(placement), chosen));
      }}
      onInsertBelow={(text) => {
        if (placement) applyEdits(belowEdits(currentText(), latestPlacement(placement), text));
      }}
      onStop={control.stop}
      onTryAgain={() =>
        queue.view().conflict === null ? control.tryAgain() : showToast(conflictToast(manuscript.kind))
      }
      onShow={control.show}
      onDiscard={discard}
      onPassage={
        passage && editor
          ? () => {
              const [range] = editor.highlights(layer);
              if (range) editor.reveal(range);
            }
          : undefined
      }
    />
  );
}

/** Where the shown variant would go; null while it is being written. */
function usePlacement({ proposal, queue, editor }: Props) {
  const { request, run } = proposal;
  const { text } = shownVariant(proposal);
  const highlightedPassage = usePassageHighlight(editor, request.passage, layer);
  const isWriting = run.state === 'writing';
  // The comparison does not follow the author's typing: accepting merges whatever they typed meanwhile.
  const [comparedText, setComparedText] = useState(() => queue.text.toString());
  const refreshPlacement = () => setComparedText(queue.text.toString());
  useEffect(() => {
    if (!isWriting) setComparedText(queue.text.toString());
  }, [queue, isWriting, text]);
  const placement = useMemo(
    () => (isWriting ? null : placementOf(comparedText, request, text, highlightedPassage())),
    [isWriting, comparedText, request, text, highlightedPassage],
  );
  /** The placement at the current position of the passage, which may have moved since the comparison was shown. */
  const latestPlacement = (shown: Placement): Placement =>
    shown.place === 'passage' || shown.place === 'lost'
      ? placementOf(queue.text.toString(), request, text, highlightedPassage())
      : shown;
  return { placement, latestPlacement, refreshPlacement };
}

/** Applies the edits of a proposal, or discards it. */
function useProposalOutcome({ manuscript, proposal, control, queue, editor }: Props, onStale: () => void) {
  const memory = useResultMemory();
  const makeUndo = useUndoAction(manuscript);
  const { resultId } = shownVariant(proposal);
  const close = () => {
    memory.markDone(resultIdsOf(proposal));
    control.drop();
  };
  const discard = () => {
    close();
    // The focused button disappears with the card. In read mode the editor is hidden and cannot take the focus.
    editor?.focus();
    if (editor === null || document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  };
  const applyEdits = (edits: ReturnType<typeof editsFor>) => {
    if (editor === null) return showToast(editorNotReadyToast);
    if (queue.view().phase === 'conflict') return showToast(conflictToast(manuscript.kind));
    if (edits === null) {
      onStale();
      return showToast({
        title: 'Your text has changed',
        description: 'Please check the proposal again before you accept it.',
      });
    }
    const change = editor.acceptEdits(edits, resultId);
    close();
    editor.focus();
    showToast({ title: 'Accepted', description: 'Your previous text is in the history.', action: makeUndo(change) });
  };
  return { applyEdits, discard };
}

/** The edits for the chosen text; null when the passage was changed after the comparison was shown. */
const acceptedEdits = (currentText: string, shown: Placement, latest: Placement, chosen: string) =>
  latest.place === shown.place ? editsFor(currentText, latest, chosen) : null;
