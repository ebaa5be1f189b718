import { type KeyboardEvent, useRef } from 'react';
import styles from './chapter-list.module.css';

/** The title in place: Enter and leaving keep it, Escape and nothing do not. */
export function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const isOver = useRef(false);
  const finish = (value: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
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
