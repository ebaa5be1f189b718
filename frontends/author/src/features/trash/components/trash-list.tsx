import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useFocusAfterRemoval } from '../../../kit/use-focus-after-removal.ts';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { trashQuery } from '../trash.api.ts';
import { type TrashItem, useRestore } from '../trash.api.ts';
import { daysLeftText } from '../days-left.ts';
import styles from './trash-list.module.css';

const kinds: Record<TrashItem['kind'], string> = { book: 'Book', chapter: 'Chapter', story: 'Personal Story' };

/** All items deleted in the last 30 days. */
export function TrashList() {
  const trash = useQuery(trashQuery());
  const restore = useRestore();
  const returnFocusTo = useFocusReturn(restore.isPending);
  const moveFocusAfter = useFocusAfterRemoval(trash.data?.map(({ id }) => id) ?? []);
  if (trash.isPending) return <SkeletonCards count={2} height={84} />;
  if (trash.isError)
    return (
      <ErrorState
        level={2}
        title="The trash could not be loaded"
        text="The server did not answer. Nothing in the trash has been lost."
        action={
          <PlainButton variant="primary" onClick={() => void trash.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  if (trash.data.length === 0)
    return (
      <EmptyState
        title="The trash is empty"
        text="What you delete stays here for 30 days, with every word and its whole history."
        action={<ButtonLink to="/dashboard">Back to your books</ButtonLink>}
      />
    );
  const restoring = restore.isPending && 'id' in restore.variables ? restore.variables.id : null;
  return (
    <ul role="list" className={styles['list']}>
      {trash.data.map(({ id, kind, title, deletedAt, purgeAt }) => (
        <li key={id} data-row={id} className={styles['item']}>
          <div className={styles['about']}>
            <h2 className={styles['title']}>{title}</h2>
            <p className={styles['meta']}>
              <span>{kinds[kind]}</span>
              <span>Deleted {dayAndMonth(deletedAt)}</span>
              <span>{daysLeftText(purgeAt, Date.now())}</span>
            </p>
          </div>
          <PlainButton
            aria-label={`Restore ${title}`}
            disabled={restore.isPending}
            onClick={({ currentTarget }) => {
              returnFocusTo(currentTarget);
              moveFocusAfter(id);
              restore.mutate({ id });
            }}
          >
            {restoring === id ? 'Restoring…' : 'Restore'}
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}
