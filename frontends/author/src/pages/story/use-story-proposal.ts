import type { Story } from '@inkbear/contracts/stories/story';
import { countWords } from '@inkbear/prose/word-count';
import type { Manuscript } from '../../saving/manuscript.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { unsavedUndoText } from '../../saving/undo-outcome.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { streamStoryText } from '../../features/proposals/story-proposals.api.ts';
import { type ProposalControl, useProposal } from '../../features/proposals/hooks/use-proposal.ts';
import { invalidateStory } from '../../features/stories/stories.api.ts';
import type { Variant } from '../../features/proposals/proposal.ts';
import { withQueue } from '../../manuscript/manuscript-queue.ts';
import { revertBetween } from '../../manuscript/revert-change.ts';
import { findSavedRevision } from '../../manuscript/saved-revision.ts';

/**
 * The proposal for a story, one at a time. The first generated text of an empty story is saved directly by the server; a
 * toast offers Undo.
 */
export function useStoryProposal(
  story: Story,
  manuscript: Manuscript,
  queue: SaveQueue,
  userId: string,
): ProposalControl {
  const client = useQueryClient();
  const onInserted = ({ text }: Variant) =>
    void withQueue(userId, manuscript, (now) => showInserted(now))
      .catch(() => ({ isShown: false, change: null }))
      .then(({ isShown, change }) => {
        const description = isShown
          ? `${wordsText(countWords(text))} are in “${story.title}” and saved. Continue writing, or let AI enhance passages.`
          : `It is saved in “${story.title}”, but could not be loaded here yet. Please reload the page.`;
        showToast({
          title: 'Story Generated!',
          description,
          durationMs: 10_000,
          ...(change === null
            ? {}
            : { action: { label: 'Undo', run: () => void undoInserted(userId, manuscript, change) } }),
        });
      });
  const control = useProposal({
    manuscript,
    title: story.title,
    streamText: streamStoryText(story.id),
    revisionOf: (content) => findSavedRevision(queue, content),
    onInserted,
  });
  // The story has the usage counters, so it is refetched when a request ends.
  const isWriting = control.proposal?.run.state === 'writing';
  useEffect(() => {
    if (isWriting) return () => void invalidateStory(client, story.id);
    return undefined;
  }, [isWriting, client, story.id]);
  return control;
}

interface TextChange {
  readonly before: string;
  readonly after: string;
}

/**
 * Loads the text that the server has put into the story; `change` is null when the page had it already, or could not
 * load it.
 */
async function showInserted(queue: SaveQueue): Promise<{ isShown: boolean; change: TextChange | null }> {
  const before = queue.text.toString();
  const isShown = await queue.refresh();
  const after = queue.text.toString();
  return { isShown, change: before === after ? null : { before, after } };
}

async function undoInserted(userId: string, manuscript: Manuscript, { before, after }: TextChange): Promise<void> {
  const outcome = await withQueue(userId, manuscript, (queue) => revertBetween(before, after, queue)).catch(
    () => 'failed' as const,
  );
  if (outcome === 'refused')
    showToast({
      title: 'Undo failed',
      description: 'You have edited the text since. The previous text is in the history.',
      tone: 'destructive',
    });
  if (outcome === 'unsaved')
    showToast({ title: 'Undone', description: `The story is as it was before. ${unsavedUndoText}` });
  if (outcome === 'failed')
    showToast({
      title: 'Undo failed',
      description: 'The server did not answer. The previous text is in the history.',
      tone: 'destructive',
    });
}
