import type { Book } from '@inkbear/contracts/books/book';
import { getChapter } from '@inkbear/contracts/books/chapter';
import { getBookProgress } from '@inkbear/contracts/books/progress';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { relativeTime } from '@inkbear/ui-kit/save-badge.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { lastChapter } from '../../features/chapters/last-chapter.ts';
import { finishSentence } from '../../features/progress/chart.ts';
import styles from './continue-card.module.css';
import { lastSentence } from './last-sentence.ts';

const counted = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

/** Where the author stopped: the book, the chapter that was open here, its last words, and when the book will be done at this pace. */
export function ContinueCard({ book }: { book: Book }) {
  const chapterId = lastChapter.read(book.id);
  // Written on since, in this tab or another: what was read before is old.
  const { data: chapter } = useQuery({ ...read(getChapter, { params: { id: chapterId ?? '' } }), enabled: chapterId !== null, refetchOnMount: 'always', retry: false });
  const { data: progress } = useQuery({ ...read(getBookProgress, { params: { id: book.id } }), refetchOnMount: 'always' });
  const words = lastSentence(chapter?.content ?? '');
  return (
    <section className={styles['card']} aria-labelledby="continue-title">
      <p className={styles['eyebrow']}>{book.canEdit ? 'Where you stopped' : 'Read-only'}, {relativeTime(Date.parse(book.updatedAt), Date.now())}</p>
      <h2 id="continue-title">{book.title}</h2>
      {chapter
        ? <p className={styles['chapter']}>Chapter {chapter.chapterNumber}: {chapter.title} <span className={styles['meta']}>{counted(chapter.wordCount, 'word')}</span></p>
        : <p className={styles['meta']}>{counted(book.totalChapters, 'chapter')}, {book.writtenWords.toLocaleString('en-GB')} of {counted(book.wordCount, 'word')}</p>}
      {words !== '' && <blockquote className={styles['words']}>{words}</blockquote>}
      <div className={styles['foot']}>
        <ButtonLink look="primary" large to={`/book/${book.id}`}>{book.canEdit ? 'Go on writing' : 'Read it'}</ButtonLink>
        <p className={styles['meta']} data-waiting={progress === undefined}>{progress && finishSentence(progress)}</p>
      </div>
    </section>
  );
}
