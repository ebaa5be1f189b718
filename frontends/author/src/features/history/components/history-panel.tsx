import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useState } from 'react';
import { type TakeBackRestored, useHistory } from '../api/use-history.ts';
import { type Compare, compareInWorker } from '../comparer/compare-in-worker.ts';
import { daysOf } from '../sittings.ts';
import { CompareSheet } from './compare-sheet.tsx';
import styles from './history-panel.module.css';
import { NameForm } from './name-form.tsx';
import { SittingItem } from './sitting-item.tsx';
import { type PickerName, VersionTools } from './version-tools.tsx';

/** Every text the server has acknowledged, by day and sitting. */
export function HistoryPanel({
  manuscript,
  queue,
  canEdit,
  takeBack,
  compare = compareInWorker,
}: {
  manuscript: Manuscript;
  queue: SaveQueue;
  canEdit: boolean;
  takeBack: TakeBackRestored;
  compare?: Compare;
}) {
  const { history, revisions, restore, name } = useHistory(manuscript, queue, takeBack);
  const [open, setOpen] = useState<number | null>(null);
  const [picker, setPicker] = useState<PickerName | null>(null);
  if (history.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Opening the history">
        <SkeletonLines count={6} />
      </div>
    );
  if (revisions === undefined) {
    const retry = <PlainButton onClick={() => void history.refetch()}>Try again</PlainButton>;
    const text = 'The server did not answer. Nothing in it is lost.';
    return <ErrorState level={2} title="The history did not open" text={text} action={retry} />;
  }
  const named = revisions.filter(({ name: given }) => given !== undefined);
  return (
    <div className={styles['panel']}>
      <NameForm isBusy={name.isPending} onName={(wanted, done) => name.mutate(wanted, { onSuccess: done })} />
      {canEdit && (
        <VersionTools
          manuscript={manuscript}
          history={history}
          revisions={revisions}
          picker={picker}
          onPicker={setPicker}
        />
      )}
      {picker === null && named.length > 0 && (
        <section aria-labelledby="named-title">
          <h3 id="named-title" className={styles['day']}>
            Named
          </h3>
          <ul role="list" className={styles['list']}>
            {named.map(({ rev, name: given, at, wordCount }) => (
              <li key={rev}>
                <button type="button" className={styles['revision']} onClick={() => setOpen(rev)}>
                  <span className={styles['name']}>{given}</span>
                  <span className={styles['meta']}>
                    {new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ·{' '}
                    {wordCount.toLocaleString('en-GB')} words
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {picker === null &&
        daysOf(revisions, new Date()).map(({ label, sittings }) => (
          <section key={label} aria-label={label}>
            <h3 className={styles['day']}>{label}</h3>
            <ul role="list" className={styles['list']}>
              {sittings.map((sitting) => (
                <SittingItem key={sitting.revisions.at(-1)?.rev} sitting={sitting} onOpen={setOpen} />
              ))}
            </ul>
          </section>
        ))}
      {picker === null && history.hasNextPage && (
        <div className={styles['older']}>
          <PlainButton
            look="quiet"
            wide
            disabled={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {history.isFetchingNextPage ? 'Loading…' : 'Show older saves'}
          </PlainButton>
          <p className={styles['meta']}>
            {history.isFetchNextPageError
              ? 'They could not be loaded. Please try again.'
              : 'Texts that you named before these are listed with them.'}
          </p>
        </div>
      )}
      {open !== null && (
        <CompareSheet
          manuscript={manuscript}
          queue={queue}
          revisions={revisions}
          opened={open}
          canEdit={canEdit}
          isRestoring={restore.isPending}
          onRestore={(rev) => restore.mutate(rev, { onSuccess: () => setOpen(null) })}
          onClose={() => setOpen(null)}
          compare={compare}
        />
      )}
    </div>
  );
}
