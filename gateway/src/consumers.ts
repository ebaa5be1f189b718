import { adminSessionRevoked, sessionRevoked } from '@inkbear/contracts/events';
import { rateCountsSubject } from '@inkbear/contracts/messaging';
import { type LiveSubscription, onPublished } from '@inkbear/service-kit/live-subscription';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { Revocations } from './sessions/revocations.ts';

interface ConsumerDeps {
  readonly revocations: Revocations;
  readonly limits: RateLimits;
}

/** Every replica receives these messages. Revocations that it misses arrive by the polls of `deps.ts`. */
export const consumers = ({ revocations, limits }: ConsumerDeps): LiveSubscription[] => [
  onPublished(sessionRevoked, ({ data }) => revocations.add(data)),
  onPublished(adminSessionRevoked, ({ data }) => revocations.addAdmin(data)),
  { subject: rateCountsSubject, receive: (json) => limits.addCounts(json) },
];
