import { Table, type TableColumnType, type TableProps } from 'antd/admin';
import type { ComponentProps, HTMLAttributes, MouseEvent, ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './row-table.module.css';
import { useRowFocus } from './use-row-focus.ts';

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  sort: string;
  onSort: (sort: string) => void;
  openRowId: string | null;
  onOpen: (id: string) => void;
  actions?: ((row: Row) => ReactNode) | undefined;
  isStale?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
}

type Cell = HTMLAttributes<HTMLElement>;
type Attributes = Record<string, string | boolean | number | undefined>;
const attributes = (values: Attributes): Cell => values;

/**
 * On a phone the rows have `display: block`, which removes the table roles from the elements, so they are set
 * explicitly.
 */
const withRoles = {
  table: (props: ComponentProps<'table'>) => <table {...props} role="table" />,
  header: { wrapper: (props: ComponentProps<'thead'>) => <thead {...props} role="rowgroup" /> },
  body: { wrapper: (props: ComponentProps<'tbody'>) => <tbody {...props} role="rowgroup" /> },
};

/** antd's Table with rows that open on a press or on Enter in their first cell; cards on a phone. */
export function RowTable<Row extends object>(props: Props<Row>) {
  const { caption, columns, rows, idOf, onSort, openRowId, onOpen, isStale = false, empty = null } = props;
  const { tabIndexOf, handlers } = useRowFocus(rows.map(idOf));
  const onChange: TableProps<Row>['onChange'] = (_pagination, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
    const next = columns.find(({ id }) => id === columnKey)?.sorts?.find((sort) => orderOf(sort) === order);
    if (next !== undefined) onSort(next);
  };
  const openOnClick = (id: string) => (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest('a, button, input, select') !== null;
    if (!isControl && window.getSelection()?.toString() === '') onOpen(id);
  };
  const opener = (row: Row, content: ReactNode) => (
    <button
      type="button"
      className={styles['name']}
      data-row={idOf(row)}
      tabIndex={tabIndexOf(idOf(row))}
      aria-haspopup="dialog"
      onClick={() => onOpen(idOf(row))}
    >
      {content}
    </button>
  );
  return (
    <div className={styles['region']} {...handlers}>
      <Table<Row>
        caption={<span className="visually-hidden">{caption}</span>}
        className={styles['table'] ?? ''}
        columns={antdColumns(props, opener)}
        components={withRoles}
        dataSource={rows}
        rowKey={idOf}
        size="small"
        pagination={false}
        showSorterTooltip={false}
        // A short refresh does not show the loading state, which would flicker.
        loading={{ spinning: isStale, delay: 300 }}
        locale={{ emptyText: empty }}
        onChange={onChange}
        onHeaderRow={() => ({ role: 'row' })}
        onRow={(row) => ({
          ...attributes({ role: 'row', 'data-open': idOf(row) === openRowId || undefined }),
          onClick: openOnClick(idOf(row)),
        })}
        rowClassName={() => styles['row'] ?? ''}
      />
    </div>
  );
}

function antdColumns<Row>(
  { columns, sort, actions }: Props<Row>,
  opener: (row: Row, content: ReactNode) => ReactNode,
): TableColumnType<Row>[] {
  const antdColumn = (column: Column<Row>, index: number): TableColumnType<Row> => ({
    key: column.id,
    // An element, because antd would use a text as the cell's aria-label, and tests and screen readers find fields by
    // that label.
    title: <>{column.title}</>,
    render: (_value, row) => (index === 0 ? opener(row, column.cell(row)) : column.cell(row)),
    ...(index === 0 ? { rowScope: 'row' } : {}),
    ...(column.isNumber === true ? { className: styles['number'] ?? '' } : {}),
    ...sorting(column, sort),
    onHeaderCell: () => ({ role: 'columnheader' }),
    onCell: () =>
      attributes({
        role: index === 0 ? 'rowheader' : 'cell',
        'data-title': column.title,
        'data-long': column.isLong,
      }),
  });
  return [...columns.map(antdColumn), ...(actions === undefined ? [] : [actionColumn(actions)])];
}

const actionColumn = <Row,>(actions: (row: Row) => ReactNode): TableColumnType<Row> => ({
  key: 'actions',
  title: <span className="visually-hidden">Actions</span>,
  className: styles['actions'] ?? '',
  render: (_value, row) => <div>{actions(row)}</div>,
  onHeaderCell: () => ({ role: 'columnheader' }),
  onCell: () => ({ role: 'cell' }),
});

const orderOf = (sort: string | undefined): 'ascend' | 'descend' => (sort?.startsWith('-') ? 'descend' : 'ascend');

/**
 * Sort orders of a column for antd; the server does the sorting. The first order is repeated at the end, because antd
 * would otherwise switch to no order.
 */
function sorting<Row>({ sorts }: Column<Row>, sort: string): Partial<TableColumnType<Row>> {
  if (sorts === undefined) return {};
  const orders = sorts.map(orderOf);
  return {
    sorter: true,
    sortDirections: [...orders, orderOf(sorts[0])],
    sortOrder: sorts.includes(sort) ? orderOf(sort) : null,
  };
}
