import { type AuditRow, listAudit } from '@inkbear/contracts/admin/audit';
import { formatMoment } from '../../kit/format.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import type { Column } from '../../kit/table/column.ts';
import { actionName, actorName } from './action-names.ts';
import { differencesText } from './differences.ts';

export const auditList: ListDefinition<AuditRow> = {
  source: listSource(listAudit),
  defaultSort: '-at',
  filters: ['action'],
};

export const auditColumns: readonly Column<AuditRow>[] = [
  {
    id: 'at',
    title: 'When',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    file: ({ at }) => at,
    sorts: ['-at', 'at'],
  },
  { id: 'action', title: 'Action', cell: ({ action }) => actionName(action), file: ({ action }) => action },
  { id: 'actor', title: 'Who', cell: ({ actor }) => actorName(actor), file: ({ actor }) => actor },
  { id: 'target', title: 'Target', cell: ({ target }) => target, file: ({ target }) => target, isLong: true },
  {
    id: 'change',
    title: 'Change',
    cell: ({ before, after }) => differencesText(before, after).slice(0, 120),
    file: ({ before, after }) => differencesText(before, after),
    isLong: true,
  },
];
