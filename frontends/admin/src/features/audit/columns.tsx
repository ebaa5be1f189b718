import type { AuditRow } from '@inkbear/contracts/admin/audit';
import { formatDateTime } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { actionTitle, actorTitle } from './action-names.ts';
import { differencesText } from './differences.ts';

export const auditColumns: readonly Column<AuditRow>[] = [
  {
    id: 'at',
    title: 'When',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    csvValue: ({ at }) => at,
    sorts: ['-at', 'at'],
  },
  { id: 'action', title: 'Action', cell: ({ action }) => actionTitle(action), csvValue: ({ action }) => action },
  { id: 'actor', title: 'Actor', cell: ({ actor }) => actorTitle(actor), csvValue: ({ actor }) => actor },
  { id: 'target', title: 'Target', cell: ({ target }) => target, csvValue: ({ target }) => target, isLong: true },
  {
    id: 'change',
    title: 'Change',
    cell: ({ before, after }) => differencesText(before, after).slice(0, 120),
    csvValue: ({ before, after }) => differencesText(before, after),
    isLong: true,
  },
];
