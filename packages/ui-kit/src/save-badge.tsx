import { useEffect, useState } from 'react';
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

/** just now, Nm ago, Nh ago, else the date. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ago`;
  return new Date(then).toLocaleDateString('en-GB');
}
