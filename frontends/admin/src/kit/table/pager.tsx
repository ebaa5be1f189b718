import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { AdminList } from '../lists/use-admin-list.ts';
import { formatNumber } from '../format.ts';
import styles from './toolbar.module.css';

/** The way through the pages. How many there are in all nobody counts. */
export function Pager({ list }: { list: AdminList<unknown> }) {
  const { page, rows, isFirstPage, hasNext, isStale } = list;
  const count = rows?.length ?? 0;
  if (isFirstPage && !hasNext)
    return (
      <p className={styles['pager']} role="status">
        {count === 1 ? '1 row' : `${formatNumber(count)} rows`}
      </p>
    );
  return (
    <nav className={styles['pager']} aria-label="Pages">
      <span role="status">
        {page === null ? 'A page further on' : `Page ${formatNumber(page)}`} ·{' '}
        {count === 1 ? '1 row' : `${formatNumber(count)} rows`}
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
