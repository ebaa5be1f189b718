import type { ClientSession, Connection } from 'mongoose';
import { newPlanAccount, type PlanAccount } from './plan-account.ts';

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
  async listDue(now: Date): Promise<string[]> {
    const due = await this.#accounts.find({ nextChangeAt: { $lte: now } }, { projection: { _id: 1 } }).limit(500).toArray();
    return due.map(({ _id }) => _id);
  }

  async erase(userId: string): Promise<void> {
    await this.#accounts.deleteOne({ _id: userId });
  }

  get #accounts() {
    return this.#connection.collection<PlanAccount>('plan_accounts');
  }
}
