import type { Book } from '@inkbear/contracts/books/book';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { relativeTime } from '@inkbear/ui-kit/save-badge.tsx';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { statusLabel } from '../status.ts';
import type { BookMenuProps } from './book-menu.tsx';
import styles from './dashboard.module.css';
import { MoreButton } from './more-button.tsx';

const BookMenu = lazyPage<BookMenuProps>(() => import('./book-menu.tsx'));

const counted = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
const share = ({ writtenWords, wordCount }: Book) => Math.min(100, wordCount > 0 ? (writtenWords / wordCount) * 100 : 0);

/** Your Books; the one written in last stands first. */
export function BookList({ books, onRemove }: { books: readonly Book[]; onRemove: (book: Book) => void }) {
  const [asked, setAsked] = useState('');
  return (
    <ul role="list" className={styles['books']}>
      {books.map((book) => (
        <li key={book.id} className={styles['book']}>
          <span className={styles['spine']} aria-hidden />
          <div className={styles['about']}>
            <h3 className={styles['bookTitle']}><Link to={`/book/${book.id}`}>{book.title}</Link></h3>
            <p className={styles['meta']}>
              <span>{genreLabel(book.genre)}</span><span>{counted(book.totalChapters, 'chapter')}</span><span>{statusLabel(book.status)}</span>{!book.canEdit && <span>Read-only</span>}
            </p>
            <div className={styles['share']} role="img" aria-label={`${Math.round(share(book))}% of ${counted(book.wordCount, 'word')}`}><span style={{ width: `${share(book)}%` }} /></div>
            <p className={styles['meta']}><span className="tabular">{counted(book.writtenWords, 'word')}</span><span>Changed {relativeTime(Date.parse(book.updatedAt), Date.now())}</span></p>
          </div>
          <ButtonLink to={`/book/${book.id}`} aria-label={`Continue Writing ${book.title}`}>Continue Writing</ButtonLink>
          {asked === book.id
            ? <Suspense fallback={<MoreButton bookTitle={book.title} aria-busy />}><BookMenu book={book} onRemove={onRemove} /></Suspense>
            : <MoreButton bookTitle={book.title} onClick={() => setAsked(book.id)} />}
        </li>
      ))}
    </ul>
  );
}
