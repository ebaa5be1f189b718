import { countWords } from '@inkbear/prose/word-count';
import { useSession } from '@inkbear/web-kit/session.tsx';
import type { Manuscript } from '../../../saving/manuscript.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { useEffect } from 'react';
import {
  abortRequest,
  failedText,
  idleRequest,
  type RequestOutcome,
  stopText,
  type StreamingRequest,
  useStreamingRequest,
} from '../../../kit/use-streaming-request.ts';
import { useRefreshAiUsage } from '../../ai-tools/ai.api.ts';
import type { AiRequest, AiRequestKind } from '../ai-request.ts';
import { doneToast, failedToast, failureText } from '../outcome-texts.ts';
import {
  type Variant,
  startProposal,
  interruptProposal,
  completeProposal,
  firstResult,
  hasStoppedText,
  type Interruption,
  type Proposal,
  resultIdsOf,
} from '../proposal.ts';
import type { ProposalTarget } from '../proposal-target.ts';
import { resultMemoryOf } from '../result-memory.ts';

interface ProposalState {
  readonly proposal: Proposal;
  readonly streaming: StreamingRequest;
}
/** Persisted JSON has earlier names for two fields, so that proposals from earlier releases stay readable. */
type StoredProposal = Omit<Proposal, 'request' | 'variants'> & {
  readonly wish: AiRequest;
  readonly attempts: readonly Variant[];
};

const toStored = ({ request, variants, ...rest }: Proposal): StoredProposal => ({
  wish: request,
  attempts: variants,
  ...rest,
});
/** Proposals of earlier releases have no cause. */
const fromStored = ({ wish, attempts, run, ...rest }: StoredProposal): Proposal => ({
  request: wish,
  variants: attempts,
  run: run.state === 'interrupted' ? { ...run, cause: run.cause ?? 'stopped' } : run,
  ...rest,
});

const proposals = new SessionStore<ProposalState>({
  dispose: ({ streaming }) => abortRequest(streaming),
  needsUnloadWarning: ({ proposal }) => proposal.run.state === 'writing' || hasStoppedText(proposal),
  // Only interrupted texts are persisted; all others are stored on the server.
  persistence: {
    name: 'proposals',
    toJson: ({ proposal }) =>
      proposal.run.state !== 'writing' && hasStoppedText(proposal) ? toStored(proposal) : undefined,
    fromJson: (json) => ({ proposal: fromStored(json as StoredProposal), streaming: idleRequest }),
  },
});
const stillWritingToast = {
  title: 'A proposal is being written',
  description: 'Wait for it or stop it first; the text so far is kept.',
};
const stoppedTextToast = ({ kind }: Manuscript) => ({
  title: 'The proposal below was stopped',
  description: `Its text is stored nowhere else. Insert it into your ${kind} or discard it, then ask again.`,
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
  const { run, stop } = useRunRequest(target);
  useEffect(() => {
    visibleManuscripts.add(id);
    return () => void visibleManuscripts.delete(id);
  }, [id]);
  return {
    proposal,
    stop,
    drop: () => {
      stop();
      proposals.set(id, undefined);
    },
    ask: (request: AiRequest) => {
      if (mayReplaceProposal(target.manuscript)) run(request, []);
    },
    tryAgain: () => {
      if (proposal && proposal.run.state !== 'writing') run(proposal.request, proposal.variants);
    },
    show: (variant: number | null) => updateProposal(id, (before) => ({ ...before, shown: variant })),
    /** Shows a stored result as a proposal again. */
    reopen: (request: AiRequest, variants: readonly Variant[]) => {
      if (!mayReplaceProposal(target.manuscript)) return;
      const shown = variants.length - 1;
      proposals.set(id, { proposal: { request, variants, run: { state: 'idle' }, shown }, streaming: idleRequest });
    },
  };
}
export type ProposalControl = ReturnType<typeof useProposal>;

function updateProposal(id: string, update: (before: Proposal) => Proposal): void {
  const state = proposals.get(id);
  if (state) proposals.set(id, { ...state, proposal: update(state.proposal) });
}

/** Ends the running request and updates its proposal in one step. */
function endProposal(id: string, update: (before: Proposal) => Proposal): void {
  const state = proposals.get(id);
  if (state) proposals.set(id, { proposal: update(state.proposal), streaming: idleRequest });
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

/** Runs one request, or a retry when there are earlier variants, and keeps the proposal up to date. */
function useRunRequest(target: ProposalTarget) {
  const userId = useSession().user?.id ?? '';
  const id = target.manuscript.id;
  const { start, stop } = useStreamingRequest(() => proposals.get(id)?.streaming ?? idleRequest, useRefreshAiUsage());
  const run = (request: AiRequest, variants: readonly Variant[]): void =>
    start({
      begin: (streaming) => {
        const proposal = startProposal(request, variants, streaming.startedAt, streaming.streamingText);
        proposals.set(id, { proposal, streaming });
      },
      send: async ({ isCurrent, ...options }) => {
        const sent = await withRevision(request, target, options.signal);
        if (isCurrent()) updateProposal(id, (before) => ({ ...before, request: sent }));
        const first = firstResult({ variants });
        const variant = await target.streamText(sent, {
          ...options,
          ...(first === undefined ? {} : { variantOf: first }),
        });
        if (variant.resultId !== null) resultMemoryOf(userId).savePassage(variant.resultId, sent.passage);
        return variant;
      },
      onEnd: (outcome) => {
        if (outcome.state === 'done') return showVariant(target, request, { variant: outcome.result, userId });
        const { text, finished } = outcome;
        const partial = finished ? { text, resultId: finished.resultId, at: Date.now() } : { text, resultId: null };
        endProposal(id, (before) => interruptProposal(before, partial, interruptionOf(request.kind, outcome)));
        if (outcome.state === 'failed' && !handleUnauthorised(outcome.error))
          showToast(failedToast(request.kind, outcome.error));
      },
    });
  return { run, stop };
}

function interruptionOf(
  kind: AiRequestKind,
  outcome: Exclude<RequestOutcome<Variant>, { readonly state: 'done' }>,
): Interruption {
  const { state, finished } = outcome;
  const message = state === 'failed' ? failedText(failureText(kind, outcome.error), finished) : stopText(finished);
  return { cause: finished ? 'kept' : state, message };
}

/** Shows a finished variant as a proposal, unless the server has put it into the text already. */
function showVariant(
  { manuscript: { id }, title, onInserted }: ProposalTarget,
  { kind }: AiRequest,
  { variant, userId }: { variant: Variant; userId: string },
): void {
  if (variant.isInserted === true) {
    resultMemoryOf(userId).markDone(resultIdsOf({ variants: [variant] }));
    proposals.set(id, undefined);
    onInserted?.(variant);
    return;
  }
  endProposal(id, (before) => completeProposal(before, { ...variant, at: Date.now() }));
  showToast(doneToast(kind, countWords(variant.text), visibleManuscripts.has(id) ? null : title));
}

/** Adds the saved revision of the requested text, unless a retry has it already. */
async function withRevision(request: AiRequest, target: ProposalTarget, signal: AbortSignal): Promise<AiRequest> {
  if (request.askedRev !== undefined) return request;
  return { ...request, askedRev: await untilAborted(target.revisionOf(request.content), signal) };
}
