import type { ListQuery } from '@inkbear/contracts/list-query';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { reviewModel } from './review.model.ts';
import type { ReviewRow, ReviewState } from './review.ts';

const publicReviewLimit = 200;

export class ReviewRepository {
  readonly #reviews;

  constructor(connection: Connection) {
    this.#reviews = reviewModel(connection);
  }

  /** The newest 200 public reviews. */
  listApproved(): Promise<ReviewRow[]> {
    return this.#reviews
      .find({ state: 'approved', hiddenAt: null })
      .sort({ createdAt: -1 })
      .limit(publicReviewLimit)
      .lean<ReviewRow[]>()
      .exec();
  }

  /** A page for admins, without the reviews of closed accounts. Searches `q` in the texts and the address. */
  list({ state, q, ...page }: ListQuery & { state: ReviewState }) {
    const pattern = { $regex: escapeRegExp(q ?? ''), $options: 'i' };
    return listPage(this.#rows, page, {
      state,
      hiddenAt: null,
      ...(q ? { $or: [{ email: pattern }, { title: pattern }, { content: pattern }, { bookTitle: pattern }] } : {}),
    });
  }

  find(id: string, session: ClientSession): Promise<ReviewRow | null> {
    return this.#reviews.findOne({ _id: id }).session(session).lean<ReviewRow>().exec();
  }

  /** The number of a user's reviews in any state. */
  countOfUser(userId: string, session: ClientSession): Promise<number> {
    return this.#reviews.countDocuments({ userId }).session(session).exec();
  }

  /** Throws 409 when the user has a pending or approved review of this book. */
  async insert(review: ReviewRow, session: ClientSession): Promise<void> {
    await rejectDuplicate(() => this.#reviews.create([review], { session }));
  }

  /** Throws 409 when the review becomes open and the user has another open review of this book. */
  async replace(review: ReviewRow, session: ClientSession): Promise<void> {
    await rejectDuplicate(() => this.#reviews.replaceOne({ _id: review._id }, review, { session }).exec());
  }

  /** Marks all reviews of a user as verified. */
  async markVerified(userId: string, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { isVerified: true } }, { session }).exec();
  }

  /** Replaces the address at all reviews of a user. */
  async replaceEmail(userId: string, email: string, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { email } }, { session }).exec();
  }

  /** Hides all reviews of a user, or shows them again when `hiddenAt` is null. */
  async setHidden(userId: string, hiddenAt: Date | null, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { hiddenAt } }, { session }).exec();
  }

  /** Deletes at most `limit` reviews of a user. Returns the number of deleted reviews. */
  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#reviews.collection as unknown as Collection<ReviewRow>;
  }
}

/** Runs a write. Throws 409 `reviews.already_sent` when it violates the unique key. */
async function rejectDuplicate(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isDuplicateKey(error)) throw new ProblemError('reviews.already_sent');
    throw error;
  }
}
