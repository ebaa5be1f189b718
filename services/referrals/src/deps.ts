import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { onUserRegistered } from './consumers/on-user-registered.ts';
import type { Env } from './env.ts';
import { eraseReferrals } from './referrals/erase-referrals.ts';
import { ReferralRepository } from './referrals/referral.repository.ts';
import { referralRoutes } from './referrals/referral.routes.ts';

export function createParts({ connection, businessClock, newId, outbox, peers }: Platform, _env: Env): ServiceParts {
  const referrals = new ReferralRepository(connection);
  return {
    served: referralRoutes({ referrals, peers }),
    subscriptions: [businessClock.subscription, onUserRegistered({ referrals, newId })],
    jobs: [],
    erase: [eraseReferrals({ referrals, outbox })],
  };
}
