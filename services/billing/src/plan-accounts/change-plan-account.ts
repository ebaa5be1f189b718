import { isDeepStrictEqual } from 'node:util';
import { entitlementChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { entitlementOf, nextChangeAt, type PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accountRepository: PlanAccountRepository;
  outbox: Outbox;
  clock: Clock;
  batches: Batches;
}

export interface PlanChange {
  readonly before: Entitlement;
  readonly after: Entitlement;
  /** `seq` of the event that published `after`, emitted by this change or by an earlier one. */
  readonly seq: number;
}

/**
 * The only way to change an account. A change loads the account, decides, saves it, and publishes the entitlement if it
 * differs from the last published one, in one transaction.
 */
export class PlanAccounts {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The user's current entitlement. A user without an account has the free plan. */
  async getEntitlement(userId: string): Promise<Entitlement> {
    return entitlementOf(await this.#deps.accountRepository.get(userId), this.#deps.clock.now());
  }

  /**
   * Changes one account and returns its entitlement before and after.
   * @param decide pure function that returns the changed account
   */
  async change(
    transaction: Transaction,
    userId: string,
    decide: (account: PlanAccount, now: Date) => PlanAccount,
  ): Promise<PlanChange> {
    const { accountRepository, clock } = this.#deps;
    const now = clock.now();
    const stored = await accountRepository.get(userId, transaction.session);
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
    if (!isDeepStrictEqual(account, stored)) await accountRepository.save(account, transaction.session);
    return { before, after, seq };
  }

  /** Publishes entitlements that changed as time passed, e.g. those of expired plans. */
  async publishDueChanges(): Promise<void> {
    const { accountRepository, outbox, clock, batches } = this.#deps;
    await batches.run({
      name: 'announce-plan-changes',
      list: (limit) => accountRepository.listDue(clock.now(), limit),
      idOf: (userId) => userId,
      work: (userId) => outbox.run((transaction) => this.change(transaction, userId, (account) => account)),
    });
  }
}
