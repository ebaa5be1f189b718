import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { Table, type TableColumnType } from 'antd/admin';
import { formatMonth } from '../../../kit/format.ts';
import { toCsv } from '../../../kit/lists/csv.ts';
import { type Figure, figures } from '../figures.ts';
import styles from './month-table.module.css';

const columnsOf = ({ name, title, format }: Figure): TableColumnType<AnalyticsMonth>[] => [
  { key: 'month', title: 'Month', rowScope: 'row', render: (_value, { month }) => formatMonth(month) },
  { key: name, title, align: 'right', render: (_value, month) => format(month[name]) },
];

/** The months as numbers, and as a CSV file of all figures. */
export function MonthTable({ figure, months }: { figure: Figure; months: readonly AnalyticsMonth[] }) {
  const save = () =>
    saveFile(
      new Blob([monthsCsv(months)], { type: 'text/csv;charset=utf-8' }),
      `inkbear-figures-${months.at(-1)?.month ?? ''}.csv`,
    );
  return (
    <>
      <Table
        caption={<span className="visually-hidden">{figure.title}, twelve months</span>}
        className={styles['table'] ?? ''}
        columns={columnsOf(figure)}
        dataSource={months.toReversed()}
        rowKey="month"
        size="small"
        pagination={false}
      />
      <p className={styles['file']}>
        <PlainButton small onClick={save}>
          Export CSV
        </PlainButton>{' '}
        All twelve figures, month by month.
      </p>
    </>
  );
}

/** All twelve figures, one line for each month. */
export const monthsCsv = (months: readonly AnalyticsMonth[]): string =>
  toCsv(
    [
      { title: 'Month', value: ({ month }) => month },
      ...figures.map(({ name, title }) => ({ title, value: (month: AnalyticsMonth) => month[name] })),
    ],
    months,
  );
