import type { applyPlanOverride as route } from '@inkbear/contracts/books/internal';
import type { RouteBody } from '@inkbear/contracts/route';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { AllowanceRepository } from './allowance.repository.ts';
import { overrideCredits } from './change-allowance.ts';

export interface OverrideDeps {
  readonly allowances: AllowanceRepository;
  readonly entitlements: Entitlements;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * Applies an admin's override that billing has committed, without waiting for the event. The events carry the same
 * change and are ignored later, in any order.
 */
export async function applyPlanOverride(
  { allowances, entitlements, outbox, clock }: OverrideDeps,
  userId: string,
  { entitlement, credits }: RouteBody<typeof route>,
): Promise<void> {
  await outbox.run(async (transaction) => {
    const { seq: entitlementSeq, ...plan } = entitlement;
    await entitlements.apply({ ...plan, userId }, entitlementSeq, transaction.session);
    if (credits) {
      const { adjustmentId, creditBalance, seq } = credits;
      await overrideCredits(allowances, transaction, {
        userId,
        key: `override:${adjustmentId}`,
        balance: creditBalance,
        seq,
        at: clock.now(),
      });
    }
  });
}
