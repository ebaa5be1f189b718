import { listAudit } from '@inkbear/contracts/admin/audit';
import { escapeRegExp, listPage, nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Connection, mongo } from 'mongoose';

interface AuditRow {
  _id: string;
  /** A copy of the data in the newest event about this action. */
  told: { at: Date; actor: string; action: string; target: string; before: unknown; after: unknown };
}

export const auditRoutes = ({ connection }: { connection: Connection }): ServedRoute[] => [
  serve(listAudit, async ({ query }) => {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    const filter = {
      'told.at': { $exists: true },
      ...(query.action ? { 'told.action': query.action } : {}),
      ...(query.q ? { $or: [{ 'told.actor': pattern }, { 'told.target': pattern }] } : {}),
    };
    const { rows, next } = await listPage(
      connection.collection<AuditRow>('audit'),
      { ...query, sort: query.sort === 'at' ? 'told.at' : '-told.at' },
      filter as mongo.Filter<AuditRow>,
    );
    return reply(
      200,
      rows.map(({ _id: id, told: { at, actor, action, target, before, after } }) => ({
        id,
        at: at.toISOString(),
        actor,
        action,
        target,
        before: before ?? null,
        after: after ?? null,
      })),
      nextLink(listAudit, query, next),
    );
  }),
];
