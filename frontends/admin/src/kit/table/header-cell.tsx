import type { Column } from './column.ts';
import styles from './data-table.module.css';

interface Props<Row> {
  column: Column<Row>;
  sort: string;
  onSort: (sort: string) => void;
}

/** A column's title; a press sorts by it, another the other way round. */
export function HeaderCell<Row>({ column: { title, sorts, isNumber }, sort, onSort }: Props<Row>) {
  const className = isNumber === true ? styles['number'] : undefined;
  if (sorts === undefined)
    return (
      <th role="columnheader" scope="col" className={className}>
        {title}
      </th>
    );
  const [first, second = first] = sorts;
  const isSorted = sort === first || sort === second;
  const direction = sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button type="button" className={styles['sort']} onClick={() => onSort(sort === first ? second : first)}>
        {title}
        <span aria-hidden className={styles['arrow']}>
          {isSorted ? (direction === 'descending' ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  );
}
