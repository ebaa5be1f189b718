import { countWords } from '@inkbear/prose/word-count';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { TabStore, useTabValue } from '@inkbear/web-kit/tab-store.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { useEffect } from 'react';
import { askAi } from '../api/ask-ai.ts';
import { doneToast, failedToast, failureText } from '../outcome-texts.ts';
import { type Attempt, begin, breakOff, finish, grow, type Proposal, stoppedText } from '../proposal.ts';
import { resultMemoryOf } from '../result-memory.ts';
import type { Wish, WishPlace } from '../wish.ts';

interface Work { readonly proposal: Proposal; /** Null when nothing is being written. */ readonly control: AbortController | null }
const works = new TabStore<Work>(({ control }) => control?.abort());
/** Chapters that are on the screen. */
const shown = new Set<string>();

/** One proposal at a time for a chapter. It never touches the text; it goes on while another chapter is open, and is there when the author returns. */
export function useProposal(place: WishPlace) {
  const userId = useSession().user?.id ?? '';
  const name = place.chapter.id;
  const proposal = useTabValue(works, name)?.proposal ?? null;
  const refreshCounters = useRefreshCounters();
  useEffect(() => {
    shown.add(name);
    return () => void shown.delete(name);
  }, [name]);
  const change = (next: (before: Proposal) => Proposal) => {
    const work = works.get(name);
    if (work) works.set(name, { ...work, proposal: next(work.proposal) });
  };
  const stop = () => works.get(name)?.control?.abort();
  const drop = () => {
    stop();
    works.set(name, undefined);
  };

  const run = async (wish: Wish, attempts: readonly Attempt[]) => {
    stop();
    const control = new AbortController();
    works.set(name, { proposal: begin(wish, attempts, Date.now()), control });
    const isCurrent = () => works.get(name)?.control === control;
    let text = '';
    const onDelta = (piece: string) => {
      text += piece;
      if (isCurrent()) change((before) => grow(before, text));
    };
    const first = attempts[0]?.resultId;
    try {
      const attempt = await askAi(place, wish, { signal: control.signal, onDelta, ...(first === undefined ? {} : { variantOf: first }) });
      resultMemoryOf(userId).keepPassage(attempt.resultId, wish.passage);
      if (!isCurrent()) return;
      change((before) => finish(before, { ...attempt, at: Date.now() }));
      toast(doneToast(wish.kind, countWords(attempt.text), shown.has(name) ? null : place.chapter.title));
    } catch (error) {
      if (!isCurrent()) return;
      const isStopped = control.signal.aborted;
      change((before) => breakOff(before, text, isStopped ? stoppedText : failureText(wish.kind, error)));
      if (!isStopped && !handleUnauthorised(error)) toast(failedToast(wish.kind, error));
    } finally {
      refreshCounters();
    }
  };
  return {
    proposal, drop, stop,
    ask: (wish: Wish) => void run(wish, []),
    tryAgain: () => { if (proposal) void run(proposal.wish, proposal.attempts); },
    show: (attempt: number | null) => change((before) => ({ ...before, shown: attempt })),
    /** A result from before, as a proposal again. */
    reopen: (wish: Wish, attempts: readonly Attempt[]) => {
      stop();
      works.set(name, { proposal: { wish, attempts, run: { state: 'idle' }, shown: attempts.length - 1 }, control: null });
    },
  };
}
export type ProposalControl = ReturnType<typeof useProposal>;
