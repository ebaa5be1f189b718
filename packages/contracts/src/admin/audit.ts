import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';

export const auditRow = z.object({
  id,
  at: isoTime,
  /** `admin:<session>`, a user's id, or `operator`. */ actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const listAudit = defineRoute({
  id: 'listAudit',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Admin actions with the state before and after; `q` searches actor and target',
  access: 'admin',
  rate: 'read',
  query: listQuery('-at', 'at').extend({ action: z.string().max(100).optional() }),
  responses: { 200: z.array(auditRow).max(maxPageRows) },
});
