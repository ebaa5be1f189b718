import { reportPageView } from '@inkbear/contracts/admin/site';
import { call } from '@inkbear/web-kit/api.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const hasConsent = () => /(?:^|; )inkbear_consent=[^;]/.test(document.cookie);

/** Reports each page, only with the visitor's consent; nobody waits for it and nobody sees it fail. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (hasConsent()) call(reportPageView, { body: { path: pathname } }).catch(() => undefined);
  }, [pathname]);
}
