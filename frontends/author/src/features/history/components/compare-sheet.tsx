import type { Revision } from '@inkbear/contracts/books/revision';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { revisionRoutes } from '../api/revision-routes.ts';
import type { Compare } from '../comparer/compare-in-worker.ts';
import { useComparison } from '../hooks/use-comparison.ts';
import { revisionLabel } from '../sittings.ts';
import { ComparisonView } from './comparison-view.tsx';
import styles from './compare-sheet.module.css';

interface Props {
  manuscript: Manuscript;
  queue: SaveQueue;
  revisions: readonly Revision[];
  opened: number;
  canEdit: boolean;
  isRestoring: boolean;
  onRestore: (rev: number) => void;
  onClose: () => void;
  compare: Compare;
}

const now = 'now';

/** Two of its texts, word by word; the older one can become the current one again. */
export function CompareSheet({
  manuscript,
  queue,
  revisions,
  opened,
  canEdit,
  isRestoring,
  onRestore,
  onClose,
  compare,
}: Props) {
  const [from, setFrom] = useState(String(opened));
  const [to, setTo] = useState(now);
  const before = useTextOf(manuscript, queue, from);
  const after = useTextOf(manuscript, queue, to);
  const { outcome, stop, retry } = useComparison(before.text, after.text, compare);
  const options = useMemo(
    () =>
      revisions.map((revision) => ({
        value: String(revision.rev),
        label: `${new Date(revision.at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${revisionLabel(revision)}`,
      })),
    [revisions],
  );
  const chosen = revisions.find(({ rev }) => String(rev) === from);
  return (
    <Drawer open placement="right" size="min(760px, 100vw)" title="Compare and restore" onClose={onClose}>
      <div className={styles['sheet']}>
        <div className={styles['choices']}>
          <ChoiceField
            label="Before"
            value={from}
            options={options}
            onChange={(event) => setFrom(event.target.value)}
          />
          <ChoiceField
            label="After"
            value={to}
            options={[{ value: now, label: 'Now, as you see it' }, ...options]}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        {before.isFailed || after.isFailed ? (
          <div className={styles['failed']} role="alert">
            <p>This text did not arrive.</p>
            <PlainButton
              onClick={() => {
                before.retry();
                after.retry();
              }}
            >
              Try again
            </PlainButton>
          </div>
        ) : (
          <Outcome key={`${from}:${to}`} outcome={outcome} onStop={stop} onRetry={retry} />
        )}
        {canEdit && chosen && (
          <div className={styles['foot']}>
            <PlainButton
              look="primary"
              disabled={isRestoring || before.text === undefined}
              onClick={() => onRestore(chosen.rev)}
            >
              {isRestoring ? 'Restoring…' : `Restore the text of ${revisionLabel(chosen)}`}
            </PlainButton>
            <p className={styles['note']}>The present text stays in the history; Undo brings it back.</p>
          </div>
        )}
      </div>
    </Drawer>
  );
}

function Outcome({
  outcome,
  onStop,
  onRetry,
}: {
  outcome: ReturnType<typeof useComparison>['outcome'];
  onStop: () => void;
  onRetry: () => void;
}) {
  switch (outcome.state) {
    case 'done':
      return <ComparisonView comparison={outcome.comparison} />;
    case 'working':
      return (
        <>
          <div role="status" aria-busy="true" className={styles['failed']}>
            <p className={styles['note']}>Comparing word by word…</p>
            <PlainButton onClick={onStop}>Cancel</PlainButton>
          </div>
          <SkeletonLines count={8} />
        </>
      );
    case 'stopped':
      return (
        <div role="status" className={styles['failed']}>
          <p className={styles['note']}>Not compared. The text can be restored all the same.</p>
          <PlainButton onClick={onRetry}>Compare</PlainButton>
        </div>
      );
    case 'failed':
      return (
        <div role="alert" className={styles['failed']}>
          <p>These texts could not be compared in this browser.</p>
          <PlainButton onClick={onRetry}>Try again</PlainButton>
        </div>
      );
  }
}

/** A revision's text, or the one in the editor as it was when asked for. */
function useTextOf(
  { kind, id }: Manuscript,
  queue: SaveQueue,
  which: string,
): { text: string | undefined; isFailed: boolean; retry: () => void } {
  const isNow = which === now;
  const present = useMemo(() => (isNow ? queue.text.toString() : undefined), [isNow, queue]);
  const kept = useQuery({
    ...read(revisionRoutes[kind].one, { params: { id, rev: isNow ? '0' : which } }),
    enabled: !isNow,
  });
  return isNow
    ? { text: present, isFailed: false, retry: () => undefined }
    : {
        text: kept.data?.content,
        isFailed: kept.isError,
        retry: () => {
          if (kept.isError) void kept.refetch();
        },
      };
}
