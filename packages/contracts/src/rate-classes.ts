import type { RateClass } from './route.ts';

/**
 * Requests a caller (user, else address) may make in a window of seconds, counted at the gateway.
 * `stored` classes are counted in the database on each try, the others in memory and shared between gateways every second.
 */
export const rateClasses: Readonly<Record<RateClass, { points: number; seconds: number; stored: boolean }>> = {
  read: { points: 1200, seconds: 60, stored: false },
  write: { points: 240, seconds: 60, stored: false },
  save: { points: 600, seconds: 60, stored: false },
  ai: { points: 60, seconds: 60, stored: false },
  'sign-in': { points: 120, seconds: 600, stored: true },
  export: { points: 30, seconds: 60, stored: false },
  pay: { points: 30, seconds: 60, stored: false },
  upload: { points: 20, seconds: 60, stored: false },
  webhook: { points: 1200, seconds: 60, stored: false },
};
