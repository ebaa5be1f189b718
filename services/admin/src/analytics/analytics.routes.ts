import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import type { Clock } from '@inkbear/service-kit/clock';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { AnalyticsRepository } from './analytics.repository.ts';

const historyMonths = 12;

export const analyticsRoutes = ({
  analytics,
  clock,
}: {
  analytics: AnalyticsRepository;
  clock: Clock;
}): ServedRoute[] => [
  serve(getAnalytics, async () => {
    const [current] = await analytics.listLastMonths(clock.now(), 1);
    if (!current) throw new Error('The current month was not computed.');
    return reply(200, current);
  }),

  serve(getAnalyticsHistory, async () => reply(200, await analytics.listLastMonths(clock.now(), historyMonths))),
];
