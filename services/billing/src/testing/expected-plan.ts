import type { ProviderCharge } from '../provider/payment-provider.ts';
import type { SandboxObject, SandboxPayment, SandboxSubscription } from '../sandbox/sandbox-object.ts';

const dayMs = 86_400_000;
const returnedAt = (charge: ProviderCharge): number | null =>
  (charge.disputeLostAt ?? (charge.refunded >= charge.amount ? charge.refundedAt : null))?.getTime() ?? null;

/** When a subscription's access ends, as a bookkeeper would read it from the provider's rows. */
function endOf({ charges, periodEnd, cancelAtPeriodEnd, endedAt }: SandboxSubscription): number {
  const ends = [
    (periodEnd?.getTime() ?? 0) + (cancelAtPeriodEnd ? 0 : 7 * dayMs),
    endedAt?.getTime() ?? null,
    ...charges.map(returnedAt),
  ];
  return Math.min(...ends.filter((end): end is number => end !== null));
}

/** The plan that the provider's state gives at a moment, worked out without any of billing's own code. */
export function expectedPlan(objects: readonly SandboxObject[], now: number): [plan: string, isActive: boolean] {
  const paid = objects.filter(({ charges }) => charges.length > 0);
  const monthlyEnds = paid.filter((object): object is SandboxSubscription => object.kind === 'subscription').map(endOf);
  if (monthlyEnds.some((end) => end > now)) return ['pro_monthly', true];
  const onceEnds = paid
    .filter((object): object is SandboxPayment => object.kind === 'payment')
    .flatMap(({ charges: [charge] }) =>
      charge && returnedAt(charge) === null ? [charge.paidAt.getTime() + 30 * dayMs] : [],
    );
  const onceEnd = Math.max(0, ...onceEnds);
  if (onceEnd > now) return ['pro_oneoff', true];
  return onceEnd > 0 && Math.max(0, ...monthlyEnds) <= onceEnd ? ['pro_oneoff', false] : ['free', false];
}
