import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { Link } from 'react-router';
import { DetailsForm } from '../../features/book-details/components/details-form.tsx';
import { dedicationPreview } from '../../features/book-details/details.ts';
import { ChapterList } from '../../features/chapters/components/chapter-list.tsx';
import { PlanBadge } from '../../features/plan/components/plan-badge.tsx';
import styles from './left-rail.module.css';

interface Props {
  book: Book;
  chapters: readonly Chapter[];
  currentId: string | null;
  isSettings: boolean;
  onOpen: (id: string) => void;
  onBeforeRemove: () => Promise<unknown>;
  onLeave: () => void;
}

/** The book's parts and its chapters. */
export function LeftRail({ book, chapters, currentId, isSettings, onOpen, onBeforeRemove, onLeave }: Props) {
  const path = `/book/${book.id}`;
  return (
    <div className={styles['rail']}>
      <header className={styles['head']}>
        <p className={styles['title']}>{book.title}</p>
        <p className={styles['meta']}>{genreLabel(book.genre)}{book.subgenre !== '' && `, ${book.subgenre}`}</p>
        {book.dedication.trim() !== '' && <p className={styles['dedication']}>{dedicationPreview(book.dedication)}</p>}
      </header>
      <nav className={styles['tabs']} aria-label="Book">
        <Link to={path} aria-current={isSettings ? undefined : 'page'} onClick={onLeave}>Writing</Link>
        <Link to={`${path}?tab=settings`} aria-current={isSettings ? 'page' : undefined} onClick={onLeave}>Book Settings</Link>
      </nav>
      {!isSettings && (
        <>
          <section className={styles['part']} aria-label="Chapter list"><ChapterList bookId={book.id} chapters={chapters} currentId={currentId} canEdit={book.canEdit} onOpen={onOpen} onBeforeRemove={onBeforeRemove} /></section>
          <details className={styles['details']}><summary>Book details</summary><DetailsForm book={book} /></details>
        </>
      )}
      <footer className={styles['foot']}><PlanBadge /><Link to="/trash" className={styles['trash']} onClick={onLeave}>Trash</Link></footer>
    </div>
  );
}
