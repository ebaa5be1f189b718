import { createHash } from 'node:crypto';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Model } from '../models/choose-models.ts';
import { buildContinuation, joinContinuation, wholeSentences } from '../prompts/continuation.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { addTokens, estimateTokens, type ProviderReply, type TokenUsage } from '../providers/provider.ts';
import { AiRefusal } from '../quota/ai-refusal.ts';
import type { GenerationDeps, ProviderCall, StartedCall, TokenReservation } from './generation.ts';
import { PartialReplies } from './partial-replies.ts';
import { type CallOutcome, ProviderCallTelemetry } from './provider-telemetry.ts';

const maxAttempts = 2;
/** Calls that may continue a reply which ended at its output limit. */
const maxContinuations = 3;
/** The maximum of UTF-16 units per token of a reply; prose has about five. */
const maxUnitsPerToken = 40;
/**
 * How many times as long as the author's text a reply may be, because a text of few but very long words has few tokens
 * by our estimate. JSON may have three versions of it, in which each character is escaped by up to six.
 */
const maxCopies = { prose: 2, json: 20 } as const;

/** The share of a window that a reply may have whatever the prompt: its tokens are estimated, at most too many. */
const minOutputShare = 1 / 4;

/**
 * The prompt with room for reasoning tokens, which count in the output limit, up to the most the model can write and to
 * what the prompt leaves of the model's window.
 */
export function withOutputLimit(prompt: Prompt, { reasoningTokens, maxOutputTokens, window }: Model): Prompt {
  const left = Math.max(Math.floor(window * minOutputShare), window - estimateTokens(prompt.stable + prompt.volatile));
  const wanted = prompt.maxOutputTokens + reasoningTokens;
  return { ...prompt, maxOutputTokens: Math.min(wanted, maxOutputTokens ?? Infinity, left) };
}

/** Reserves the most that one provider call may spend: the estimated tokens of its prompt and its output limit. */
export async function reserveTokens(
  { tokens, logger }: GenerationDeps,
  { id, userId, prompt, isAutomatic = false }: { id: string; userId: string; prompt: Prompt; isAutomatic?: boolean },
): Promise<TokenReservation> {
  const promptTokens = estimateTokens(prompt.stable + prompt.volatile);
  await tokens.reserve({ id, userId, promptTokens, amount: promptTokens + prompt.maxOutputTokens, isAutomatic });
  return {
    correct: (spent) =>
      tokens
        .correct({ id, userId, isAutomatic }, spent)
        .catch((err: unknown) => logger.error({ err, reservationId: id }, 'token_reservation_correct_failed')),
  };
}

/**
 * Calls the provider, and once more when its reply is malformed. An interrupted stream is not retried. Throws 502
 * `ai.bad_reply` when the second reply is malformed too, and `ai.refused` when the model declines.
 */
export async function callProvider<T>(
  deps: GenerationDeps,
  call: ProviderCall<T>,
  started: StartedCall & { readonly variant: number },
): Promise<T> {
  const { isAutomatic = false, scope } = call;
  const partials = call.partialStream ? new PartialReplies(call.partialStream, () => performance.now()) : null;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const reservation =
      attempt === 0
        ? started.firstReservation
        : await reserveTokens(deps, {
            id: `${started.callId}-${attempt}`,
            userId: scope.userId,
            prompt: started.prompt,
            isAutomatic,
          });
    const variant = started.variant + attempt;
    partials?.restart();
    const onText = (text: string): void => {
      call.sendDelta?.(text);
      partials?.add(text);
    };
    const id = `${started.callId}-${attempt}`;
    const text = await callUntilComplete(deps, call, { ...started, reservation, variant, onText, id });
    const parsed = call.parse(text);
    if (parsed !== null) return parsed;
    deps.logger.warn({ kind: call.task.kind, attempt, characters: text.length }, 'ai_provider_reply_malformed');
  }
  throw new ProblemError('ai.bad_reply');
}

interface Attempt {
  readonly reservation: TokenReservation;
  readonly variant: number;
  readonly onText: (text: string) => void;
}

/**
 * Calls the provider once. Prose that ends at its output limit is continued from its last whole sentence. If it is still
 * not finished after the last continuation, or a daily ceiling has no room for another one, the text up to its last whole
 * sentence is returned.
 * @param attempt its `id` is the prefix of the ids of further reservations
 */
async function callUntilComplete(
  deps: GenerationDeps,
  call: ProviderCall<unknown>,
  attempt: StartedCall & Attempt & { readonly id: string },
): Promise<string> {
  const { model, prompt } = attempt;
  const { text, isTruncated } = await attemptCall(deps, call, attempt);
  if (!isTruncated || prompt.expects !== 'text' || text.trim() === '') return text;
  const withoutReasoning = { ...prompt, maxOutputTokens: prompt.maxOutputTokens - model.reasoningTokens };
  let written = wholeSentences(text);
  for (let part = 1; part <= maxContinuations; part += 1) {
    const continuation = withOutputLimit(buildContinuation(withoutReasoning, written), model);
    const reservation = await reserveContinuation(deps, call, { id: `${attempt.id}-${part}`, prompt: continuation });
    if (reservation === null) break;
    const next = await attemptCall(deps, call, { ...attempt, prompt: continuation, reservation });
    const joined = joinContinuation(written, next.text);
    if (!next.isTruncated) return joined;
    written = wholeSentences(joined);
  }
  deps.logger.warn({ kind: call.task.kind, characters: written.length }, 'ai_provider_reply_incomplete');
  return written;
}

