import type { Revision } from '@inkbear/contracts/books/revision';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { shortDate } from '@inkbear/web-kit/format.ts';
import type { Manuscript } from '../../../saving/manuscript.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { revisionQuery } from '../revisions.api.ts';
import type { Compare } from '../comparer/compare-in-worker.ts';
import { useComparison } from '../hooks/use-comparison.ts';
import { revisionLabel } from '../writing-sessions.ts';
import { Drawer } from '../../../ui/overlays/overlays.tsx';
import { ComparisonView } from './comparison-view.tsx';
import styles from './compare-sheet.module.css';

interface Props {
  manuscript: Manuscript;
  queue: SaveQueue;
  revisions: readonly Revision[];
  /** The revision that was chosen in the panel. */
  initialRev: number;
  canEdit: boolean;
  isRestoring: boolean;
  onRestore: (rev: number) => void;
  onClose: () => void;
  compare: Compare;
}

/** The option for the text in the editor. */
const now = 'now';

/** Compares two revisions word by word, or one with the current text; the older one can be restored. */
export function CompareSheet(props: Props) {
  const { manuscript, queue, revisions, initialRev, canEdit, isRestoring, onRestore, onClose, compare } = props;
  const [from, setFrom] = useState(String(initialRev));
  const [to, setTo] = useState(now);
  const before = useTextOf(manuscript, queue, from);
  const after = useTextOf(manuscript, queue, to);
  const { outcome, stop, retry } = useComparison(before.text, after.text, compare);
  const chosen = revisions.find(({ rev }) => String(rev) === from);
  return (
    <Drawer placement="right" size="min(760px, 100vw)" title="Compare and restore" onClose={onClose}>
      <div className={styles['sheet']}>
        <RevisionChoices revisions={revisions} from={from} to={to} onFrom={setFrom} onTo={setTo} />
        {before.isFailed || after.isFailed ? (
          <div className={styles['failed']} role="alert">
            <p>This version could not be loaded.</p>
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
              variant="primary"
              disabled={isRestoring || before.text === undefined}
              onClick={() => onRestore(chosen.rev)}
            >
              {isRestoring ? 'Restoring…' : `Restore the text of ${revisionLabel(chosen)}`}
            </PlainButton>
            <p className={styles['note']}>The current text stays in the history; Undo brings it back.</p>
          </div>
        )}
      </div>
    </Drawer>
  );
}

interface ChoicesProps {
  revisions: readonly Revision[];
  from: string;
  to: string;
  onFrom: (rev: string) => void;
  onTo: (rev: string) => void;
}

function RevisionChoices({ revisions, from, to, onFrom, onTo }: ChoicesProps) {
  const options = useMemo(
    () =>
      revisions.map((revision) => ({
        value: String(revision.rev),
        label: `${shortDate(revision.at)}, ${revisionLabel(revision)}`,
      })),
    [revisions],
  );
  return (
    <div className={styles['choices']}>
      <ChoiceField label="Before" value={from} options={options} onChange={(event) => onFrom(event.target.value)} />
      <ChoiceField
        label="After"
        value={to}
        options={[{ value: now, label: 'Now, the current text' }, ...options]}
        onChange={(event) => onTo(event.target.value)}
      />
    </div>
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
          <p className={styles['note']}>Not compared. You can still restore the text.</p>
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

/** The text of a revision, or a snapshot of the text in the editor. */
function useTextOf(
  manuscript: Manuscript,
  queue: SaveQueue,
  revision: string,
): { text: string | undefined; isFailed: boolean; retry: () => void } {
  const isNow = revision === now;
  const current = useMemo(() => (isNow ? queue.text.toString() : undefined), [isNow, queue]);
  const stored = useQuery({
    ...revisionQuery(manuscript, isNow ? '0' : revision),
    enabled: !isNow,
  });
  return isNow
    ? { text: current, isFailed: false, retry: () => undefined }
    : {
        text: stored.data?.content,
        isFailed: stored.isError,
        retry: () => {
          if (stored.isError) void stored.refetch();
        },
      };
}
