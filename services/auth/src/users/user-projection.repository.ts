import { maxRecentReferrals, type ReferralItem } from '@inkbear/contracts/referrals/referral';
import type { ClientSession, Connection } from 'mongoose';

interface Balance {
  _id: string;
  balance: number;
  seq: number;
}
interface Summary {
  _id: string;
  recentReferrals: ReferralItem[];
  seq: number;
}

/** Projections of events from books and referrals, read by `GET /api/user`. */
export class UserProjectionRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** 0 until the first event arrives. */
  async getCreditBalance(userId: string): Promise<number> {
    return (await this.#balances.findOne({ _id: userId }))?.balance ?? 0;
  }

  /** The newest referrals of a user. */
  async listReferrals(userId: string): Promise<ReferralItem[]> {
    return (await this.#summaries.findOne({ _id: userId }))?.recentReferrals.slice(0, maxRecentReferrals) ?? [];
  }

  /** Stores a balance unless a newer one is stored. */
  async upsertCreditBalanceIfNewer(userId: string, row: Omit<Balance, '_id'>, session: ClientSession): Promise<void> {
    const stored = await this.#balances.findOne({ _id: userId }, { session });
    if (stored && stored.seq >= row.seq) return;
    await this.#balances.replaceOne({ _id: userId }, row, { session, upsert: true });
  }

  /** Stores a summary unless a newer one is stored. */
  async upsertReferralsIfNewer(userId: string, row: Omit<Summary, '_id'>, session: ClientSession): Promise<void> {
    const stored = await this.#summaries.findOne({ _id: userId }, { session });
    if (stored && stored.seq >= row.seq) return;
    await this.#summaries.replaceOne({ _id: userId }, row, { session, upsert: true });
  }

  /** Deletes the rows of a user. Returns how many there were. */
  async erase(userId: string): Promise<number> {
    const balances = await this.#balances.deleteOne({ _id: userId });
    const summaries = await this.#summaries.deleteOne({ _id: userId });
    return balances.deletedCount + summaries.deletedCount;
  }

  get #balances() {
    return this.#connection.collection<Balance>('credit_balances');
  }
  get #summaries() {
    return this.#connection.collection<Summary>('referral_summaries');
  }
}
