import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { countWords } from '@inkbear/prose/word-count';
import { useSession } from '@inkbear/web-kit/session.tsx';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { useEffect } from 'react';
import { doneToast, failedToast, failureText } from '../outcome-texts.ts';
import {
  type Attempt,
  begin,
  breakOff,
  finish,
  firstResult,
  hasStoppedText,
  type Proposal,
  resultsOf,
  stoppedText,
} from '../proposal.ts';
import { resultMemoryOf } from '../result-memory.ts';
import type { Wish } from '../wish.ts';
import type { WishPlace } from '../wish-place.ts';

interface Work {
  readonly proposal: Proposal;
  /** Null when nothing is being written. */ readonly control: AbortController | null;
}
const works = new SessionStore<Work>({
  dispose: ({ control }) => control?.abort(),
  needsUnloadWarning: ({ proposal }) => proposal.run.state === 'writing' || hasStoppedText(proposal),
  // Every other text is on the server.
  persistence: {
    name: 'proposals',
    toJson: ({ proposal }) => (proposal.run.state !== 'writing' && hasStoppedText(proposal) ? proposal : undefined),
    fromJson: (json) => ({ proposal: json as Proposal, control: null }),
  },
});
const stillWriting = {
  title: 'A proposal is being written',
  description: 'Wait for it or stop it first; what has arrived by then is kept.',
};
const stoppedWaits = ({ kind }: Manuscript) => ({
  title: 'A stopped text waits below',
  description: `It is kept nowhere else. Put it in your ${kind} or discard it, then ask again.`,
  tone: 'destructive' as const,
});
/** Texts that are on the screen. */
const shown = new Set<string>();

/** One proposal at a time for a text, which it never touches. It goes on while another text is open, and is there when the author returns. */
export function useProposal(place: WishPlace) {
  const userId = useSession().user?.id ?? '';
  const name = place.manuscript.id;
  const proposal = useSessionValue(works, name)?.proposal ?? null;
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

  const run = async (asked: Wish, attempts: readonly Attempt[]) => {
    const control = new AbortController();
    const begun = begin(asked, attempts, Date.now());
    works.set(name, { proposal: begun, control });
    const isCurrent = () => works.get(name)?.control === control;
    const arriving = begun.run.state === 'writing' ? begun.run.arriving : new StreamingText();
    const onDelta = (piece: string) => arriving.append(piece);
    const first = firstResult({ attempts });
    try {
      const wish =
        asked.askedRev === undefined
          ? { ...asked, askedRev: await untilAborted(place.revisionOf(asked.content), control.signal) }
          : asked;
      if (isCurrent()) change((before) => ({ ...before, wish }));
      const attempt = await place.ask(wish, {
        signal: control.signal,
        onDelta,
        ...(first === undefined ? {} : { variantOf: first }),
      });
      if (attempt.resultId !== null) resultMemoryOf(userId).keepPassage(attempt.resultId, wish.passage);
      if (!isCurrent()) return;
      if (attempt.isStored === true) {
        resultMemoryOf(userId).markDone(resultsOf({ attempts: [attempt] }));
        works.set(name, undefined);
        place.onStored?.(attempt);
        return;
      }
      change((before) => finish(before, { ...attempt, at: Date.now() }));
      showToast(doneToast(wish.kind, countWords(attempt.text), shown.has(name) ? null : place.title));
    } catch (error) {
      if (!isCurrent()) return;
      const isStopped = control.signal.aborted;
      change((before) => breakOff(before, arriving.text, isStopped ? stoppedText : failureText(asked.kind, error)));
      if (!isStopped && !handleUnauthorised(error)) showToast(failedToast(asked.kind, error));
    } finally {
      refreshCounters();
    }
  };
  /** Whether another proposal may take the place of this one; says why not. Asked at the moment itself, for a result may have been loaded meanwhile. */
  const isFree = (): boolean => {
    const work = works.get(name);
    if (work === undefined) return true;
    if (work.proposal.run.state === 'writing') showToast(stillWriting);
    else if (hasStoppedText(work.proposal)) showToast(stoppedWaits(place.manuscript));
    else return true;
    return false;
  };
  return {
    proposal,
    drop,
    stop,
    ask: (wish: Wish) => {
      if (isFree()) void run(wish, []);
    },
    tryAgain: () => {
      if (proposal && proposal.run.state !== 'writing') void run(proposal.wish, proposal.attempts);
    },
    show: (attempt: number | null) => change((before) => ({ ...before, shown: attempt })),
    /** A result from before, as a proposal again. */
    reopen: (wish: Wish, attempts: readonly Attempt[]) => {
      if (isFree())
        works.set(name, {
          proposal: { wish, attempts, run: { state: 'idle' }, shown: attempts.length - 1 },
          control: null,
        });
    },
  };
}
export type ProposalControl = ReturnType<typeof useProposal>;
