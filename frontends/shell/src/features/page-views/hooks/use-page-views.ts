import { reportPageView } from '@inkbear/contracts/admin/site';
import { call } from '@inkbear/web-kit/api.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConsent } from '../consent.ts';

/** Reports each page view, only with the visitor's consent. Failures are ignored. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    if (consent === 'yes') call(reportPageView, { body: { path: pathname } }).catch(() => undefined);
  }, [pathname, consent]);
}
