import { batchJob } from '@inkbear/service-kit/jobs';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { onPayments } from './consumers/on-payment.ts';
import { onSubscriptionChanged } from './consumers/on-subscription-changed.ts';
import { onUserRegistered } from './consumers/on-user-registered.ts';
import { onUserRemoved } from './consumers/on-user-removed.ts';
import type { Env } from './env.ts';
import { ReferralChanges } from './referrals/change-referral.ts';
import { eraseReferrals } from './referrals/erase-referrals.ts';
import { processDue } from './referrals/process-due.ts';
import { ReferralRepository } from './referrals/referral.repository.ts';
import { referralRoutes } from './referrals/referral.routes.ts';

export function createParts(
  { connection, businessClock, clock, newId, outbox, peers, batches }: Platform,
  _env: Env,
): ServiceParts {
  const referrals = new ReferralRepository(connection);
  const changes = new ReferralChanges({ referrals, clock });
  return {
    served: referralRoutes({ referrals, peers, clock }),
    subscriptions: [
      businessClock.subscription,
      onUserRegistered({ referrals, changes, newId }),
      onUserRemoved({ referrals, changes }),
      onSubscriptionChanged({ referrals, changes }),
      ...onPayments({ referrals, changes }),
    ],
    jobs: [batchJob(batches, '30 * * * * *', processDue({ referrals, changes, outbox, clock }))],
    erase: [eraseReferrals({ referrals, changes, outbox, clock })],
  };
}
