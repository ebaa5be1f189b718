import { getAdminAiUsage } from '@inkbear/contracts/admin/ai-usage';
import type { Clock } from '@inkbear/service-kit/clock';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { monthOf } from '../analytics/months.ts';
import type { AiUsageRepository } from './ai-usage.repository.ts';

interface Deps {
  aiUsage: AiUsageRepository;
  clock: Clock;
}

export const aiUsageRoutes = ({ aiUsage, clock }: Deps): ServedRoute[] => [
  serve(getAdminAiUsage, async ({ query }) => {
    const { rows, next } = await aiUsage.sum(query, query.month ?? monthOf(clock.now()));

    return reply(200, rows, nextLink(getAdminAiUsage, query, next));
  }),
];
