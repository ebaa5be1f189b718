import type { Connection } from 'mongoose';
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
    return this.#reviews.find({ state: 'approved' }).sort({ createdAt: -1 }).limit(most).lean<ReviewRow[]>().exec();
  }
}
