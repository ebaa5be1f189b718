import type { RateClass } from './route.ts';

/**
 * The rate limits of the gateway: at most `points` requests in `seconds`, for each user, or for each address without a
 * session. `stored` classes are counted in the database on each request. The others are counted in memory, and the
 * gateway's replicas exchange their counts every second.
 */
export const rateClasses: Readonly<Record<RateClass, { points: number; seconds: number; stored: boolean }>> = {
  read: { points: 1200, seconds: 60, stored: false },
  write: { points: 240, seconds: 60, stored: false },
  save: { points: 600, seconds: 60, stored: false },
  ai: { points: 60, seconds: 60, stored: false },
  'sign-in': { points: 120, seconds: 600, stored: true },
  // Each restore, and the deletion before it, leaves events that are kept for ever.
  restore: { points: 500, seconds: 86_400, stored: true },
  export: { points: 30, seconds: 60, stored: false },
  pay: { points: 30, seconds: 60, stored: false },
  upload: { points: 20, seconds: 60, stored: false },
  webhook: { points: 1200, seconds: 60, stored: false },
};
