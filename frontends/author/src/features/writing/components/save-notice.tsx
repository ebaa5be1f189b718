import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ManuscriptKind } from '../../../saving/manuscript.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useEffect, useState } from 'react';
import { useSaveStateValue } from '../hooks/use-save-state-value.ts';
import { unpersistedWarning, warnAfterMs } from '../save-state.ts';
import styles from './save-notice.module.css';

/**
 * Warns when the browser cannot store unsaved changes, when a save was refused or is overdue, and when the text is open
 * in another tab.
 */
export function SaveNotice({ noun, queue, otherTabs }: { noun: ManuscriptKind; queue: SaveQueue; otherTabs: number }) {
  const since = useSaveStateValue(queue, ({ unsavedSince }) => unsavedSince);
  const message = useSaveStateValue(queue, (view) => view.message);
  const isOverQuota = useSaveStateValue(queue, (view) => view.isOverQuota);
  const isConflict = useSaveStateValue(queue, ({ conflict }) => conflict !== null);
  const isPersisted = useSaveStateValue(queue, (view) => view.isPersisted);
  const isLate = useIsOlderThan(since, warnAfterMs);
  const isWarning = !isPersisted || (!isConflict && (message !== null || isLate));
  const lateText = isLate && !isConflict ? 'Your latest changes are not saved on the server yet.' : '';
  return (
    <div role="status" className={styles['place']}>
      {isWarning && (
        <div className={styles['warning']}>
          <p>
            {message ?? lateText}{' '}
            <span className={styles['kept']}>
              {isPersisted ? 'Everything you type is kept in this browser.' : unpersistedWarning}
              {isOverQuota ? ' Your changes will be saved as soon as your plan has free storage.' : ''}
            </span>
          </p>
          <PlainButton variant="quiet" onClick={() => queue.retryNow()}>
            Try now
          </PlainButton>
        </div>
      )}
      {otherTabs > 0 && (
        <p className={styles['note']}>This {noun} is open in another tab. What you save there appears here.</p>
      )}
    </div>
  );
}

function useIsOlderThan(since: number | null, ms: number): boolean {
  const [isOlder, setOlder] = useState(false);
  useEffect(() => {
    setOlder(since !== null && Date.now() - since >= ms);
    if (since === null) return undefined;
    const timer = setTimeout(() => setOlder(true), Math.max(0, since + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [since, ms]);
  return isOlder;
}
