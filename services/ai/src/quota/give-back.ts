import type { Batch } from '@inkbear/service-kit/batches';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ClientSession } from 'mongoose';
import type { ResultRepository } from '../results/result.repository.ts';
import { announceCounters } from './announce-counters.ts';
import type { Scope } from './limit-rules.ts';
import type { Quota } from './quota.ts';

interface GiveBackDeps {
  readonly quota: Quota;
  readonly results: ResultRepository;
}

/** A use comes back once, and with it the "try again" that it may have been. Answers what it was for; null when there was nothing to give back. */
export async function giveBack(
  { quota, results }: GiveBackDeps,
  callId: string,
  session: ClientSession,
): Promise<Scope | null> {
  const returned = await quota.giveBack(callId, session);
  if (returned?.variantOf) await results.giveVariantBack(returned.variantOf, session);
  return returned?.scope ?? null;
}

/** Gives a use back in a transaction of its own and announces the counters. Safe to repeat. */
async function returnUse(deps: GiveBackDeps & { readonly outbox: Outbox }, callId: string): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    const scope = await giveBack(deps, callId, transaction.session);
    if (scope) await announceCounters(deps.quota, scope, transaction);
  });
}

/** The batch that gives back uses whose process died; the services that copy the counters get the new counts. */
export const returnAbandoned = (deps: GiveBackDeps & { readonly outbox: Outbox }): Batch<string> => ({
  name: 'return-abandoned',
  list: (limit) => deps.quota.listAbandoned(limit),
  idOf: (callId) => callId,
  work: (callId) => returnUse(deps, callId),
});
