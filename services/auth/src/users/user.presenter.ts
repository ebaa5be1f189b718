import type { User } from '@inkbear/contracts/auth/account';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { UserProjectionRepository } from './user-projections.repository.ts';
import type { WritingDays } from '../writing-days/writing-days.repository.ts';
import type { UserRow } from './user.ts';

/** Puts a user together from its row and from what other services have told. */
export class UserPresenter {
  readonly #entitlements: Entitlements;
  readonly #projections: UserProjectionRepository;
  readonly #writingDays: WritingDays;

  constructor(options: {
    entitlements: Entitlements;
    projections: UserProjectionRepository;
    writingDays: WritingDays;
  }) {
    this.#entitlements = options.entitlements;
    this.#projections = options.projections;
    this.#writingDays = options.writingDays;
  }

  async present(user: UserRow, timeZone: string): Promise<User> {
    const [{ plan, isActive }, referralCredits, referrals, stats] = await Promise.all([
      this.#entitlements.find(user._id),
      this.#projections.findCreditBalance(user._id),
      this.#projections.listReferrals(user._id),
      this.#writingDays.statsOf(user._id, timeZone),
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
