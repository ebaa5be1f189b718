import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { invitation } from '../invitation.ts';

/** Remembers `?ref=` of any page. */
export function useInvitation(): void {
  const { search } = useLocation();
  useEffect(() => invitation.keep(new URLSearchParams(search).get('ref') ?? ''), [search]);
}
