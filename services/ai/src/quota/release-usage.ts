import type { Batch } from '@inkbear/service-kit/batches';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ClientSession } from 'mongoose';
import type { ResultRepository } from '../results/result.repository.ts';
import { publishCounters } from './publish-counters.ts';
import type { Scope } from './limit-rules.ts';
import type { UsageRepository } from './usage.repository.ts';

interface ReleaseDeps {
  readonly usage: UsageRepository;
  readonly results: ResultRepository;
}

/**
 * Releases the reserved usage of a call, and the variant that it reserved, if any. Idempotent. Returns the scope of the
 * call, or null when nothing was reserved.
 */
export async function releaseUsage(
  { usage, results }: ReleaseDeps,
  callId: string,
  session: ClientSession,
): Promise<Scope | null> {
  const released = await usage.release(callId, session);
  if (released?.variantOf) await results.releaseVariant(released.variantOf, session);
  return released?.scope ?? null;
}

/** Releases the usage of a call and publishes the counters, in one transaction. Idempotent. */
async function releaseAndPublish(deps: ReleaseDeps & { readonly outbox: Outbox }, callId: string): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    const scope = await releaseUsage(deps, callId, transaction.session);
    if (scope) await publishCounters(deps.usage, scope, transaction);
  });
}

/** Releases the usage reserved by crashed processes and publishes the new counts. */
export const releaseAbandonedUsage = (deps: ReleaseDeps & { readonly outbox: Outbox }): Batch<string> => ({
  name: 'release-abandoned-usage',
  list: (limit) => deps.usage.listAbandoned(limit),
  idOf: (callId) => callId,
  work: (callId) => releaseAndPublish(deps, callId),
});
