import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChapterWish, writeChapter } from '../api/write-chapter.ts';
import { type Proposal, stoppedText } from '../proposal.ts';

const giveBackMs = [0, 1500, 4000, 10_000];

/** One proposal at a time for a chapter. It never touches the text; going to another chapter stops it. */
export function useProposal(chapterId: string | null) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const drop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setProposal(null);
  }, []);
  useEffect(() => drop, [chapterId, drop]);

  const refreshLimits = () => void client.invalidateQueries({ queryKey: ['api', 'ai', 'limits'] });

  const generate = async (wish: ChapterWish) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const isCurrent = () => running.current === control;
    let text = '';
    setProposal({ state: 'writing', text, startedAt: Date.now() });
    const onDelta = (piece: string) => {
      text += piece;
      if (isCurrent()) setProposal((before) => (before?.state === 'writing' ? { ...before, text } : before));
    };
    try {
      const { content, resultId, wordCount } = await writeChapter(wish, onDelta, control.signal);
      if (!isCurrent()) return;
      setProposal({ state: 'ready', text: content, resultId, words: wordCount });
      toast({ title: 'Chapter Generated!', description: `${wordCount.toLocaleString('en-GB')} words, as a proposal. Your text is untouched.` });
    } catch (error) {
      if (!isCurrent()) return;
      const isStopped = control.signal.aborted;
      const message = isStopped ? stoppedText : messageOf(error, 'Could not generate chapter content');
      setProposal({ state: 'broken', text, message });
      if (!isStopped && !handleUnauthorised(error)) toast({ title: 'Generation Failed', description: message, tone: 'destructive' });
    } finally {
      // The server gives a use back when it has heard of the end, which may be a while after us.
      for (const ms of giveBackMs) setTimeout(refreshLimits, ms);
      void refreshSession();
    }
  };
  return { proposal, generate, stop: () => running.current?.abort(), drop };
}
