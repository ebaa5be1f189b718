import { referralChanged, referralCreditsAwarded, referralsChanged } from '@inkbear/contracts/events';
import type { CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ReferralRepository } from './referral.repository.ts';
import { cancelled, decide, type ReferralRow, summarise } from './referral.ts';

/** Every move of a referral: the row, the event about it and its referrer's summary in one transaction. */
export class ReferralChanges {
  readonly #referrals: ReferralRepository;
  readonly #clock: Clock;

  constructor({ referrals, clock }: { referrals: ReferralRepository; clock: Clock }) {
    this.#referrals = referrals;
    this.#clock = clock;
  }

  /** Notes a referral, once for each person. */
  async begin(transaction: Transaction, row: ReferralRow): Promise<void> {
    if (await this.#referrals.insertReferral(row, transaction.session)) await this.tell(transaction, row);
  }

  /** Cancels what is still pending for this reason; anything else stays. */
  async cancel(transaction: Transaction, row: ReferralRow, reason: CancelReason): Promise<void> {
    if (row.status === 'pending') await this.#write(transaction, cancelled(row, reason, this.#clock.now()));
  }

  /** Does what everything known of a referral asks for now: awards both their credits or cancels it. Awarded once for ever, because the row moves in the same transaction and the award has a key of its own. */
  async settle(transaction: Transaction, referredId: string): Promise<void> {
    const { session, emit } = transaction;
    const row = await this.#referrals.holdPending(referredId, session);
    if (!row || row.referrerId === null) return;
    const decision = decide(row, await this.#referrals.readFacts(row, session), this.#clock.now());
    if (decision !== null && decision !== 'processed') return await this.cancel(transaction, row, decision);
    if (decision === null) return;
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
    await this.tell(transaction, row);
  }

  async tell({ session, emit }: Transaction, row: ReferralRow, referredId: string | null = row._id): Promise<void> {
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
    const { totalCredits, recentReferrals } = summarise(await this.#referrals.listOf(referrerId, session));
    await emit(referralsChanged, referrerId, { userId: referrerId, totalCredits, recentReferrals });
  }
}
