import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ReactNode } from 'react';
import { failureText } from '../failure-text.ts';
import type { AdminList } from '../lists/use-admin-list.ts';
import type { Column } from './column.ts';
import { CsvExport } from './csv-export.tsx';
import { FilterSelect } from './filter-select.tsx';
import { RowTable } from './row-table.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './toolbar.module.css';

interface Props<Row> {
  /** What the rows are, e.g. `Users`; also the name of the CSV file. */
  title: string;
  list: AdminList<Row>;
  columns: readonly Column<Row>[];
  /** The columns of the CSV file, where they differ from those on the screen. */
  csvColumns?: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** Names what can be searched, e.g. `Search name or email`. */
  searchLabel: string;
  filters?: ReactNode;
  /** Buttons beside the export, e.g. to create a row. */
  tools?: ReactNode;
  /** Buttons of a row. */
  actions?: (row: Row) => ReactNode;
  /** One sentence for an unfiltered list without rows. */
  empty: string;
}

/** A list of the console: search, filters, sorting, rows, pages and CSV export. Its state is in the URL. */
export function AdminTable<Row extends object>(props: Props<Row>) {
  const { title, list, columns, csvColumns = columns, searchLabel, filters, tools } = props;
  return (
    <section aria-label={title}>
      <div className={styles['bar']}>
        <SearchBox label={searchLabel} value={list.query} onSearch={list.setQuery} />
        {filters}
        <SortSelect columns={columns} sort={list.sort} onSort={list.setSort} />
        <div className={styles['end']}>
          <PlainButton small variant="quiet" onClick={list.refetch}>
            Refresh
          </PlainButton>
          <CsvExport
            name={title.toLowerCase().replaceAll(/\W+/g, '-')}
            source={list.source}
            params={list.params}
            columns={csvColumns}
          />
          {tools}
        </div>
      </div>
      <Rows {...props} />
    </section>
  );
}

function Rows<Row extends object>({ title, list, columns, idOf, actions, empty }: Props<Row>) {
  const { rows, error } = list;
  if (rows === undefined && error !== null) return <LoadError list={list} error={error} />;
  if (rows === undefined)
    return (
      <div className={styles['skeleton']}>
        <SkeletonLines count={9} />
        <span className="visually-hidden" role="status">
          Loading…
        </span>
      </div>
    );
  return (
    <>
      <RowTable
        caption={title}
        columns={columns}
        rows={rows}
        idOf={idOf}
        sort={list.sort}
        onSort={list.setSort}
        openRowId={list.openRowId}
        onOpen={list.open}
        actions={actions}
        isStale={list.isStale}
        empty={<Empty list={list} text={empty} />}
      />
      {rows.length > 0 && <Pager list={list} />}
    </>
  );
}

function Empty({ list, text }: { list: AdminList<unknown>; text: string }) {
  return (
    <div className={styles['empty']}>
      <p role="status">{list.isFiltered ? 'Nothing matches this filter.' : text}</p>
      {list.isFiltered && (
        <PlainButton small onClick={list.clearFilters}>
          Clear the filter
        </PlainButton>
      )}
      {!list.isFiltered && !list.isFirstPage && (
        <PlainButton small onClick={list.goFirst}>
          Go to the first page
        </PlainButton>
      )}
    </div>
  );
}

function LoadError({ list, error }: { list: AdminList<unknown>; error: Error }) {
  return (
    <ErrorState
      level={2}
      title="These rows could not be loaded"
      text={failureText(error, 'The server did not answer. Nothing was changed.') ?? 'The session has ended.'}
      action={
        <>
          <PlainButton variant="primary" onClick={list.refetch}>
            Try again
          </PlainButton>
          {!list.isFirstPage && <PlainButton onClick={list.goFirst}>Go to the first page</PlainButton>}
        </>
      }
    />
  );
}

/** The server pages by cursors and counts no rows, so antd's Pagination, which needs a total, cannot be used. */
function Pager({ list }: { list: AdminList<unknown> }) {
  const { page, rows, isFirstPage, hasNext, isStale } = list;
  const count = rows?.length ?? 0;
  const countText = count === 1 ? '1 row' : `${formatNumber(count)} rows`;
  if (isFirstPage && !hasNext)
    return (
      <p className={styles['pager']} role="status">
        {countText}
      </p>
    );
  return (
    <nav className={styles['pager']} aria-label="Pages">
      <span role="status">
        {page === null ? 'A later page' : `Page ${formatNumber(page)}`} · {countText}
      </span>
      <PlainButton small disabled={isFirstPage || isStale} onClick={list.goFirst}>
        First page
      </PlainButton>
      <PlainButton small disabled={isFirstPage || page === null || isStale} onClick={list.goBack}>
        Previous
      </PlainButton>
      <PlainButton small disabled={!hasNext || isStale} onClick={list.goNext}>
        Next
      </PlainButton>
    </nav>
  );
}

/** The sort order on a phone, where rows are cards without a header to press. */
function SortSelect<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}) {
  const options = columns.flatMap(({ title, sorts = [] }) =>
    sorts.flatMap((each) =>
      each === undefined ? [] : [[each, `${title}, ${each.startsWith('-') ? 'descending' : 'ascending'}`] as const],
    ),
  );
  if (options.length === 0) return null;
  return (
    <div className={styles['onPhone']}>
      <FilterSelect label="Sort" value={sort} options={options} onChange={onSort} />
    </div>
  );
}
