import type { ListQuery } from '@inkbear/contracts/list-query';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { reviewModel } from './review.model.ts';
import type { ReviewRow, ReviewState } from './review.ts';

const most = 200;

export class ReviewRepository {
  readonly #reviews;

  constructor(connection: Connection) {
    this.#reviews = reviewModel(connection);
  }

  /** The newest 200. */
  listApproved(): Promise<ReviewRow[]> {
    return this.#reviews
      .find({ state: 'approved', hiddenAt: null })
      .sort({ createdAt: -1 })
      .limit(most)
      .lean<ReviewRow[]>()
      .exec();
  }

  /** A page for admins, without the reviews of those who have left; `q` looks in the words and the address. */
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

  /** Throws 409 when a pending or approved review of this user about this book is there. */
  async insert(review: ReviewRow, session: ClientSession): Promise<void> {
    await refuseSecond(() => this.#reviews.create([review], { session }));
  }

  /** Throws 409 when another review has taken its place meanwhile. */
  async replace(review: ReviewRow, session: ClientSession): Promise<void> {
    await refuseSecond(() => this.#reviews.replaceOne({ _id: review._id }, review, { session }).exec());
  }

  /** Whoever has a finished export is an author who has used Inkbear to its end. */
  async verifyAllOf(userId: string, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { isVerified: true } }, { session }).exec();
  }

  /** Hides every review of a user, or shows them again. */
  async setHidden(userId: string, hiddenAt: Date | null, session: ClientSession): Promise<void> {
    await this.#reviews.updateMany({ userId }, { $set: { hiddenAt } }, { session }).exec();
  }

  /** Removes at most so many reviews of a user and answers how many. */
  eraseOf(userId: string, most: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, most);
  }

  get #rows() {
    return this.#reviews.collection as unknown as Collection<ReviewRow>;
  }
}

async function refuseSecond(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isDuplicateKey(error)) throw new ProblemError('reviews.already_sent');
    throw error;
  }
}
