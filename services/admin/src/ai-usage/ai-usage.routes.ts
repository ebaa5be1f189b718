import { getAdminAiUsage, type UsageRow } from '@inkbear/contracts/admin/ai-usage';
import type { RouteQuery } from '@inkbear/contracts/route';
import type { Clock } from '@inkbear/service-kit/clock';
import { aggregatePage, escapeRegExp, nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Connection, mongo } from 'mongoose';
import { monthOf } from '../analytics/months.ts';

type Query = RouteQuery<typeof getAdminAiUsage>;
const fields = { user: '$told.userId', book: '$told.bookId', model: '$told.model', day: '$told.day' } as const;

/** Sums the calls of a month, grouped by one field. Calls without a book are grouped under `none`. */
function pipelineOf({ by, q }: Query, month: string): mongo.Document[] {
  const users = {
    from: 'users',
    localField: '_id',
    foreignField: '_id',
    as: 'user',
    pipeline: [{ $project: { email: '$list.email' } }],
  };
  const label = by === 'user' ? { $ifNull: [{ $first: '$user.email' }, '$_id'] } : '$_id';
  return [
    { $match: { 'told.month': month } },
    {
      $group: {
        _id: { $ifNull: [fields[by], 'none'] },
        requests: { $sum: 1 },
        failed: { $sum: { $cond: [{ $eq: ['$told.outcome', 'failed'] }, 1, 0] } },
        inputTokens: { $sum: '$told.inputTokens' },
        outputTokens: { $sum: '$told.outputTokens' },
        tokens: { $sum: '$told.tokens' },
        cost: { $sum: '$told.cost' },
        latency: { $avg: '$told.latencyMs' },
      },
    },
    ...(by === 'user' ? [{ $lookup: users }] : []),
    {
      $set: {
        key: '$_id',
        label,
        cost: { $round: ['$cost', 4] },
        averageLatencyMs: { $toInt: { $round: ['$latency', 0] } },
      },
    },
    ...(q ? [{ $match: { label: { $regex: escapeRegExp(q), $options: 'i' } } }] : []),
  ];
}

export const aiUsageRoutes = ({ connection, clock }: { connection: Connection; clock: Clock }): ServedRoute[] => [
  serve(getAdminAiUsage, async ({ query }) => {
    const { rows, next } = await aggregatePage<UsageRow & { _id: string }>(
      connection.collection('ai_calls'),
      query,
      pipelineOf(query, query.month ?? monthOf(clock.now())),
    );
    return reply(200, rows, nextLink(getAdminAiUsage, query, next));
  }),
];
