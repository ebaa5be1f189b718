import { referralChanged, referralCreditsAwarded, referralsChanged } from '@inkbear/contracts/events';
import type { CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ReferralRepository } from './referral.repository.ts';
import { presentSummary } from './referral.presenter.ts';
import { cancelIfPending, decide, type ReferralRow } from './referral.ts';

/**
 * Changes referrals. Each change writes the row and publishes both the referral and its referrer's summary, in the
 * caller's transaction.
 */
export class ReferralChanges {
  readonly #referrals: ReferralRepository;
  readonly #clock: Clock;

  constructor({ referrals, clock }: { referrals: ReferralRepository; clock: Clock }) {
    this.#referrals = referrals;
    this.#clock = clock;
  }

  /** Inserts a referral. Does nothing when the referred user already has one. */
  async insert(transaction: Transaction, row: ReferralRow): Promise<void> {
    if (await this.#referrals.insertReferral(row, transaction.session)) await this.publish(transaction, row);
  }

  /** Cancels the referral if it is pending. */
  async cancel(transaction: Transaction, row: ReferralRow, reason: CancelReason): Promise<void> {
    if (row.status === 'pending') await this.#write(transaction, cancelIfPending(row, reason, this.#clock.now()));
  }

  /**
   * Decides on a user's pending referral: awards credits to both users, cancels it, or does nothing. Credits are
   * awarded once, because the row changes in the same transaction and each award has its own key.
   */
  async evaluate(transaction: Transaction, referredId: string): Promise<void> {
    const { session, emit } = transaction;
    const row = await this.#referrals.lockPending(referredId, session);
    if (!row || row.referrerId === null) return;
    const decision = decide(row, await this.#referrals.readFacts(row, session), this.#clock.now());
    if (decision === null) return;
    if (decision !== 'processed') return await this.cancel(transaction, row, decision);
    await this.#write(transaction, { ...row, status: 'processed', processedAt: this.#clock.now() });
    for (const [side, userId] of [
      ['referrer', row.referrerId],
      ['referred', row._id],
    ] as const) {
      const awardKey = `referral:${row.id}:${side}`;
      await emit(referralCreditsAwarded, awardKey, { userId, awardKey, credits: row.creditsAwarded });
    }
  }

  async #write(transaction: Transaction, row: ReferralRow): Promise<void> {
    await this.#referrals.replaceReferral(row, transaction.session);
    await this.publish(transaction, row);
  }

  /**
   * Publishes a referral, and the summary of its referrer if there is one.
   * @param referredId null once the referred user is erased
   */
  async publish({ session, emit }: Transaction, row: ReferralRow, referredId: string | null = row._id): Promise<void> {
    const { id, referrerId, status, creditsAwarded, eligibleDate, processedAt, cancelledAt, createdAt } = row;
    await emit(referralChanged, id, {
      referralId: id,
      referrerId,
      referredId,
      status,
      creditsAwarded,
      eligibleDate: eligibleDate.toISOString(),
      processedAt: processedAt?.toISOString() ?? null,
      cancelledAt: cancelledAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    });
    if (referrerId === null) return;
    const { totalCredits, recentReferrals } = presentSummary(await this.#referrals.readSummary(referrerId, session));
    await emit(referralsChanged, referrerId, { userId: referrerId, totalCredits, recentReferrals });
  }
}
