import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { Suspense, useState } from 'react';
import { bookFacts } from '../book-facts.ts';
import type { BookMenuProps } from './book-menu.tsx';
import { BookRow } from './book-row.tsx';
import styles from './dashboard.module.css';
import { MoreButton } from './more-button.tsx';

const BookMenu = lazyPage<BookMenuProps>(() => import('./book-menu.tsx'));

/** The list “Your Books”, last edited first. */
export function BookList({ books, onRemove }: { books: readonly BookItem[]; onRemove: (book: BookItem) => void }) {
  const [openMenuId, setOpenMenuId] = useState('');
  return (
    <ul role="list" className={styles['books']}>
      {books.map((book) => {
        const more =
          openMenuId === book.id ? (
            <Suspense fallback={<MoreButton bookTitle={book.title} aria-busy />}>
              <BookMenu book={book} onRemove={onRemove} />
            </Suspense>
          ) : (
            <MoreButton bookTitle={book.title} onClick={() => setOpenMenuId(book.id)} />
          );
        return <BookRow key={book.id} facts={bookFacts(book, Date.now())} more={more} />;
      })}
    </ul>
  );
}
