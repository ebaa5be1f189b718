import type { PartCount } from '@inkbear/contracts/ai/limit';
import { limits } from '@inkbear/contracts/plans';
import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { incompleteParts } from '../../kit/use-streaming-request.ts';
import type { AiRequest } from './ai-request.ts';

/**
 * One generated text. `at` is its arrival in milliseconds, absent for a result from an earlier visit. Without a
 * `resultId` the generation was stopped or failed before anything was finished, and the text is stored nowhere else.
 */
export interface Variant {
  readonly text: string;
  readonly resultId: string | null;
  readonly at?: number;
  /** The server has put it into the text already. */ readonly isInserted?: true;
  /** A chapter of which the AI could write only some parts. */
  readonly incomplete?: PartCount;
}
interface StoredResult {
  readonly resultId: string;
  readonly text: string;
  /** Null or absent for a text that was written at once. */
  readonly parts?: PartCount | null | undefined;
}

export function toVariant({ resultId, text, parts = null }: StoredResult): Variant {
  const incomplete = incompleteParts(parts);
  return { resultId, text, ...(incomplete ? { incomplete } : {}) };
}

type Run =
  | { readonly state: 'idle' }
  /** The streaming text is not part of the proposal: components subscribe to it separately. */
  | { readonly state: 'writing'; readonly streamingText: StreamingText; readonly startedAt: number }
  /** The partial text is the last variant. */
  | ({ readonly state: 'interrupted' } & Interruption);

/**
 * Why a request has no complete result. `kept`: it was stopped or its connection was lost, and the server keeps the
 * finished parts of its text and counts them as a use.
 */
export interface Interruption {
  readonly cause: 'stopped' | 'kept' | 'failed';
  /** For the author. */
  readonly message: string;
}

/** A text that AI generated for one request and the author has not accepted yet. */
export interface Proposal {
  readonly request: AiRequest;
  /** The first variant and its retries. */
  readonly variants: readonly Variant[];
  readonly run: Run;
  /** Index of the shown variant; null while one is being written, or when none has any text. */
  readonly shown: number | null;
}

const retryWindowMs = limits.variantMinutes * 60_000;
/**
 * The end, in milliseconds, of the time in which a retry belongs to the same use; null when no variant is complete, or
 * the result is from an earlier visit.
 */
export function retryDeadline({ variants }: Pick<Proposal, 'variants'>): number | null {
  const at = finishedVariants(variants)[0]?.at;
  return at === undefined ? null : at + retryWindowMs;
}
const finishedVariants = (variants: readonly Variant[]): readonly Variant[] =>
  variants.filter(({ resultId }) => resultId !== null);
/** The id of the first result; every retry names it as `variantOf`. */
export const firstResult = ({ variants }: Pick<Proposal, 'variants'>): string | undefined =>
  finishedVariants(variants)[0]?.resultId ?? undefined;
/** Ids of the variants that are stored on the server. */
export const resultIdsOf = ({ variants }: Pick<Proposal, 'variants'>): string[] =>
  variants.flatMap(({ resultId }) => resultId ?? []);
/** True when a variant was interrupted, so that its text is stored nowhere else. */
export const hasStoppedText = ({ variants }: Pick<Proposal, 'variants'>): boolean =>
  variants.some(({ resultId }) => resultId === null);

export const startProposal = (
  request: AiRequest,
  variants: readonly Variant[],
  startedAt: number,
  streamingText = new StreamingText(),
): Proposal => ({
  request,
  variants,
  run: { state: 'writing', streamingText, startedAt },
  shown: null,
});
export const completeProposal = ({ request, variants }: Proposal, variant: Variant): Proposal => ({
  request,
  variants: [...variants, variant],
  run: { state: 'idle' },
  shown: variants.length,
});
/** Keeps the partial text as a variant. Without any text, the previous variant stays shown beside the message. */
export function interruptProposal(
  { request, variants: before }: Proposal,
  partial: Variant,
  interruption: Interruption,
): Proposal {
  const variants = partial.text === '' ? before : [...before, partial];
  return {
    request,
    variants,
    run: { state: 'interrupted', ...interruption },
    shown: variants.length === 0 ? null : variants.length - 1,
  };
}

/** The reason why it cannot be retried at `now`; null when it can. */
export function retryRefusal({ variants }: Pick<Proposal, 'variants'>, now: number): string | null {
  if (finishedVariants(variants).length > limits.variants)
    return `You have used the ${limits.variants} retries that one request includes.`;
  const until = retryDeadline({ variants });
  return until === null || now < until
    ? null
    : `The ${limits.variantMinutes} minutes for trying again are over. Asking again now counts as a new request.`;
}

/** The shown text and its result id; empty while one is being written. */
export function shownVariant({ variants, shown }: Proposal): Variant {
  return (shown === null ? undefined : variants[shown]) ?? { text: '', resultId: null };
}
