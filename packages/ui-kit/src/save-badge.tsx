import { useEffect, useState } from 'react';
import { relativeTime } from './relative-time.ts';
import styles from './save-badge.module.css';

/** What is true about the author's words right now. */
export type SaveState = 'offline' | 'saving' | 'just-saved' | 'unsaved' | 'saved' | 'idle';

/** Tells where the words are; `savedAt` in milliseconds since 1970 is needed for `saved`. */
export function SaveBadge({ state, savedAt }: { state: SaveState; savedAt?: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles['badge']} data-state={state} role="status">{saveText(state, savedAt, Math.max(now, savedAt ?? 0))}</span>;
}

export function saveText(state: SaveState, savedAt: number | undefined, now: number): string {
  switch (state) {
    case 'offline': return 'Offline';
    case 'saving': return 'Saving…';
    case 'just-saved': return 'Saved!';
    case 'unsaved': return 'Unsaved changes';
    case 'saved': return savedAt === undefined ? 'Auto-save enabled' : `Saved ${relativeTime(savedAt, now)}`;
    case 'idle': return 'Auto-save enabled';
  }
}
