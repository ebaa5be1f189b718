import { isDeepStrictEqual } from 'node:util';
import { entitlementChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { entitlementOf, nextChangeAt, type PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  readonly accounts: PlanAccountRepository;
  readonly clock: Clock;
}
export interface DueChangesDeps extends Deps {
  readonly outbox: Outbox;
}

interface AccountChange {
  readonly userId: string;
  /** A pure function that returns the changed account. */
  readonly decide: (account: PlanAccount, now: Date) => PlanAccount;
}
export interface PlanChange {
  readonly before: Entitlement;
  readonly after: Entitlement;
  /** `seq` of the event that published `after`, emitted by this change or by an earlier one. */
  readonly seq: number;
}

/**
 * The only way to change an account. Loads the account, decides, saves it, and publishes the entitlement if it differs
 * from the last published one, in one transaction. Returns the entitlement before and after.
 */
export async function changePlanAccount(
  { accounts, clock }: Deps,
  transaction: Transaction,
  { userId, decide }: AccountChange,
): Promise<PlanChange> {
  const now = clock.now();
  const stored = await accounts.get(userId, transaction.session);
  const before = entitlementOf(stored, now);
  const decided = decide(stored, now);
  const after = entitlementOf(decided, now);
  const lastPublished = JSON.stringify(after);
  const publishedSeq = lastPublished === stored.lastPublished ? stored.publishedSeq : undefined;
  const seq = publishedSeq ?? (await transaction.emit(entitlementChanged, userId, after));
  const account: PlanAccount = {
    ...decided,
    nextChangeAt: nextChangeAt(decided, now),
    lastPublished,
    publishedSeq: seq,
  };
  if (!isDeepStrictEqual(account, stored)) await accounts.save(account, transaction.session);
  return { before, after, seq };
}

/** The batch that publishes entitlements that have changed as time passed, e.g. those of expired plans. */
export const publishDueChanges = (deps: DueChangesDeps): Batch<string> => ({
  // The batch name from before a rename of the function; the log still has it.
  name: 'announce-plan-changes',
  list: (limit) => deps.accounts.listDue(deps.clock.now(), limit),
  idOf: (userId) => userId,
  work: (userId) =>
    deps.outbox.run((transaction) => changePlanAccount(deps, transaction, { userId, decide: (account) => account })),
});
