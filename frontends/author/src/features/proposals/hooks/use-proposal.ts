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
import type { AiRequest } from '../ai-request.ts';
import { doneToast, failedToast, failureText } from '../outcome-texts.ts';
import {
  type Attempt,
  startProposal,
  interruptProposal,
  completeProposal,
  firstResult,
  hasStoppedText,
  type Proposal,
  resultIdsOf,
  stoppedText,
} from '../proposal.ts';
import type { ProposalTarget } from '../proposal-target.ts';
import { resultMemoryOf } from '../result-memory.ts';

interface ProposalState {
  readonly proposal: Proposal;
  /** Null when nothing is being written. */
  readonly control: AbortController | null;
}
/** Persisted JSON calls the request `wish`, so that proposals from earlier releases stay readable. */
type StoredProposal = Omit<Proposal, 'request'> & { readonly wish: AiRequest };

const toStored = ({ request, ...rest }: Proposal): StoredProposal => ({ wish: request, ...rest });
const fromStored = ({ wish, ...rest }: StoredProposal): Proposal => ({ request: wish, ...rest });

const proposals = new SessionStore<ProposalState>({
  dispose: ({ control }) => control?.abort(),
  needsUnloadWarning: ({ proposal }) => proposal.run.state === 'writing' || hasStoppedText(proposal),
  // Only interrupted texts are persisted; all others are stored on the server.
  persistence: {
    name: 'proposals',
    toJson: ({ proposal }) =>
      proposal.run.state !== 'writing' && hasStoppedText(proposal) ? toStored(proposal) : undefined,
    fromJson: (json) => ({ proposal: fromStored(json as StoredProposal), control: null }),
  },
});
const stillWritingToast = {
  title: 'A proposal is being written',
  description: 'Wait for it or stop it first; what has arrived by then is kept.',
};
const stoppedTextToast = ({ kind }: Manuscript) => ({
  title: 'A stopped text waits below',
  description: `It is kept nowhere else. Put it in your ${kind} or discard it, then ask again.`,
  tone: 'destructive' as const,
});
/** Ids of the manuscripts that are on the screen. */
const visibleManuscripts = new Set<string>();

/**
 * The proposal for a manuscript, one at a time. It never changes the text itself. It continues while another manuscript
 * is open, and is shown when the author returns.
 */
export function useProposal(target: ProposalTarget) {
  const id = target.manuscript.id;
  const proposal = useSessionValue(proposals, id)?.proposal ?? null;
  const run = useRunRequest(target);
  useEffect(() => {
    visibleManuscripts.add(id);
    return () => void visibleManuscripts.delete(id);
  }, [id]);
  const stop = () => proposals.get(id)?.control?.abort();
  return {
    proposal,
    stop,
    drop: () => {
      stop();
      proposals.set(id, undefined);
    },
    ask: (request: AiRequest) => {
      if (mayReplaceProposal(target.manuscript)) void run(request, []);
    },
    tryAgain: () => {
      if (proposal && proposal.run.state !== 'writing') void run(proposal.request, proposal.attempts);
    },
    show: (attempt: number | null) => updateProposal(id, (before) => ({ ...before, shown: attempt })),
    /** Shows a stored result as a proposal again. */
    reopen: (request: AiRequest, attempts: readonly Attempt[]) => {
      if (!mayReplaceProposal(target.manuscript)) return;
      const shown = attempts.length - 1;
      proposals.set(id, { proposal: { request, attempts, run: { state: 'idle' }, shown }, control: null });
    },
  };
}
export type ProposalControl = ReturnType<typeof useProposal>;

function updateProposal(id: string, update: (before: Proposal) => Proposal): void {
  const state = proposals.get(id);
  if (state) proposals.set(id, { ...state, proposal: update(state.proposal) });
}

/**
 * True when another proposal may replace the current one; otherwise a toast says why not.
 * Reads the store and not React state, because a result may have been loaded since the last render.
 */
function mayReplaceProposal(manuscript: Manuscript): boolean {
  const state = proposals.get(manuscript.id);
  if (state === undefined) return true;
  if (state.proposal.run.state === 'writing') showToast(stillWritingToast);
  else if (hasStoppedText(state.proposal)) showToast(stoppedTextToast(manuscript));
  else return true;
  return false;
}

/** Runs one request, or a retry when there are attempts before, and keeps the proposal up to date. */
function useRunRequest(target: ProposalTarget) {
  const userId = useSession().user?.id ?? '';
  const refreshCounters = useRefreshCounters();
  const id = target.manuscript.id;
  return async (asked: AiRequest, attempts: readonly Attempt[]): Promise<void> => {
    const control = new AbortController();
    const { signal } = control;
    const started = startProposal(asked, attempts, Date.now());
    const arriving = started.run.state === 'writing' ? started.run.arriving : new StreamingText();
    proposals.set(id, { proposal: started, control });
    const isCurrent = () => proposals.get(id)?.control === control;
    try {
      const request = await withRevision(asked, target, signal);
      if (isCurrent()) updateProposal(id, (before) => ({ ...before, request }));
      const first = firstResult({ attempts });
      const attempt = await target.ask(request, {
        signal,
        onDelta: (piece) => arriving.append(piece),
        ...(first === undefined ? {} : { variantOf: first }),
      });
      if (attempt.resultId !== null) resultMemoryOf(userId).savePassage(attempt.resultId, request.passage);
      if (!isCurrent()) return;
      if (attempt.isStored === true) {
        resultMemoryOf(userId).markDone(resultIdsOf({ attempts: [attempt] }));
        proposals.set(id, undefined);
        target.onStored?.(attempt);
        return;
      }
      updateProposal(id, (before) => completeProposal(before, { ...attempt, at: Date.now() }));
      const otherTitle = visibleManuscripts.has(id) ? null : target.title;
      showToast(doneToast(request.kind, countWords(attempt.text), otherTitle));
    } catch (error) {
      if (!isCurrent()) return;
      const message = signal.aborted ? stoppedText : failureText(asked.kind, error);
      updateProposal(id, (before) => interruptProposal(before, arriving.text, message));
      if (!signal.aborted && !handleUnauthorised(error)) showToast(failedToast(asked.kind, error));
    } finally {
      refreshCounters();
    }
  };
}

/** Adds the saved revision of the requested text, unless a retry has it already. */
async function withRevision(asked: AiRequest, target: ProposalTarget, signal: AbortSignal): Promise<AiRequest> {
  if (asked.askedRev !== undefined) return asked;
  return { ...asked, askedRev: await untilAborted(target.revisionOf(asked.content), signal) };
}
