import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SaveBadge } from '@inkbear/ui-kit/save-badge.tsx';
import type { ManuscriptKind } from '../../../saving/manuscript.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useState } from 'react';
import { useIsOnline } from '../../../kit/use-is-online.ts';
import { useSaveStateValue } from '../hooks/use-save-state-value.ts';
import { justSavedMs, unpersistedWarning, saveStateOf } from '../save-state.ts';
import styles from './save-control.module.css';

/** Saves now; shows a toast on failure. */
export async function saveNow(queue: SaveQueue, noun: ManuscriptKind): Promise<boolean> {
  const isSaved = await queue.flush();
  const { phase, message, isPersisted, isOverQuota } = queue.view();
  if (isSaved || (phase === 'signed-out' && isPersisted)) return isSaved;
  // A final refusal is not retried, so the toast must not promise a retry.
  const isRetried = message === null || isOverQuota;
  const keptText = `Your text is kept in this browser${isRetried ? ', and we keep trying' : ''}.`;
  const description = [message, isPersisted ? keptText : unpersistedWarning].filter((part) => part !== null).join(' ');
  showToast({ title: `Failed to save ${noun}`, description, tone: 'destructive' });
  return isSaved;
}

/** The save badge. */
export function SaveStatus({ queue }: { queue: SaveQueue }) {
  const isOnline = useIsOnline();
  const [now, setNow] = useState(() => Date.now());
  const savedAt = useSaveStateValue(queue, (view) => view.savedAt);
  const state = useSaveStateValue(queue, (view) => saveStateOf(view, isOnline, now));
  useEffect(() => {
    if (savedAt === null) return undefined;
    setNow(Date.now());
    const timer = setTimeout(() => setNow(Date.now()), justSavedMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  return <SaveBadge state={state} {...(savedAt === null ? {} : { savedAt })} />;
}

/** The save badge and a Save button. */
export function SaveControl({
  noun,
  queue,
  onSave = () => void saveNow(queue, noun),
}: {
  noun: ManuscriptKind;
  queue: SaveQueue;
  onSave?: () => void;
}) {
  const isDirty = useSaveStateValue(queue, (view) => view.isDirty);
  const isBusy = useSaveStateValue(queue, (view) => view.phase === 'sending');
  return (
    <div className={styles['save']}>
      <SaveStatus queue={queue} />
      <span className={styles['button']}>
        <PlainButton variant="quiet" disabled={!isDirty || isBusy} onClick={onSave}>
          {isDirty ? 'Save' : 'Saved'}
        </PlainButton>
      </span>
    </div>
  );
}
