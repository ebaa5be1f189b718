import { countWords } from '@inkbear/prose/word-count';
import { toast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askAi } from '../api/ask-ai.ts';
import { doneToast, failedToast, failureText } from '../outcome-texts.ts';
import { type Attempt, begin, breakOff, finish, grow, type Proposal, stoppedText } from '../proposal.ts';
import { resultMemory } from '../result-memory.ts';
import type { Wish, WishPlace } from '../wish.ts';

/** One proposal at a time for a chapter. It never touches the text; going to another chapter stops it. */
export function useProposal(place: WishPlace) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const running = useRef<AbortController | null>(null);
  const refreshCounters = useRefreshCounters();
  const drop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setProposal(null);
  }, []);
  useEffect(() => drop, [place.chapter.id, drop]);

  const run = async (wish: Wish, attempts: readonly Attempt[]) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const change = (next: (before: Proposal) => Proposal) => { if (running.current === control) setProposal((before) => before && next(before)); };
    let text = '';
    setProposal(begin(wish, attempts, Date.now()));
    const onDelta = (piece: string) => {
      text += piece;
      change((before) => grow(before, text));
    };
    const first = attempts[0]?.resultId;
    try {
      const attempt = await askAi(place, wish, { signal: control.signal, onDelta, ...(first === undefined ? {} : { variantOf: first }) });
      resultMemory.keepPassage(attempt.resultId, wish.passage);
      if (running.current !== control) return;
      change((before) => finish(before, attempt));
      toast(doneToast(wish.kind, countWords(attempt.text)));
    } catch (error) {
      if (running.current !== control) return;
      const isStopped = control.signal.aborted;
      change((before) => breakOff(before, text, isStopped ? stoppedText : failureText(wish.kind, error)));
      if (!isStopped && !handleUnauthorised(error)) toast(failedToast(wish.kind, error));
    } finally {
      refreshCounters();
    }
  };
  return {
    proposal, drop,
    ask: (wish: Wish) => void run(wish, []),
    tryAgain: () => { if (proposal) void run(proposal.wish, proposal.attempts); },
    stop: () => running.current?.abort(),
    show: (shown: number | null) => setProposal((before) => before && { ...before, shown }),
    /** A result from before, as a proposal again. */
    reopen: (wish: Wish, attempts: readonly Attempt[]) => {
      drop();
      setProposal({ wish, attempts, run: { state: 'idle' }, shown: attempts.length - 1 });
    },
  };
}
export type ProposalControl = ReturnType<typeof useProposal>;
