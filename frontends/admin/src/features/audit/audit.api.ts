import { type AuditRow, listAudit } from '@inkbear/contracts/admin/audit';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';

export const auditList: ListDefinition<AuditRow> = {
  source: listSource(listAudit),
  defaultSort: '-at',
  filters: ['action'],
};
