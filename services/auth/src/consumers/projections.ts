import { chapterProgressed, creditBalanceChanged, referralsChanged } from '@inkbear/contracts/events';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { Connection } from 'mongoose';
import type { WritingDays } from '../writing-days/writing-days.repository.ts';

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

/** What books and referrals tell about a user, for `GET /api/user`. */
export class Projections {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async findCreditBalance(userId: string): Promise<number> {
    return (await this.#balances.findOne({ _id: userId }))?.balance ?? 0;
  }

  /** The newest 20. */
  async listReferrals(userId: string): Promise<ReferralItem[]> {
    return (await this.#summaries.findOne({ _id: userId }))?.recentReferrals.slice(0, 20) ?? [];
  }

  subscriptions(writingDays: WritingDays): Subscription[] {
    return [
      on(creditBalanceChanged, async ({ data, seq }, { session }) => {
        const stored = await this.#balances.findOne({ _id: data.userId }, { session });
        if (!stored || stored.seq < seq)
          await this.#balances.replaceOne(
            { _id: data.userId },
            { balance: data.balance, seq },
            { session, upsert: true },
          );
      }),
      on(referralsChanged, async ({ data, seq }, { session }) => {
        const stored = await this.#summaries.findOne({ _id: data.userId }, { session });
        if (!stored || stored.seq < seq)
          await this.#summaries.replaceOne(
            { _id: data.userId },
            { recentReferrals: data.recentReferrals, seq },
            { session, upsert: true },
          );
      }),
      on(chapterProgressed, ({ data }, { session }) =>
        writingDays.add(
          data.userId,
          data.localDate,
          { typedWords: data.typedWords, otherWords: data.otherWords },
          session,
        ),
      ),
    ];
  }

  /** Removes both rows of a user and answers how many there were. */
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
