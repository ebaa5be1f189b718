import type { Peers } from '@inkbear/service-kit/peers';
import type { z } from 'zod';
import { callProvider, reserveTokens, withOutputLimit } from '../generations/call-provider.ts';
import type { GenerationDeps, StartedCall } from '../generations/generation.ts';
import { parseJson } from '../generations/parse-reply.ts';
import { publishSettledCall, toProblem, wasStopped } from '../generations/record-outcome.ts';
import type { ReadTask } from '../generations/task.ts';
import { modelClassOf } from '../models/choose-models.ts';
import { zeroTokenUsage } from '../providers/provider.ts';
import { scopeOf } from '../quota/limit-rules.ts';

export type ReadingDeps = GenerationDeps & { readonly peers: Peers };

/** The chapter about which a provider is asked. */
export interface AskedChapter {
  readonly userId: string;
  readonly bookId: string;
  readonly chapterId: string;
  /** Whether no author requested it, so that only a share of the author's daily tokens may be spent. */
  readonly isAutomatic: boolean;
  readonly signal: AbortSignal;
  /** Called after each call of the provider with the tokens that it spent. */
  readonly onSpent: (tokens: number) => void;
}

/**
 * Asks the provider for JSON. The call's tokens and cost are published whatever its outcome. Throws 502 for a reply
 * that does not match the schema, also the second time.
 */
export async function askProvider<S extends z.ZodType>(
  deps: ReadingDeps,
  { userId, bookId, chapterId, isAutomatic, signal, onSpent }: AskedChapter,
  { task, schema }: { readonly task: ReadTask; readonly schema: S },
): Promise<z.output<S>> {
  const scope = scopeOf(userId, { bookId, chapterId });
  const callId = deps.newId();
  const model = deps.models[modelClassOf(task.kind)];
  const prompt = withOutputLimit(await deps.worker.buildPrompt(task, { owner: userId, signal }), model);
  const firstReservation = await reserveTokens(deps, { id: `${callId}-0`, userId, prompt, isAutomatic });
  const callStats: StartedCall['callStats'] = { tokens: zeroTokenUsage, startedAt: Date.now() };
  const started = { callId, model, prompt, firstReservation, callStats, variant: 0 };
  const call = { scope, task, isAutomatic, signal, sendDelta: null, parse: parseJson(schema) };
  let outcome: 'finished' | 'stopped' | 'failed' = 'failed';
  try {
    const reply = await callProvider(deps, call, started);
    outcome = 'finished';
    return reply;
  } catch (error) {
    if (wasStopped(signal)) outcome = 'stopped';
    throw toProblem(error, signal, outcome);
  } finally {
    onSpent(callStats.tokens.input + callStats.tokens.output);
    const settled = { callId, model, callStats, scope, action: task.kind, promptKind: task.kind, outcome };
    await deps.outbox
      .run((transaction) => publishSettledCall(transaction, deps.clock, settled))
      .catch((err: unknown) => deps.logger.error({ err, callId }, 'reading_outcome_store_failed'));
  }
}