/** Reserves the tokens of a continuation; null when a daily ceiling has no room for them. */
async function reserveContinuation(
  deps: GenerationDeps,
  { scope: { userId } }: ProviderCall<unknown>,
  { id, prompt }: { id: string; prompt: Prompt },
): Promise<TokenReservation | null> {
  try {
    return await reserveTokens(deps, { id, userId, prompt });
  } catch (error) {
    if (error instanceof AiRefusal) return null;
    throw error;
  }
}

async function attemptCall(
  { provider }: Pick<GenerationDeps, 'provider'>,
  call: ProviderCall<unknown>,
  { model, prompt, reservation, variant, callStats, onText }: StartedCall & Attempt,
): Promise<ProviderReply> {
  const { task, signal, scope } = call;
  const telemetry = new ProviderCallTelemetry(task.kind);
  const copies = prompt.expects === 'text' ? maxCopies.prose : maxCopies.json;
  const maxLength = prompt.maxOutputTokens * maxUnitsPerToken + prompt.volatile.length * copies;
  let received = '';
  let isAccepted = false;
  const onDelta = (text: string): void => {
    telemetry.recordText();
    received += text;
    if (received.length > maxLength) throw new Error('The provider sent more than it was asked for.');
    onText(text);
  };
  const recordSpent = async (spent: TokenUsage): Promise<void> => {
    callStats.tokens = addTokens(callStats.tokens, spent);
    const total = spent.input + spent.output;
    if (total > 0) telemetry.recordTokens(spent, model.prices);
    await reservation.correct(total);
  };
  const onAccepted = (): void => {
    isAccepted = true;
  };
  const reply = await provider
    .generate(
      { ...prompt, task, variant, model, cacheKey: cacheKeyOf(scope) },
      { signal, onAccepted, onDelta, owner: scope.userId },
    )
    .catch(async (error: unknown) => {
      telemetry.recordEnd(outcomeOf(error, signal));
      const isUnprocessed = !isAccepted && received === '' && isCertainlyUnprocessed(error);
      const input = isUnprocessed ? 0 : estimateTokens(prompt.stable + prompt.volatile);
      // How many reasoning tokens were spent is unknown, so all that the model may spend count.
      const reasoning = isAccepted ? model.reasoningTokens : 0;
      const output = isUnprocessed ? 0 : estimateTokens(received) + reasoning;
      await recordSpent({ input, cached: 0, cacheWrite: 0, output });
      throw isContentFiltered(error) ? new ProblemError('ai.refused', { cause: error }) : error;
    });
  telemetry.recordEnd(reply.isRefused ? 'refused' : 'finished');
  const { inputTokens, cachedTokens = 0, cacheWriteTokens = 0, outputTokens } = reply;
  await recordSpent({ input: inputTokens, cached: cachedTokens, cacheWrite: cacheWriteTokens, output: outputTokens });
  signal.throwIfAborted();
  if (reply.isRefused) throw new ProblemError('ai.refused');
  return reply;
}

/** A hash of the author and the book: the provider learns which requests share a beginning, and no id. */
const cacheKeyOf = ({ userId, bookId }: ProviderCall<unknown>['scope']): string | null =>
  bookId === null ? null : createHash('sha256').update(`${userId}:${bookId}`).digest('base64url');

/** A timeout, a conflict and a rate limit: the provider invites a retry, so the call counts as `failed`. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * The outcome of a call that threw. `refused`: our limit, the model or a 4xx rejected this call. The catalogue of
 * metrics says why that is not `failed`.
 */
function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'stopped';
  // Our own limits refuse a call; `server.unavailable` means that the worker of the offline provider is broken.
  if (error instanceof ProblemError) return error.code === 'server.unavailable' ? 'failed' : 'refused';
  const { status } = error as { status?: unknown };
  const isClientError = typeof status === 'number' && status >= 400 && status < 500;
  return isClientError && !retryableStatuses.has(status) ? 'refused' : 'failed';
}

/** True when a content filter of the server rejected the prompt. */
const isContentFiltered = (error: unknown): boolean => (error as { code?: unknown }).code === 'content_filter';

const unreachableCodes = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * True when the provider certainly did not process the call: it was unreachable, it answered with an error status, or
 * our own queue was full. False after a timeout, because the provider may have processed the call.
 */
function isCertainlyUnprocessed(error: unknown): boolean {
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: { code?: unknown } };
  return (
    error instanceof ProblemError ||
    typeof status === 'number' ||
    unreachableCodes.has(code) ||
    unreachableCodes.has(cause?.code)
  );
}
