import { isDeepStrictEqual } from 'node:util';
import { entitlementChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { entitlementOf, nextChangeAt, type PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accounts: PlanAccountRepository;
  outbox: Outbox;
  clock: Clock;
  batches: Batches;
}

export interface PlanChange {
  readonly before: Entitlement;
  readonly after: Entitlement;
  /** Of the event that published `after`, now or earlier. */
  readonly seq: number;
}

/** The only way to change an account: load, decide, save, and publish the entitlement if it differs from the one that was published last, in one transaction. */
export class PlanAccounts {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async entitlement(userId: string): Promise<Entitlement> {
    return entitlementOf(await this.#deps.accounts.get(userId), this.#deps.clock.now());
  }

  /** `decide` changes nothing outside the account. */
  async change(
    transaction: Transaction,
    userId: string,
    decide: (account: PlanAccount, now: Date) => PlanAccount,
  ): Promise<PlanChange> {
    const { accounts, clock } = this.#deps;
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

  /** Tells what time alone has changed. */
  async announceDue(): Promise<void> {
    const { accounts, outbox, clock, batches } = this.#deps;
    await batches.run({
      name: 'announce-plan-changes',
      list: (limit) => accounts.listDue(clock.now(), limit),
      idOf: (userId) => userId,
      work: (userId) => outbox.run((transaction) => this.change(transaction, userId, (account) => account)),
    });
  }
}
