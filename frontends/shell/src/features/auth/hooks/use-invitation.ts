import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { invitation } from '../invitation.ts';

/** Stores the referral code of `?ref=` on any page. */
export function useInvitation(): void {
  const { search } = useLocation();
  useEffect(() => invitation.save(new URLSearchParams(search).get('ref') ?? ''), [search]);
}
