import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import styles from './older-rows.module.css';

/** A paginated list. */
export interface MorePages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface Props {
  pages: MorePages;
  /** E.g. `Show older versions`. */
  label: string;
  note?: string;
}

/** Loads the next page of a list, newest first, on request. Shows nothing after the last page. */
export function OlderRows({ pages, label, note = '' }: Props) {
  if (!pages.hasNextPage) return null;
  const hasFailed = pages.isFetchNextPageError;
  const text = hasFailed ? 'The older ones could not be loaded. Please try again.' : note;
  return (
    <div className={styles['older']}>
      <PlainButton variant="quiet" wide disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading…' : label}
      </PlainButton>
      {text !== '' && (
        <p role={hasFailed ? 'alert' : undefined} className={styles['note']}>
          {text}
        </p>
      )}
    </div>
  );
}
