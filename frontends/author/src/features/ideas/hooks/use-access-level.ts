import { usePlanStatus, useSession } from '@inkbear/web-kit/session.tsx';

/** The access level of the user: counted, fair use, or not signed in. `lapsed`: a one-off plan that has ended. */
export type AccessLevel = 'unknown' | 'visitor' | 'free' | 'lapsed' | 'pro';

export function useAccessLevel(): AccessLevel {
  const { state } = useSession();
  const { data: plan, isError } = usePlanStatus();
  if (state === 'signed-out') return 'visitor';
  // If the plan fails to load, the request is allowed: the server checks the limit.
  if (plan === undefined) return isError ? 'pro' : 'unknown';
  if (plan.isActive) return 'pro';
  return plan.plan === 'pro_oneoff' ? 'lapsed' : 'free';
}
