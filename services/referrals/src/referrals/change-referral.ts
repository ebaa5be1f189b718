import { referralChanged, referralsCreditsAwarded, referralsSummaryChanged } from '@inkbear/contracts/events';
import type { CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ReferralRepository } from './referral.repository.ts';
import { presentSummary } from './referral.presenter.ts';
import { cancelIfPending, decideReferral, type ReferralRow } from './referral.ts';

// Each change writes the row and publishes the referral and its referrer's summary, in the caller's transaction.

export interface ChangeDeps {
  readonly referrals: ReferralRepository;
  readonly clock: Clock;
}

/** Inserts a referral. Does nothing when the referred user already has one. */
export async function insertReferral(deps: ChangeDeps, transaction: Transaction, row: ReferralRow): Promise<void> {
  if (await deps.referrals.insertReferral(row, transaction.session)) await publishReferral(deps, transaction, row);
}

/** Cancels a user's referral if there is one and it is pending. */
export async function cancelReferral(
  deps: ChangeDeps,
  transaction: Transaction,
  { referredId, reason }: { referredId: string; reason: CancelReason },
): Promise<void> {
  const row = await deps.referrals.findReferral(referredId, transaction.session);
  if (row?.status === 'pending')
    await replaceReferral(deps, transaction, cancelIfPending(row, reason, deps.clock.now()));
}

/**
 * Decides on a user's pending referral: awards credits to both users, cancels it, or does nothing. Credits are
 * awarded once, because the row changes in the same transaction and each award has its own key.
 */
export async function evaluateReferral(deps: ChangeDeps, transaction: Transaction, referredId: string): Promise<void> {
  const { referrals, clock } = deps;
  const { session, emit } = transaction;
  const row = await referrals.lockPending(referredId, session);
  if (!row || row.referrerId === null) return;
  const now = clock.now();
  const decision = decideReferral(row, await referrals.readFacts(row, session), now);
  if (decision === null) return;
  if (decision !== 'processed') return await replaceReferral(deps, transaction, cancelIfPending(row, decision, now));
  await replaceReferral(deps, transaction, { ...row, status: 'processed', processedAt: now });
  for (const [side, userId] of [
    ['referrer', row.referrerId],
    ['referred', row._id],
  ] as const) {
    const awardKey = `referral:${row.id}:${side}`;
    await emit(referralsCreditsAwarded, awardKey, { userId, awardKey, credits: row.creditsAwarded });
  }
}

async function replaceReferral(deps: ChangeDeps, transaction: Transaction, row: ReferralRow): Promise<void> {
  await deps.referrals.replaceReferral(row, transaction.session);
  await publishReferral(deps, transaction, row);
}

/**
 * Publishes a referral, and the summary of its referrer if there is one and it has changed.
 * @param referredId null once the referred user is erased
 */
export async function publishReferral(
  { referrals }: Pick<ChangeDeps, 'referrals'>,
  { session, emit, emitIfChanged }: Transaction,
  row: ReferralRow,
  referredId: string | null = row._id,
): Promise<void> {
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
  const { totalCredits, recentReferrals } = presentSummary(await referrals.readSummary(referrerId, session));
  await emitIfChanged(referralsSummaryChanged, referrerId, { userId: referrerId, totalCredits, recentReferrals });
}
