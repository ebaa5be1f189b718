import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import type { Manuscript } from '../../../saving/manuscript.ts';
import { useMemo, useRef } from 'react';
import type { MorePages } from '../../../ui/older-rows.tsx';
import { useChangeVersions, useDeletedVersions } from '../revisions.api.ts';
import styles from './version-picker.module.css';
import { VersionPicker } from './version-picker.tsx';

/** Which picker is open. */
export type PickerName = 'delete' | 'recover';

interface Props {
  manuscript: Manuscript;
  history: MorePages;
  /** Newest first. The newest is the current text and cannot be deleted. */
  revisions: readonly Revision[];
  picker: PickerName | null;
  onPicker: (picker: PickerName | null) => void;
}

/**
 * The pickers for deleting and recovering versions. Their buttons stay mounted, so that the focus can return to them.
 */
export function VersionTools({ manuscript, history, revisions, picker, onPicker }: Props) {
  const openers = { delete: useRef<HTMLButtonElement>(null), recover: useRef<HTMLButtonElement>(null) };
  const { remove, recover, closeLastToast } = useChangeVersions(manuscript);
  const deletable = useMemo(() => revisions.slice(1), [revisions]);
  const toggle = (name: PickerName) => {
    // On a phone the toast would cover the buttons of the list.
    closeLastToast();
    onPicker(picker === name ? null : name);
  };
  const close = (name: PickerName) => {
    onPicker(null);
    openers[name].current?.focus();
  };
  return (
    <div className={styles['tools']}>
      <div className={styles['row']}>
        <PlainButton small ref={openers.delete} aria-expanded={picker === 'delete'} onClick={() => toggle('delete')}>
          Delete versions…
        </PlainButton>
        <PlainButton small ref={openers.recover} aria-expanded={picker === 'recover'} onClick={() => toggle('recover')}>
          Show deleted
        </PlainButton>
      </div>
      {picker === 'delete' && deletable.length === 0 && (
        <p role="status" className={styles['text']}>
          There is only the newest version, and it cannot be deleted.
        </p>
      )}
      {picker === 'delete' && deletable.length > 0 && (
        <VersionPicker
          title="Versions to delete"
          text={`The newest version is the ${manuscript.kind} itself and cannot be deleted. “Select all” skips versions that you named.`}
          action="Delete"
          busyLabel="Deleting…"
          isBusy={remove.isPending}
          revisions={deletable}
          pages={history}
          confirmation={`You can recover deleted versions for ${limits.deletedRevisionDays} days.`}
          onSubmit={(revs) => remove.mutate(revs, { onSuccess: () => close('delete') })}
          onClose={() => close('delete')}
        />
      )}
      {picker === 'recover' && (
        <DeletedVersions
          manuscript={manuscript}
          isBusy={recover.isPending}
          onSubmit={(revs) => recover.mutate(revs, { onSuccess: () => close('recover') })}
          onClose={() => close('recover')}
        />
      )}
    </div>
  );
}

interface DeletedProps {
  manuscript: Manuscript;
  isBusy: boolean;
  onSubmit: (revs: readonly number[]) => void;
  onClose: () => void;
}

function DeletedVersions({ manuscript, isBusy, onSubmit, onClose }: DeletedProps) {
  const deleted = useDeletedVersions(manuscript);
  const rows = useMemo(() => deleted.data?.pages.flatMap((page) => page.rows), [deleted.data]);
  if (deleted.isPending) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the deleted versions">
        <SkeletonLines count={4} />
      </div>
    );
  }
  if (rows === undefined)
    return <RetryNote text="The deleted versions could not be loaded." onRetry={() => void deleted.refetch()} />;
  if (rows.length === 0) {
    return (
      <p role="status" className={styles['text']}>
        No versions were deleted in the last {limits.deletedRevisionDays} days.
      </p>
    );
  }
  return (
    <VersionPicker
      title="Deleted versions"
      text={`Each is kept for ${limits.deletedRevisionDays} days after its deletion.`}
      action="Recover"
      busyLabel="Recovering…"
      isBusy={isBusy}
      revisions={rows}
      pages={deleted}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
