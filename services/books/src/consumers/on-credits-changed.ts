import { allowanceOverridden, promoCreditsAwarded, referralCreditsAwarded } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import { awardCredits, overrideCredits } from '../allowance/change-credits.ts';

interface CreditDeps {
  readonly allowances: AllowanceRepository;
  readonly clock: Clock;
}

export const onAllowanceOverridden = ({ allowances, clock }: CreditDeps): Subscription =>
  on(allowanceOverridden, async ({ seq, data: { userId, adjustmentId, creditBalance } }, transaction) => {
    await overrideCredits(allowances, transaction, {
      userId,
      key: `override:${adjustmentId}`,
      balance: creditBalance,
      seq,
      at: clock.now(),
    });
  });

export const onCreditsAwarded = ({ allowances, clock }: CreditDeps): Subscription[] =>
  [promoCreditsAwarded, referralCreditsAwarded].map((event) =>
    on(event, async ({ data: { userId, awardKey, credits } }, transaction) => {
      await awardCredits(allowances, transaction, { userId, key: `award:${awardKey}`, credits, at: clock.now() });
    }),
  );
