import { shortDateTime } from '@inkbear/web-kit/format.ts';
import { useMemo } from 'react';
import { useAiResults } from '../../ai-tools/ai.api.ts';
import { savedOutlines } from '../outline-text.ts';
import styles from './outline-card.module.css';

/** Outlines that AI generated for this book in the last 30 days, except the current one. */
export function SavedOutlines({
  bookId,
  current,
  onOpen,
}: {
  bookId: string;
  current: string;
  onOpen: (outline: string) => void;
}) {
  // The limits of a book keep its outlines on one page.
  const { results } = useAiResults({ bookId, kind: 'outline' });
  const saved = useMemo(() => savedOutlines(results), [results]).filter(({ text }) => text !== current);
  if (saved.length === 0) return null;
  return (
    <details className={styles['gaps']}>
      <summary>Saved outlines ({saved.length})</summary>
      <ul>
        {saved.map(({ id, createdAt, text }) => (
          <li key={id}>
            <button type="button" className={styles['link']} onClick={() => onOpen(text)}>
              {shortDateTime(createdAt)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
