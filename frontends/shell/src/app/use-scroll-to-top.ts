import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Every change of address glides to the top, or to the place that its `#` names; one whose history state says `keepScroll` stays. */
export function useScrollToTop(): void {
  const { pathname, search, hash, state } = useLocation();
  const isKept = (state as { keepScroll?: boolean } | null)?.keepScroll === true;
  useEffect(() => {
    if (isKept) return;
    const behavior: ScrollBehavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target) target.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
  }, [pathname, search, hash, isKept]);
}
