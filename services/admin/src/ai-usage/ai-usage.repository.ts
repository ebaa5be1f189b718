import type { getAdminAiUsage, UsageRow } from '@inkbear/contracts/admin/ai-usage';
import type { RouteQuery } from '@inkbear/contracts/route';
import { aggregatePage, escapeRegExp } from '@inkbear/service-kit/list-page';
import type { Connection, mongo } from 'mongoose';

type Query = RouteQuery<typeof getAdminAiUsage>;
const fields = { user: '$data.userId', book: '$data.bookId', model: '$data.model', day: '$data.day' } as const;

/** The projected AI calls. */
export class AiUsageRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A page of the sums of a month, grouped by one field. */
  sum(query: Query, month: string): Promise<{ rows: UsageRow[]; next: string | null }> {
    return aggregatePage<UsageRow & { _id: string }>(
      this.#connection.collection('ai_calls'),
      query,
      pipelineOf(query, month),
    );
  }
}

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
    { $match: { 'data.month': month } },
    {
      $group: {
        _id: { $ifNull: [fields[by], 'none'] },
        requests: { $sum: 1 },
        failed: { $sum: { $cond: [{ $eq: ['$data.outcome', 'failed'] }, 1, 0] } },
        inputTokens: { $sum: '$data.inputTokens' },
        outputTokens: { $sum: '$data.outputTokens' },
        tokens: { $sum: '$data.tokens' },
        cost: { $sum: '$data.cost' },
        latency: { $avg: '$data.latencyMs' },
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
