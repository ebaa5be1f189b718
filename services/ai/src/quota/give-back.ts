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
export async function giveBack({ quota, results }: GiveBackDeps, callId: string, session: ClientSession): Promise<Scope | null> {
  const returned = await quota.giveBack(callId, session);
  if (returned?.variantOf) await results.giveVariantBack(returned.variantOf, session);
  return returned?.scope ?? null;
}

/** Uses whose process died come back, and whoever keeps copies of the counters hears of it. */
export async function returnAbandoned(deps: GiveBackDeps & { readonly outbox: Outbox }): Promise<void> {
  for (const callId of await deps.quota.listAbandoned()) {
    await deps.outbox.run(async (transaction) => {
      const scope = await giveBack(deps, callId, transaction.session);
      if (scope) await announceCounters(deps.quota, scope, transaction);
    });
  }
}
