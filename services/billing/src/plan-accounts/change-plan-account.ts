import { entitlementChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { entitlementOf, nextChangeAt, type PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accounts: PlanAccountRepository;
  outbox: Outbox;
  clock: Clock;
}

/** The only way to change an account: load, decide, save, and tell everyone the entitlement, in one transaction. */
export class PlanAccounts {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async entitlement(userId: string): Promise<Entitlement> {
    return entitlementOf(await this.#deps.accounts.get(userId), this.#deps.clock.now());
  }

  /** Returns the entitlement before and after. `decide` changes nothing outside the account. */
  async change(transaction: Transaction, userId: string, decide: (account: PlanAccount, now: Date) => PlanAccount): Promise<{ before: Entitlement; after: Entitlement }> {
    const { accounts, clock } = this.#deps;
    const now = clock.now();
    const stored = await accounts.get(userId, transaction.session);
    const before = entitlementOf(stored, now);
    const decided = decide(stored, now);
    const account = { ...decided, nextChangeAt: nextChangeAt(decided, now) };
    await accounts.save(account, transaction.session);
    const after = entitlementOf(account, now);
    await transaction.emit(entitlementChanged, userId, after);
    return { before, after };
  }

  /** Tells what time alone has changed. */
  async announceDue(): Promise<number> {
    const due = await this.#deps.accounts.listDue(this.#deps.clock.now());
    for (const userId of due) await this.#deps.outbox.run((transaction) => this.change(transaction, userId, (account) => account));
    return due.length;
  }
}
