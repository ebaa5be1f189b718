import { reportPageView } from '@inkbear/contracts/admin/site';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PageViewCount } from './page-views.repository.ts';

/** Set by the author's yes; without it nothing is stored. */
const consentCookieName = 'inkbear_consent';

export const pageViewRoutes = ({ pageViews }: { pageViews: PageViewCount }): ServedRoute[] => [
  serve(reportPageView, async ({ body, cookies }) => {
    if (cookies[consentCookieName]) await pageViews.countPageView(body.path);
    return reply(204, undefined);
  }),
];
