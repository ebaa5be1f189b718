import type { Column } from './column.ts';
import { FilterChoice } from './filter-choice.tsx';
import styles from './toolbar.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}

/** The order of the rows on a phone, where they are cards and have no header to press. */
export function SortChoice<Row>({ columns, sort, onSort }: Props<Row>) {
  const options = columns.flatMap(({ title, sorts = [] }) =>
    sorts.flatMap((each) =>
      each === undefined ? [] : [[each, `${title}, ${each.startsWith('-') ? 'descending' : 'ascending'}`] as const],
    ),
  );
  if (options.length === 0) return null;
  return (
    <div className={styles['onPhone']}>
      <FilterChoice label="Sort" value={sort} options={options} onChange={onSort} />
    </div>
  );
}
