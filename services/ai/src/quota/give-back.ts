import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { ResultRepository } from '../results/result.repository.ts';
import type { Quota } from './quota.ts';

interface GiveBackDeps {
  readonly quota: Quota;
  readonly results: ResultRepository;
}

/** A use comes back once, and with it the "try again" that it may have been. */
export async function giveBack({ quota, results }: GiveBackDeps, callId: string, session: ClientSession): Promise<void> {
  const variantOf = await quota.giveBack(callId, session);
  if (variantOf !== null) await results.giveVariantBack(variantOf, session);
}

/** Uses whose process died come back. */
export async function returnAbandoned(deps: GiveBackDeps & { readonly connection: Connection }): Promise<void> {
  for (const callId of await deps.quota.listAbandoned()) await inTransaction(deps.connection, (session) => giveBack(deps, callId, session));
}
