import { reportPageView } from '@inkbear/contracts/admin/site';
import { call } from '@inkbear/web-kit/api.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConsent } from '../consent.ts';

/** Reports each page, only with the visitor's consent; nobody waits for it and nobody sees it fail. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    if (consent === 'yes') call(reportPageView, { body: { path: pathname } }).catch(() => undefined);
  }, [pathname, consent]);
}
