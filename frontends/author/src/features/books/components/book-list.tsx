import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { bookCardTexts } from '../book-card-texts.ts';
import { BookMenu } from './book-menu.tsx';
import { BookRow } from './book-row.tsx';
import styles from './dashboard.module.css';

/** The list “Your Books”, last edited first. */
export function BookList({ books, onRemove }: { books: readonly BookItem[]; onRemove: (book: BookItem) => void }) {
  return (
    <ul role="list" className={styles['books']}>
      {books.map((book) => (
        <BookRow
          key={book.id}
          texts={bookCardTexts(book, Date.now())}
          more={<BookMenu book={book} onRemove={onRemove} />}
        />
      ))}
    </ul>
  );
}
