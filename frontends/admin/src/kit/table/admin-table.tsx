import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import type { ReactNode } from 'react';
import { failureText } from '../feedback.ts';
import type { AdminList } from '../lists/use-admin-list.ts';
import type { Column } from './column.ts';
import { CsvExport } from './csv-export.tsx';
import { DataTable } from './data-table.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { SortChoice } from './sort-choice.tsx';
import styles from './toolbar.module.css';

interface Props<Row> {
  /** What the rows are, e.g. `Users`; also the name of the file. */
  title: string;
  list: AdminList<Row>;
  columns: readonly Column<Row>[];
  /** What is in the file, where that is not what is on the screen. */
  fileColumns?: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** What can be searched, e.g. `Search name or e-mail`; null where the list has no search. */
  searchLabel: string | null;
  filters?: ReactNode;
  /** What can be made or done here, beside the export. */
  tools?: ReactNode;
  actions?: (row: Row) => ReactNode;
  /** One sentence for a list without a row and without a filter. */
  empty: string;
}

/** Every table of the console: search, filters, rows, pages and the file of them. */
export function AdminTable<Row>(props: Props<Row>) {
  const { title, list, columns, fileColumns = columns, searchLabel, filters, tools } = props;
  return (
    <section aria-label={title}>
      <div className={styles['bar']}>
        {searchLabel !== null && <SearchBox label={searchLabel} value={list.query} onSearch={list.setQuery} />}
        {filters}
        <SortChoice columns={columns} sort={list.sort} onSort={list.setSort} />
        <div className={styles['end']}>
          <PlainButton small look="quiet" onClick={list.refetch}>
            Refresh
          </PlainButton>
          <CsvExport
            name={title.toLowerCase().replaceAll(/\W+/g, '-')}
            source={list.source}
            words={list.words}
            columns={fileColumns}
          />
          {tools}
        </div>
      </div>
      <Rows {...props} />
    </section>
  );
}

function Rows<Row>({ title, list, columns, idOf, actions, empty }: Props<Row>) {
  const { rows, error } = list;
  if (rows === undefined && error !== null) return <Failed list={list} error={error} />;
  if (rows === undefined)
    return (
      <div className={styles['skeleton']}>
        <SkeletonLines count={9} />
        <span className="visually-hidden" role="status">
          Loading…
        </span>
      </div>
    );
  if (rows.length === 0) return <Empty list={list} text={empty} />;
  return (
    <>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        idOf={idOf}
        sort={list.sort}
        onSort={list.setSort}
        openRow={list.openRow}
        onOpen={list.open}
        actions={actions}
        isStale={list.isStale}
      />
      <Pager list={list} />
    </>
  );
}

function Empty({ list, text }: { list: AdminList<unknown>; text: string }) {
  return (
    <div className={styles['quiet']}>
      <p role="status">{list.isFiltered ? 'Nothing matches this filter.' : text}</p>
      {list.isFiltered && (
        <PlainButton small onClick={list.clear}>
          Clear the filter
        </PlainButton>
      )}
      {!list.isFiltered && !list.isFirstPage && (
        <PlainButton small onClick={list.goFirst}>
          To the first page
        </PlainButton>
      )}
    </div>
  );
}

function Failed({ list, error }: { list: AdminList<unknown>; error: Error }) {
  return (
    <ErrorState
      level={2}
      title="These rows could not be loaded"
      text={failureText(error, 'The server did not answer. Nothing was changed.') ?? 'The session has ended.'}
      action={
        <>
          <PlainButton look="primary" onClick={list.refetch}>
            Try again
          </PlainButton>
          {!list.isFirstPage && <PlainButton onClick={list.goFirst}>To the first page</PlainButton>}
        </>
      }
    />
  );
}
