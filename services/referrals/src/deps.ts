import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { eraseReferrals } from './referrals/erase-referrals.ts';
import { ReferralRepository } from './referrals/referral.repository.ts';
import { referralRoutes } from './referrals/referral.routes.ts';

export function createParts(platform: Platform, _env: Env): ServiceParts {
  const { connection, businessClock } = platform;
  const deps = { ...platform, referrals: new ReferralRepository(connection) };
  return {
    served: referralRoutes(deps),
    subscriptions: [businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [eraseReferrals(deps)],
  };
}
