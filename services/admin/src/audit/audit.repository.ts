import type { listAudit } from '@inkbear/contracts/admin/audit';
import type { RouteQuery } from '@inkbear/contracts/route';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import type { Connection, mongo } from 'mongoose';

export interface AuditRow {
  _id: string;
  /** A copy of the data in the newest event about this action. */
  data: { at: Date; actor: string; action: string; target: string; before: unknown; after: unknown };
}

/** The projected audit trail of all services. */
export class AuditRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: RouteQuery<typeof listAudit>): Promise<{ rows: AuditRow[]; next: string | null }> {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    const filter = {
      'data.at': { $exists: true },
      ...(query.action ? { 'data.action': query.action } : {}),
      ...(query.q ? { $or: [{ 'data.actor': pattern }, { 'data.target': pattern }] } : {}),
    };
    return listPage(
      this.#connection.collection<AuditRow>('audit'),
      { ...query, sort: query.sort === 'at' ? 'data.at' : '-data.at' },
      filter as mongo.Filter<AuditRow>,
    );
  }
}
