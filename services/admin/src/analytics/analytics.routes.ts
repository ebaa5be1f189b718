import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import type { Clock } from '@inkbear/service-kit/clock';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Analytics } from './analytics.repository.ts';

const historyMonths = 12;

export const analyticsRoutes = ({ analytics, clock }: { analytics: Analytics; clock: Clock }): ServedRoute[] => [
  serve(getAnalytics, async () => {
    const [present] = await analytics.listMonths(clock.now(), 1);
    if (!present) throw new Error('The present month was not counted.');
    return reply(200, present);
  }),

  serve(getAnalyticsHistory, async () => reply(200, await analytics.listMonths(clock.now(), historyMonths))),
];
