import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConsent } from '../consent.ts';
import { countPageView } from '../page-views.api.ts';

/** Reports each page view, only with the visitor's consent. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    if (consent === 'yes') void countPageView(pathname);
  }, [pathname, consent]);
}
