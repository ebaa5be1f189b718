import { usePlanStatus, useSession } from '@inkbear/web-kit/session.tsx';

/** Who asks: their ideas are counted, or fair use, or they are not signed in. `lapsed`: a one-off plan whose days are over. */
export type Standing = 'unknown' | 'visitor' | 'free' | 'lapsed' | 'pro';

export function useStanding(): Standing {
  const { state } = useSession();
  const { data: plan, isError } = usePlanStatus();
  if (state === 'signed-out') return 'visitor';
  // A plan that cannot be looked up keeps nobody from asking: the server knows what is left, and says so.
  if (plan === undefined) return isError ? 'pro' : 'unknown';
  if (plan.isActive) return 'pro';
  return plan.plan === 'pro_oneoff' ? 'lapsed' : 'free';
}
