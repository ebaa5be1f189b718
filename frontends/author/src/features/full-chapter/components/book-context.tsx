import type { Book } from '@inkbear/contracts/books/book';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { FactList, SideCard } from '../../../ui/side-card.tsx';
import styles from './full-chapter.module.css';

/** Facts, synopsis and outline of the book, beside the chapter. */
export function BookContext({ book }: { book: Book }) {
  return (
    <SideCard level={2} title="Book Context">
      <FactList>
        <div>
          <dt>Book</dt>
          <dd>{book.title}</dd>
        </div>
        <div>
          <dt>Genre</dt>
          <dd>
            {genreLabel(book.genre)}
            {book.subgenre !== '' && `, ${book.subgenre}`}
          </dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>
            {formatNumber(book.writtenWords)} of {formatNumber(book.wordCount)} words
          </dd>
        </div>
      </FactList>
      {book.synopsis.trim() !== '' && <p className={styles['synopsis']}>{book.synopsis}</p>}
      <h3 className={styles['label']}>Outline</h3>
      {book.outline.trim() === '' ? (
        <p className={styles['note']}>This book has no outline yet.</p>
      ) : (
        <div className={styles['outline']} tabIndex={0} role="region" aria-label="Outline">
          {book.outline}
        </div>
      )}
    </SideCard>
  );
}
