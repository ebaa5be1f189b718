import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { NewBook } from '../new-book.ts';
import styles from './new-book-form.module.css';

/** The chapters planned by an outline, which are created with the book. */
export function PlannedChapters({ chapters, onRemove }: { chapters: NewBook['chapters']; onRemove: () => void }) {
  if (chapters === undefined || chapters.length === 0) return null;
  return (
    <details className={styles['planned']}>
      <summary>
        {chapters.length === 1 ? '1 chapter is' : `${chapters.length} chapters are`} created with the book
      </summary>
      <ol>
        {chapters.map(({ number, title }) => (
          <li key={number} value={number}>
            {title}
          </li>
        ))}
      </ol>
      <PlainButton small variant="quiet" onClick={onRemove}>
        Start with an empty Chapter 1 instead
      </PlainButton>
    </details>
  );
}
