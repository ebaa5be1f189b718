import { consentCookie, reportPageView } from '@inkbear/contracts/admin/site';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PageViewRepository } from './page-view.repository.ts';

export const pageViewRoutes = ({ pageViews }: { pageViews: PageViewRepository }): ServedRoute[] => [
  serve(reportPageView, async ({ body, cookies }) => {
    if (cookies[consentCookie] === 'yes') await pageViews.increment(body.path);
    return reply(204, undefined);
  }),
];
