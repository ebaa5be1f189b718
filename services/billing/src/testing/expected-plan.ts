import type { ProviderCharge } from '../provider/payment-provider.ts';
import type { SandboxObject, SandboxPayment, SandboxSubscription } from '../sandbox/sandbox-object.ts';

const dayMs = 86_400_000;
/** When a payment was refunded in full or lost to a dispute, in epoch milliseconds. */
const reversedAt = (charge: ProviderCharge): number | null =>
  (charge.disputeLostAt ?? (charge.refunded >= charge.amount ? charge.refundedAt : null))?.getTime() ?? null;

/** When a subscription's access ends, derived only from the provider's row. */
function endOf({ charges, periodEnd, cancelAtPeriodEnd, endedAt }: SandboxSubscription): number {
  const ends = [
    (periodEnd?.getTime() ?? 0) + (cancelAtPeriodEnd ? 0 : 7 * dayMs),
    endedAt?.getTime() ?? null,
    ...charges.map(reversedAt),
  ];
  return Math.min(...ends.filter((end): end is number => end !== null));
}

/** The plan that a user must have given the provider's state, computed without billing's code. */
export function expectedPlan(objects: readonly SandboxObject[], now: number): [plan: string, isActive: boolean] {
  const paid = objects.filter(({ charges }) => charges.length > 0);
  const monthlyEnds = paid.filter((object): object is SandboxSubscription => object.kind === 'subscription').map(endOf);
  if (monthlyEnds.some((end) => end > now)) return ['pro_monthly', true];
  const oneOffEnds = paid
    .filter((object): object is SandboxPayment => object.kind === 'payment')
    .flatMap(({ charges: [charge] }) =>
      charge && reversedAt(charge) === null ? [charge.paidAt.getTime() + 30 * dayMs] : [],
    );
  const oneOffEnd = Math.max(0, ...oneOffEnds);
  if (oneOffEnd > now) return ['pro_oneoff', true];
  return oneOffEnd > 0 && Math.max(0, ...monthlyEnds) <= oneOffEnd ? ['pro_oneoff', false] : ['free', false];
}
