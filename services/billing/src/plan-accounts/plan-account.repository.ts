import { limits } from '@inkbear/contracts/plans';
import type { ClientSession, Connection } from 'mongoose';
import { newPlanAccount, type PaidMonthly, type PlanAccount } from './plan-account.ts';

const graceMs = limits.graceDays * 86_400_000;

export class PlanAccountRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A user of whom nothing is known has an empty account. */
  async get(userId: string, session?: ClientSession): Promise<PlanAccount> {
    return (await this.#accounts.findOne({ _id: userId }, session ? { session } : {})) ?? newPlanAccount(userId);
  }

  async save(account: PlanAccount, session: ClientSession): Promise<void> {
    await this.#accounts.replaceOne({ _id: account._id }, account, { session, upsert: true });
  }

  /** Users whose entitlement changes by time alone, up to now. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const due = await this.#accounts
      .find({ nextChangeAt: { $lte: now } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return due.map(({ _id }) => _id);
  }

  /** Subscriptions whose renewal failed and whose grace is over, the longest overdue first. */
  async listOverdue(now: Date, limit: number): Promise<PaidMonthly[]> {
    const overdue = this.#accounts.find(
      { 'paidMonthly.status': 'past_due', 'paidMonthly.periodEnd': { $lte: new Date(now.getTime() - graceMs) } },
      { sort: { 'paidMonthly.periodEnd': 1 } },
    );
    return (await overdue.limit(limit).toArray()).flatMap(({ paidMonthly }) => paidMonthly ?? []);
  }

  /** Removed users whose subscription would renew. */
  async listToStop(limit: number): Promise<PlanAccount[]> {
    return await this.#accounts
      .find({
        'removal.stage': 'grace',
        'paidMonthly.cancelAtPeriodEnd': false,
        'paidMonthly.status': { $in: ['active', 'past_due'] },
      })
      .limit(limit)
      .toArray();
  }

  /** Users who came back to something that was stopped. */
  async listRestored(limit: number): Promise<PlanAccount[]> {
    return await this.#accounts.find({ 'removal.stage': 'restored' }).limit(limit).toArray();
  }

  async erase(userId: string): Promise<void> {
    await this.#accounts.deleteOne({ _id: userId });
  }

  get #accounts() {
    return this.#connection.collection<PlanAccount>('plan_accounts');
  }
}
