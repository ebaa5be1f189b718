import { consentCookie, reportPageView } from '@inkbear/contracts/admin/site';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PageViewCount } from './page-views.repository.ts';

export const pageViewRoutes = ({ pageViews }: { pageViews: PageViewCount }): ServedRoute[] => [
  serve(reportPageView, async ({ body, cookies }) => {
    if (cookies[consentCookie] === 'yes') await pageViews.countPageView(body.path);
    return reply(204, undefined);
  }),
];
