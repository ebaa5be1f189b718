import { useEffect, useState } from 'react';
import { type Proposal, retryRefusal, triableUntil } from '../proposal.ts';

/** Why the proposal cannot be tried again; appears by itself when its time is over. */
export function useRetryRefusal(proposal: Proposal): string | null {
  const until = triableUntil(proposal);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (until === null) return undefined;
    const timer = setTimeout(() => setNow(Math.max(until, Date.now())), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return retryRefusal(proposal, now);
}
