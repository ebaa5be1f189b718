import { useEffect, useRef, useState } from 'react';
import { relativeTime } from './relative-time.ts';
import styles from './save-badge.module.css';

/** Where the author's latest changes are stored. */
export type SaveState = 'at-risk' | 'offline' | 'storage-full' | 'saving' | 'just-saved' | 'unsaved' | 'saved' | 'idle';

/**
 * Shows the save state. `saved` needs `savedAt` in milliseconds since 1970. Screen readers announce only failures and
 * recoveries.
 */
export function SaveBadge({ state, savedAt }: { state: SaveState; savedAt?: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles['badge']} data-state={state} data-testid="save-badge">
      {saveText(state, savedAt, Math.max(now, savedAt ?? 0))}
      <span className="visually-hidden" role="status">
        {useAnnouncement(state)}
      </span>
    </span>
  );
}

const failureTexts: Partial<Record<SaveState, string>> = {
  offline: 'You are offline.',
  'at-risk': 'Your latest changes are not saved anywhere. Keep this page open.',
  'storage-full': 'Your latest changes are stored only in this browser, because your plan’s storage is full.',
};

/** The text of the live region. It changes only when saving fails and when it works again, not at every save. */
function useAnnouncement(state: SaveState): string {
  const [text, setText] = useState('');
  const hasAnnouncedFailure = useRef(false);
  useEffect(() => {
    const failure = failureTexts[state];
    if (failure !== undefined) {
      hasAnnouncedFailure.current = true;
      setText(failure);
    } else if (hasAnnouncedFailure.current && (state === 'saved' || state === 'just-saved')) {
      hasAnnouncedFailure.current = false;
      setText('Everything is saved again.');
    }
  }, [state]);
  return text;
}

export function saveText(state: SaveState, savedAt: number | undefined, now: number): string {
  switch (state) {
    case 'at-risk':
      return 'Not saved anywhere';
    case 'offline':
      return 'Offline';
    case 'storage-full':
      return 'Not saved: storage full';
    case 'saving':
      return 'Saving…';
    case 'just-saved':
      return 'Saved!';
    case 'unsaved':
      return 'Unsaved changes';
    case 'saved':
      return savedAt === undefined ? 'Auto-save enabled' : `Saved ${relativeTime(savedAt, now)}`;
    case 'idle':
      return 'Auto-save enabled';
  }
}
