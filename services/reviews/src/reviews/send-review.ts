import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { limits } from '@inkbear/contracts/plans';
import type { createReview } from '@inkbear/contracts/reviews/moderation';
import type { RouteBody } from '@inkbear/contracts/route';
import { requireCountCapacity } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ReviewerRepository } from '../reviewers/reviewer.repository.ts';
import { reviewsLock, withState, type ReviewRow } from './review.ts';
import type { ReviewRepository } from './review.repository.ts';

interface Deps {
  reviews: ReviewRepository;
  reviewers: ReviewerRepository;
  entitlements: Entitlements;
  peers: Peers;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
}

/**
 * Stores a new review, which is pending until an admin decides. Throws 409 when the user has an open one of this book, and
 * 403 when the user has as many reviews as an account can have.
 */
export async function sendReview(
  deps: Deps,
  userId: string,
  { rating, title, content, bookTitle, email }: RouteBody<typeof createReview>,
): Promise<ReviewRow> {
  const { reviews, reviewers, outbox, clock, newId } = deps;
  const reviewerEmail = await resolveEmail(deps, userId, email);
  const now = clock.now();
  return await outbox.run(async ({ session, lock }) => {
    await lock(reviewsLock(userId));
    const reviewer = await reviewers.find(userId, session);
    const review = withState(
      {
        _id: newId(),
        userId,
        rating,
        title,
        content,
        bookTitle: bookTitle || null,
        // The address may have been changed since it was resolved.
        email: reviewer?.email ?? reviewerEmail,
        state: 'pending',
        isVerified: reviewer?.hasExported ?? false,
        hiddenAt: null,
        createdAt: now,
        updatedAt: now,
      },
      'pending',
    );
    await reviews.insert(review, session);
    requireReviewCapacity(await reviews.countOfUser(userId, session));
    return review;
  });
}

function requireReviewCapacity(used: number): void {
  const allowed = limits.reviewsPerUser;
  const refusal = `An account can have ${allowed} reviews, and you have reached that limit. Please write to us if you want to send another.`;
  requireCountCapacity({ code: 'reviews.limit_reached', used, allowed, refusal });
}

/**
 * Returns the address that is stored with a review:
 * 1. the address of the user's account, if this service knows it, so that nobody can sign with somebody else's;
 * 2. else the submitted one;
 * 3. else none, if the user is on a paid plan;
 * 4. else the address of the account as auth reports it. Throws 400 if auth has none either.
 */
async function resolveEmail(
  { reviewers, peers, entitlements }: Deps,
  userId: string,
  submitted: string | undefined,
): Promise<string | null> {
  const registered = (await reviewers.find(userId))?.email;
  const address = registered ?? submitted;
  if (address) return address;
  if ((await entitlements.find(userId)).isActive) return null;
  const { email } = await peers.call(findUserStatus, { params: { id: userId }, timeoutMs: 300 });
  if (!email)
    throw new ProblemError('request.invalid', {
      message: 'Valid email required',
      errors: [{ path: 'email', message: 'Valid email required' }],
    });
  return email;
}
