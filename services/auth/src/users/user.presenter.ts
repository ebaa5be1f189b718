import type { User } from '@inkbear/contracts/auth/account';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { UserProjectionRepository } from './user-projection.repository.ts';
import type { WritingDayRepository } from '../writing-days/writing-day.repository.ts';
import type { UserRow } from './user.ts';

/** Presents a user: the user’s row combined with the projections of other services’ events. */
export class UserPresenter {
  readonly #entitlements: Entitlements;
  readonly #projections: UserProjectionRepository;
  readonly #writingDays: WritingDayRepository;

  constructor(options: {
    entitlements: Entitlements;
    projections: UserProjectionRepository;
    writingDays: WritingDayRepository;
  }) {
    this.#entitlements = options.entitlements;
    this.#projections = options.projections;
    this.#writingDays = options.writingDays;
  }

  async present(user: UserRow, timeZone: string): Promise<User> {
    const [{ plan, isActive }, referralCredits, referrals, stats] = await Promise.all([
      this.#entitlements.find(user._id),
      this.#projections.getCreditBalance(user._id),
      this.#projections.listReferrals(user._id),
      this.#writingDays.getStats(user._id, timeZone),
    ]);
    const { _id: id, email, firstName, lastName, profileImageUrl, referralCode, isAdmin } = user;
    return {
      id,
      email,
      firstName,
      lastName,
      profileImageUrl,
      plan,
      isActive,
      referralCode,
      referrals,
      referralCredits,
      isAdmin,
      createdAt: user.createdAt.toISOString(),
      stats,
    };
  }
}

/** A user as other services see it. */
export const presentUserStatus = ({
  _id: id,
  email,
  firstName,
  lastName,
  referralCode,
  isAdmin,
  deletedAt,
}: UserRow) => ({
  id,
  email,
  firstName,
  lastName,
  referralCode,
  isAdmin,
  deletedAt: deletedAt?.toISOString() ?? null,
});
