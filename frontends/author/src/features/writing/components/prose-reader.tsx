import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useEffect, useState } from 'react';
import styles from './prose-field.module.css';

/** The chapter as a page to read. */
export function ProseReader({ queue, label }: { queue: SaveQueue; label: string }) {
  const [text, setText] = useState(() => queue.text);
  useEffect(() => queue.subscribe(() => setText(queue.text)), [queue]);
  if (text.length === 0) return <p className={styles['empty']}>Nothing is written here yet.</p>;
  return <article aria-label={label} className={styles['reader']}>{Array.from(text.iterLines(), (line, at) => <p key={at}>{line}</p>)}</article>;
}
