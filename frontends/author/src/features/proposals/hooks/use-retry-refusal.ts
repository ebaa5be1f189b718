import { useEffect, useState } from 'react';
import { type Proposal, retryRefusal, retryDeadline } from '../proposal.ts';

/** The reason why the proposal cannot be retried; updates itself when the retry window ends. */
export function useRetryRefusal(proposal: Proposal): string | null {
  const deadline = retryDeadline(proposal);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (deadline === null) return undefined;
    const timer = setTimeout(() => setNow(Math.max(deadline, Date.now())), Math.max(0, deadline - Date.now()));
    return () => clearTimeout(timer);
  }, [deadline]);
  return retryRefusal(proposal, now);
}
