import { getStory, type Story } from '@inkbear/contracts/stories/story';
import { countWords } from '@inkbear/prose/word-count';
import { readKey } from '@inkbear/web-kit/read.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askForStory } from '../../features/proposals/api/ask-for-story.ts';
import { type ProposalControl, useProposal } from '../../features/proposals/hooks/use-proposal.ts';
import { wordsText } from '../../features/stories/story-facts.ts';
import { withQueue } from '../manuscript/manuscript-queue.ts';
import { takeBackBetween } from '../manuscript/take-back.ts';
import { savedRevisionOf } from '../saved-revision.ts';

/** One proposal at a time for a story. The first text of an empty story goes into it by itself, and can be taken back. */
export function useStoryProposal(story: Story, manuscript: Manuscript, queue: SaveQueue, userId: string): ProposalControl {
  const client = useQueryClient();
  const onStored = ({ text }: { text: string }) => void withQueue(userId, manuscript, async (now) => {
    const before = now.text.toString();
    const isShown = await now.refresh();
    const after = now.text.toString();
    const undo = () => void withQueue(userId, manuscript, (later) => takeBackBetween(before, after, later)).then((became) => {
      if (became === 'refused') toast({ title: 'Not taken back', description: 'You have written on since. The text from before is in the history.', tone: 'destructive' });
    });
    const description = isShown ? `${wordsText(countWords(text))}, in your story and saved. Write on, or have passages enhanced.` : 'It is saved, but could not be loaded here yet. Please load this page again.';
    toast({ title: 'Story Generated!', description, durationMs: 10_000, ...(before !== after ? { action: { label: 'Undo', run: undo } } : {}) });
  });
  const control = useProposal({ manuscript, title: story.title, ask: askForStory(story.id), revisionOf: (content) => savedRevisionOf(queue, content), onStored });
  // The story counts what AI did for it.
  const isWriting = control.proposal?.run.state === 'writing';
  useEffect(() => {
    if (isWriting) return () => void client.invalidateQueries({ queryKey: readKey(getStory, { params: { id: story.id } }), exact: true });
    return undefined;
  }, [isWriting, client, story.id]);
  return control;
}
