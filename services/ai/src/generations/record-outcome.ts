import type { PartCount } from '@inkbear/contracts/ai/limit';
import { aiCallSettled, aiResultCreated } from '@inkbear/contracts/events';
import { countWords } from '@inkbear/prose/word-count';
import type { Clock } from '@inkbear/service-kit/clock';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { encodeFingerprint, type Fingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import { promptVersion } from '../prompts/prompt-versions.ts';
import { publishCounters } from '../quota/publish-counters.ts';
import { releaseUsage } from '../quota/release-usage.ts';
import type { ProviderTaskKind, Task } from './task.ts';
import type { GenerationCall, GenerationDeps, GenerationRequest, StartedCall } from './generation.ts';
import { costOf } from './provider-telemetry.ts';

type Outcome = 'finished' | 'stopped' | 'failed';

/**
 * Stores the result and commits the call's usage, in one transaction. The usage of a result that failed before its last
 * part is released.
 */
export async function recordResult<T>(
  deps: GenerationDeps,
  call: GenerationCall<T>,
  started: StartedCall & { readonly originalId: string | null },
  parsed: T,
): Promise<void> {
  const { callId, originalId } = started;
  const text = call.textOf(parsed);
  const prose = (call.proseOf ?? call.textOf)(parsed);
  const parts = call.partsOf?.(parsed) ?? null;
  // Without the signal, because the text of a stopped call is stored too.
  const fingerprint = await deps.worker.fingerprintOf(prose, { owner: call.scope.userId });
  const outcome = outcomeOf(parts, call.signal);
  await recordOutcome(deps, call, { ...started, outcome }, async (transaction) => {
    const { session, afterCommit } = transaction;
    const isCounted = outcome !== 'failed';
    await (isCounted ? deps.usage.commit(callId, countWords(prose), session) : releaseUsage(deps, callId, session));
    await deps.results.insert(
      {
        _id: callId,
        ...call.scope,
        kind: call.task.kind,
        text,
        variantOf: originalId,
        askedRev: call.baseRev ?? null,
        asked: call.ideaInput ?? null,
        promptVersion: promptVersion(call.promptKind ?? call.task.kind),
        parts,
        requestKey: call.requestKey,
      },
      session,
    );
    await publishResult(call, { resultId: callId, fingerprint }, transaction);
    const attributes = { kind: call.task.kind, outcome: isCounted ? 'committed' : 'released' } as const;
    afterCommit(() => metrics.count('inkbear.ai.uses', attributes));
  });
}

function outcomeOf(parts: PartCount | null, signal: AbortSignal): Outcome {
  if (parts === null || parts.done === parts.of) return 'finished';
  return wasStopped(signal) ? 'stopped' : 'failed';
}

/** Publishes a result that may become part of a chapter, with the hashes by which copies of it are recognised. */
async function publishResult(
  { scope, task }: GenerationRequest,
  { resultId, fingerprint }: { resultId: string; fingerprint: Fingerprint },
  { emit }: Transaction,
): Promise<void> {
  const { userId, bookId, chapterId } = scope;
  const action = publishedAction(task);
  const parsed = aiResultCreated.data.shape.action.safeParse(action);
  if (bookId === null || chapterId === null || !parsed.success) return;
  await emit(aiResultCreated, resultId, {
    resultId,
    userId,
    bookId,
    chapterId,
    action: parsed.data,
    option: 'option' in task && task.kind !== 'instruct' ? task.option : null,
    fingerprint: encodeFingerprint(fingerprint),
  });
}

/** An author's own instruction counts as a rewrite. Its words are not published. */
function publishedAction(task: Task): string {
  if (task.kind === 'instruct') return 'rewrite';
  return task.kind === 'options' ? task.type : task.kind;
}

/**
 * Releases the usage of a failed or stopped call. A stopped call counts once the author's free stops of the day are used
 * up. Returns the error for the client.
 */
export async function recordFailure(
  deps: GenerationDeps,
  call: GenerationRequest,
  started: StartedCall,
  error: unknown,
): Promise<unknown> {
  const { usage, logger } = deps;
  const { scope, task, signal } = call;
  const { callId } = started;
  const outcome = wasStopped(signal) ? 'stopped' : 'failed';
  const release = async ({ session, afterCommit }: Transaction): Promise<void> => {
    const subject = scope.chapterId ?? scope.storyId ?? scope.bookId ?? scope.userId;
    const isFree =
      outcome === 'failed' ||
      (await usage.consumeFreeStop({ userId: scope.userId, subject, action: task.kind }, session));
    await (isFree ? releaseUsage(deps, callId, session) : usage.commit(callId, 0, session));
    const attributes = { kind: task.kind, outcome: isFree ? 'released' : 'committed' } as const;
    afterCommit(() => metrics.count('inkbear.ai.uses', attributes));
  };
  // A request that repeats this one by its key begins again.
  await withoutIdempotencyKey(() => recordOutcome(deps, call, { ...started, outcome }, release)).catch((err: unknown) =>
    logger.error({ err, callId }, 'generation_outcome_store_failed'),
  );
  return toProblem(error, signal, outcome);
}

/**
 * True when the author stopped the call, which closes the connection and aborts the signal with its default reason. A
 * shutdown or a deadline aborts it with another reason.
 */
export const wasStopped = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && (reason as Partial<Error>).name === 'AbortError';

export function toProblem(error: unknown, { reason }: AbortSignal, outcome: Outcome): unknown {
  if (reason instanceof ProblemError) return reason;
  return error instanceof ProblemError || outcome === 'stopped'
    ? error
    : new ProblemError('ai.provider_failed', { cause: error });
}

/** Writes the outcome, publishes the counters and publishes the call's tokens and cost, in one transaction. */
async function recordOutcome(
  deps: GenerationDeps,
  { scope, task, promptKind }: GenerationRequest,
  { callId, model, callStats, outcome }: Pick<StartedCall, 'callId' | 'model' | 'callStats'> & { outcome: Outcome },
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { outbox, usage, clock } = deps;
  await outbox.run(async (transaction) => {
    await work(transaction);
    await publishCounters(usage, scope, transaction);
    const call = { callId, model, callStats, outcome, scope, action: task.kind, promptKind: promptKind ?? task.kind };
    await publishSettledCall(transaction, clock, call);
  });
}

interface SettledCall extends Pick<StartedCall, 'callId' | 'model' | 'callStats'> {
  readonly scope: GenerationRequest['scope'];
  readonly action: ProviderTaskKind;
  readonly promptKind: ProviderTaskKind;
  readonly outcome: Outcome;
}

/** Publishes the tokens and the cost of a call. */
export async function publishSettledCall(
  { emit }: Transaction,
  clock: Clock,
  { callId, model, callStats: { tokens, startedAt }, scope, action, promptKind, outcome }: SettledCall,
): Promise<void> {
  await emit(aiCallSettled, callId, {
    callId,
    userId: scope.userId,
    action,
    bookId: scope.bookId,
    chapterId: scope.chapterId,
    storyId: scope.storyId,
    outcome,
    model: model.id,
    promptVersion: promptVersion(promptKind),
    inputTokens: tokens.input,
    cachedTokens: tokens.cached,
    cacheWriteTokens: tokens.cacheWrite,
    outputTokens: tokens.output,
    cost: Number(costOf(tokens, model.prices).toFixed(4)),
    latencyMs: Date.now() - startedAt,
    at: clock.now().toISOString(),
  });
}
