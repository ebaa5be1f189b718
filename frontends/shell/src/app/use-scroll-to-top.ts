import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Every change of address glides to the top, or to the place that its `#` names. */
export function useScrollToTop(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const behavior: ScrollBehavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target) target.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
  }, [pathname, search, hash]);
}
