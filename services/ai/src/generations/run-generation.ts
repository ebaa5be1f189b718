import type { Limit } from '@inkbear/contracts/ai/limit';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { AiRefusal } from '../quota/ai-refusal.ts';
import { listLimits } from '../quota/list-limits.ts';
import { modelClassOf } from '../models/choose-models.ts';
import { zeroTokenUsage } from '../providers/provider.ts';
import { callProvider, reserveTokens, withOutputLimit } from './call-provider.ts';
import type { GenerationCall, GenerationDeps, StartedCall } from './generation.ts';
import { recordFailure, recordResult } from './record-outcome.ts';
import { findOriginal, findStoredResult, reserveUsage } from './reserve-usage.ts';

/** What every generation reply carries besides the generated content. */
export interface GenerationReceipt {
  readonly resultId: string;
  readonly limits: Limit[];
}

/**
 * Reserves tokens and usage, calls the provider, stores the result and commits the usage. A call without a result
 * releases its usage; the tokens that it spent count in every case.
 */
export async function runGeneration<T>(
  deps: GenerationDeps,
  call: GenerationCall<T>,
): Promise<GenerationReceipt & { readonly parsed: T }> {
  try {
    return await generate(deps, call);
  } catch (error) {
    if (error instanceof AiRefusal)
      metrics.count('inkbear.ai.refusals', { kind: call.task.kind, reason: error.reason });
    throw error;
  }
}

async function generate<T>(
  deps: GenerationDeps,
  call: GenerationCall<T>,
): Promise<GenerationReceipt & { readonly parsed: T }> {
  const { scope, task, signal } = call;
  const { userId } = scope;
  const stored = await findStoredResult(deps, call);
  const storedReply = stored && call.parse(stored.text, stored);
  if (stored && storedReply !== null)
    return { parsed: storedReply, resultId: stored._id, limits: await listLimits(deps, scope) };
  const callId = deps.newId();
  const original = await findOriginal(deps, call);
  const model = deps.models[modelClassOf(task.kind)];
  const prompt = withOutputLimit(
    await deps.worker.buildPrompt(call.parts?.first ?? task, { owner: userId, signal }),
    model,
  );
  const firstReservation = await reserveTokens(deps, { id: `${callId}-0`, userId, prompt });
  await reserveUsage(deps, call, { callId, original }).catch(async (error: unknown) => {
    await firstReservation.correct(0);
    throw error;
  });

  const started: StartedCall = {
    model,
    prompt,
    firstReservation,
    callId,
    callStats: { tokens: zeroTokenUsage, startedAt: Date.now() },
  };
  let parsed: T;
  try {
    const first = { ...started, variant: original ? 1 : 0 };
    parsed = await (call.parts?.write(first) ?? callProvider(deps, call, first));
    await recordResult(deps, call, { ...started, originalId: original?._id ?? null }, parsed);
  } catch (error) {
    throw await recordFailure(deps, call, started, error);
  }
  return { parsed, resultId: callId, limits: await listLimits(deps, scope) };
}
