import { type KeyboardEvent, useRef } from 'react';
import styles from './chapter-list.module.css';

/** Edits the title in place. Enter and blur save it; Escape and an empty title cancel. */
export function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const isDone = useRef(false);
  const finish = (value: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const text = value?.trim() ?? '';
    onDone(text === '' || text === title ? null : text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish(event.currentTarget.value);
    if (event.key === 'Escape') finish(null);
  };
  return (
    <input
      autoFocus
      className={styles['rename']}
      defaultValue={title}
      maxLength={300}
      aria-label="Chapter title"
      onFocus={(event) => event.target.select()}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.target.value)}
    />
  );
}
