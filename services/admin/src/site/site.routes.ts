import { getSiteLogo, reportPageView } from '@inkbear/contracts/admin/site';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Site } from './site.repository.ts';

/** Set by the author's yes; without it nothing is stored. */
const consentCookieName = 'inkbear_consent';

export const siteRoutes = ({ site }: { site: Site }): ServedRoute[] => [
  serve(getSiteLogo, async () => reply(200, await site.findLogo())),

  serve(reportPageView, async ({ body, cookies }) => {
    if (cookies[consentCookieName]) await site.countPageView(body.path);
    return reply(204, undefined);
  }),
];
