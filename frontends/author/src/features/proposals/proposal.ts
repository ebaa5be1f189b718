import { limits } from '@inkbear/contracts/plans';
import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';
import type { AiRequest } from './ai-request.ts';

/**
 * One generated text. `at` is its arrival in milliseconds, absent for a result from an earlier visit. Without a
 * `resultId` the generation was stopped or failed midway, and the text is stored nowhere else.
 */
export interface Attempt {
  readonly text: string;
  readonly resultId: string | null;
  readonly at?: number;
  /** The server has put it into the text already. */ readonly isStored?: true;
}
type Run =
  | { readonly state: 'idle' }
  /** The streaming text is not part of the proposal: components subscribe to it separately. */
  | { readonly state: 'writing'; readonly arriving: StreamingText; readonly startedAt: number }
  /** Stopped by the author, or failed; the partial text is the last attempt. */
  | { readonly state: 'broken'; readonly message: string };

/** A text that AI generated for one request and the author has not accepted yet. */
export interface Proposal {
  readonly request: AiRequest;
  /** The first attempt and its retries. */
  readonly attempts: readonly Attempt[];
  readonly run: Run;
  /** Index of the shown attempt; null while one is being written, or when none has any text. */
  readonly shown: number | null;
}

export const stoppedText = 'Stopped. The text so far is kept here.';
const retryWindowMs = limits.variantMinutes * 60_000;
/**
 * The end, in milliseconds, of the time in which a retry belongs to the same use; null when no attempt is complete, or
 * the result is from an earlier visit.
 */
export function retryDeadline({ attempts }: Pick<Proposal, 'attempts'>): number | null {
  const at = finishedAttempts(attempts)[0]?.at;
  return at === undefined ? null : at + retryWindowMs;
}
const finishedAttempts = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ resultId }) => resultId !== null);
/** The result that retries belong to. */
export const firstResult = ({ attempts }: Pick<Proposal, 'attempts'>): string | undefined =>
  finishedAttempts(attempts)[0]?.resultId ?? undefined;
/** Ids of the attempts that are stored on the server. */
export const resultIdsOf = ({ attempts }: Pick<Proposal, 'attempts'>): string[] =>
  attempts.flatMap(({ resultId }) => resultId ?? []);
/** True when an attempt was interrupted, so that its text is stored nowhere else. */
export const hasStoppedText = ({ attempts }: Pick<Proposal, 'attempts'>): boolean =>
  attempts.some(({ resultId }) => resultId === null);

export const startProposal = (
  request: AiRequest,
  attempts: readonly Attempt[],
  startedAt: number,
  arriving = new StreamingText(),
): Proposal => ({
  request,
  attempts,
  run: { state: 'writing', arriving, startedAt },
  shown: null,
});
export const completeProposal = ({ request, attempts }: Proposal, attempt: Attempt): Proposal => ({
  request,
  attempts: [...attempts, attempt],
  run: { state: 'idle' },
  shown: attempts.length,
});
/** Keeps the partial text as an attempt. Without any text, the attempt before stays shown beside the message. */
export function interruptProposal({ request, attempts: before }: Proposal, text: string, message: string): Proposal {
  const attempts = text === '' ? before : [...before, { text, resultId: null }];
  return {
    request,
    attempts,
    run: { state: 'broken', message },
    shown: attempts.length === 0 ? null : attempts.length - 1,
  };
}

/** The reason why it cannot be retried at `now`; null when it can. */
export function retryRefusal({ attempts }: Pick<Proposal, 'attempts'>, now: number): string | null {
  if (finishedAttempts(attempts).length > limits.variants)
    return `Tried again ${limits.variants} times, which is the most that one request includes.`;
  const until = retryDeadline({ attempts });
  return until === null || now < until
    ? null
    : `The ${limits.variantMinutes} minutes for trying again are over. Asking again now counts as a new request.`;
}

/** The shown text and its result id; empty while one is being written. */
export function shownAttempt({ attempts, shown }: Proposal): { text: string; resultId: string | null } {
  return (shown === null ? undefined : attempts[shown]) ?? { text: '', resultId: null };
}
