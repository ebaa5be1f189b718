import { deleteSome } from '@inkbear/service-kit/erasure';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { reviewModel } from './review.model.ts';
import type { ReviewRow } from './review.ts';

const most = 200;

export class ReviewRepository {
  readonly #reviews;

  constructor(connection: Connection) {
    this.#reviews = reviewModel(connection);
  }

  /** The newest 200. */
  listApproved(): Promise<ReviewRow[]> {
    return this.#reviews.find({ state: 'approved', hiddenAt: null }).sort({ createdAt: -1 }).limit(most).lean<ReviewRow[]>().exec();
  }

  /** Hides every review of a user, or shows them again. */
  async setHidden(userId: string, hiddenAt: Date | null, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { hiddenAt } }, { session }).exec();
  }

  /** Removes at most so many reviews of a user and answers how many. */
  eraseOf(userId: string, most: number): Promise<number> {
    return deleteSome(this.#reviews.collection as unknown as Collection<ReviewRow>, { userId }, most);
  }
}
