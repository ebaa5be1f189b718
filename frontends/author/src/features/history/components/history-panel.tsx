import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import type { Revision } from '@inkbear/contracts/books/revision';
import { formatNumber, shortDate } from '@inkbear/web-kit/format.ts';
import type { Manuscript } from '../../../saving/manuscript.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useState } from 'react';
import { OlderRows } from '../../../ui/older-rows.tsx';
import { type RevertRestore, useHistory } from '../revisions.api.ts';
import { type Compare, compareInWorker } from '../comparer/compare-in-worker.ts';
import { daysOf } from '../writing-sessions.ts';
import { CompareSheet } from './compare-sheet.tsx';
import styles from './history-panel.module.css';
import { NameForm } from './name-form.tsx';
import { WritingSessionItem } from './writing-session-item.tsx';
import { type PickerName, VersionTools } from './version-tools.tsx';

interface Props {
  manuscript: Manuscript;
  queue: SaveQueue;
  canEdit: boolean;
  revert: RevertRestore;
  compare?: Compare;
}

/** All saved revisions, by day and writing session. */
export function HistoryPanel({ manuscript, queue, canEdit, revert, compare = compareInWorker }: Props) {
  const { history, revisions, restore, name } = useHistory(manuscript, queue, revert);
  const [open, setOpen] = useState<number | null>(null);
  const [picker, setPicker] = useState<PickerName | null>(null);
  if (history.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading the history">
        <SkeletonLines count={6} />
      </div>
    );
  if (revisions === undefined) return <HistoryError onRetry={() => void history.refetch()} />;
  return (
    <div className={styles['panel']}>
      <NameForm isBusy={name.isPending} onName={(newName, onDone) => name.mutate(newName, { onSuccess: onDone })} />
      {canEdit && (
        <VersionTools
          manuscript={manuscript}
          history={history}
          revisions={revisions}
          picker={picker}
          onPicker={setPicker}
        />
      )}
      {picker === null && (
        <>
          <NamedRevisions revisions={revisions} onOpen={setOpen} />
          <Days revisions={revisions} onOpen={setOpen} />
          <OlderRows pages={history} label="Show older versions" note="Older named versions are included." />
        </>
      )}
      {open !== null && (
        <CompareSheet
          {...{ manuscript, queue, revisions, canEdit, compare }}
          initialRev={open}
          isRestoring={restore.isPending}
          onRestore={(rev) => restore.mutate(rev, { onSuccess: () => setOpen(null) })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function HistoryError({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      level={2}
      title="The history could not be loaded"
      text="The server did not answer. Your versions are safe."
      action={<PlainButton onClick={onRetry}>Try again</PlainButton>}
    />
  );
}

interface ListProps {
  revisions: readonly Revision[];
  onOpen: (rev: number) => void;
}

function NamedRevisions({ revisions, onOpen }: ListProps) {
  const named = revisions.filter(({ name }) => name !== undefined);
  if (named.length === 0) return null;
  return (
    <section aria-labelledby="named-title">
      <h3 id="named-title" className={styles['day']}>
        Named
      </h3>
      <ul role="list" className={styles['list']}>
        {named.map(({ rev, name, at, wordCount }) => (
          <li key={rev}>
            <button type="button" className={styles['revision']} onClick={() => onOpen(rev)}>
              <span className={styles['name']}>{name}</span>
              <span className={styles['meta']}>
                {shortDate(at)} · {formatNumber(wordCount)} words
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Days({ revisions, onOpen }: ListProps) {
  return daysOf(revisions, new Date()).map(({ label, sessions }) => (
    <section key={label} aria-label={label}>
      <h3 className={styles['day']}>{label}</h3>
      <ul role="list" className={styles['list']}>
        {sessions.map((session) => (
          <WritingSessionItem key={session.revisions.at(-1)?.rev} session={session} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}
