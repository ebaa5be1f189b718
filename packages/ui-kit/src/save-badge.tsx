import { useEffect, useRef, useState } from 'react';
import { relativeTime } from './relative-time.ts';
import styles from './save-badge.module.css';

/** What is true about the author's words right now. */
export type SaveState = 'at-risk' | 'offline' | 'no-room' | 'saving' | 'just-saved' | 'unsaved' | 'saved' | 'idle';

/**
 * Shows where the words are; `savedAt` in milliseconds since 1970 is needed for `saved`. Read out is only what an
 * author has to know.
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

const alarms: Partial<Record<SaveState, string>> = {
  offline: 'You are offline.',
  'at-risk': 'Your last changes are not saved anywhere. Keep this page open.',
  'no-room': 'Your last changes are kept in this browser only: the storage of your plan is full.',
};

/**
 * A live region that spoke at every pause in the typing would never rest: it speaks when saving stops working, and when
 * it works again.
 */
function useAnnouncement(state: SaveState): string {
  const [text, setText] = useState('');
  const isAlarmed = useRef(false);
  useEffect(() => {
    const alarm = alarms[state];
    if (alarm !== undefined) {
      isAlarmed.current = true;
      setText(alarm);
    } else if (isAlarmed.current && (state === 'saved' || state === 'just-saved')) {
      isAlarmed.current = false;
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
    case 'no-room':
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
