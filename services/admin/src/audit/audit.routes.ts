import { listAudit } from '@inkbear/contracts/admin/audit';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { AuditRepository, AuditRow } from './audit.repository.ts';

const presentAction = ({ _id: id, data: { at, actor, action, target, before, after } }: AuditRow) => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  target,
  before: before ?? null,
  after: after ?? null,
});

export const auditRoutes = ({ audit }: { audit: AuditRepository }): ServedRoute[] => [
  serve(listAudit, async ({ query }) => {
    const { rows, next } = await audit.list(query);

    return reply(200, rows.map(presentAction), nextLink(listAudit, query, next));
  }),
];
