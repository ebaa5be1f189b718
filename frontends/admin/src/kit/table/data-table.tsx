import type { MouseEvent, ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { HeaderCell } from './header-cell.tsx';
import { useRowFocus } from './use-row-focus.ts';

interface Props<Row> {
  caption: string;
  /** The first one names the row and opens it. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  sort: string;
  onSort: (sort: string) => void;
  openRow: string | null;
  onOpen: (id: string) => void;
  actions?: ((row: Row) => ReactNode) | undefined;
  isStale?: boolean;
}

/**
 * A dense table with a sticky header: one tab stop for all rows, up and down between them, Enter opens. On a phone each
 * row is a card, which says each column's title itself. The roles say again what the elements are, because `display:
 * block` takes it from them.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  idOf,
  sort,
  onSort,
  openRow,
  onOpen,
  actions,
  isStale = false,
}: Props<Row>) {
  const { body, tabIndexOf, onKeyDown, onFocus, onBlur } = useRowFocus(rows.map(idOf));
  const openByMouse = (id: string) => (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest('a, button, input, select') !== null;
    if (!isControl && window.getSelection()?.toString() === '') onOpen(id);
  };
  return (
    <div className={styles['region']} data-stale={isStale || undefined}>
      <table role="table" className={styles['table']} aria-busy={isStale}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th role="columnheader" scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
          {rows.map((row) => {
            const id = idOf(row);
            return (
              <tr
                key={id}
                role="row"
                className={styles['row']}
                data-open={id === openRow || undefined}
                onClick={openByMouse(id)}
              >
                {columns.map((column, at) =>
                  at === 0 ? (
                    <th key={column.id} role="rowheader" scope="row">
                      <button
                        type="button"
                        className={styles['name']}
                        data-row={id}
                        tabIndex={tabIndexOf(id)}
                        aria-haspopup="dialog"
                        onClick={() => onOpen(id)}
                      >
                        {column.cell(row)}
                      </button>
                    </th>
                  ) : (
                    <td
                      key={column.id}
                      role="cell"
                      className={column.isNumber === true ? styles['number'] : undefined}
                      data-title={column.title}
                      data-long={column.isLong}
                    >
                      {column.cell(row)}
                    </td>
                  ),
                )}
                {actions && (
                  <td role="cell" className={styles['actions']}>
                    <div>{actions(row)}</div>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
