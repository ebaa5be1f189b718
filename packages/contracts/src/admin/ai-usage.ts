import { z } from 'zod';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';
import { month } from './analytics.ts';

export const usageRow = z.object({
  /** A user's id, a book's id, a model's name or a day (`YYYY-MM-DD`); `none` for calls that belong to no book. */
  key: z.string(),
  /** Display name: the email address of a user, otherwise the same as `key`. */
  label: z.string(),
  requests: z.int(),
  failed: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  tokens: z.int(),
  /** US dollars, 4 decimals. */ cost: z.number(),
  averageLatencyMs: z.int(),
});
export type UsageRow = z.infer<typeof usageRow>;

export const getAdminAiUsage = defineRoute({
  id: 'getAdminAiUsage',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/ai-usage',
  summary: 'AI usage and cost of a calendar month (UTC); only rows with tokens or requests',
  access: 'admin',
  rate: 'read',
  query: listQuery(
    '-cost',
    'cost',
    '-tokens',
    'tokens',
    '-requests',
    'requests',
    'label',
    '-label',
    'key',
    '-key',
  ).extend({ by: z.enum(['user', 'book', 'model', 'day']).default('user'), month: month.optional() }),
  responses: { 200: z.array(usageRow).max(maxPageRows) },
});
