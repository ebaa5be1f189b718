import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { storedReferralCode } from '../stored-referral-code.ts';

/** Stores the referral code of `?ref=` on any page. */
export function useStoreReferralCode(): void {
  const { search } = useLocation();
  useEffect(() => storedReferralCode.save(new URLSearchParams(search).get('ref') ?? ''), [search]);
}
