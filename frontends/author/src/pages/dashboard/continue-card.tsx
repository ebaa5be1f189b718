import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { getChapter } from '@inkbear/contracts/books/chapter';
import { getBookProgress } from '@inkbear/contracts/books/progress';
import { read } from '@inkbear/web-kit/read.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useQuery } from '@tanstack/react-query';
import { lastChapter } from '../../features/chapters/last-chapter.ts';
import { bookFacts } from '../../features/library/book-facts.ts';
import { finishSentence } from '../../features/progress/chart.ts';
import styles from './continue-card.module.css';
import { ContinueFrame } from './continue-frame.tsx';
import { lastSentence } from './last-sentence.ts';

/** The last edited book: the chapter that was open here, its last words, and the expected finish date. */
export function ContinueCard({ book }: { book: BookItem }) {
  const chapterId = lastChapter.read(book.id);
  // The chapter was edited since, in this tab or another, so the cached text is stale.
  const { data: chapter } = useQuery({
    ...read(getChapter, { params: { id: chapterId ?? '' } }),
    enabled: chapterId !== null,
    refetchOnMount: 'always',
    retry: false,
  });
  const { data: progress } = useQuery({
    ...read(getBookProgress, { params: { id: book.id } }),
    refetchOnMount: 'always',
  });
  return (
    <ContinueFrame
      facts={bookFacts(book, Date.now())}
      words={lastSentence(chapter?.content ?? '')}
      finish={progress && finishSentence(progress)}
      chapter={
        chapter && (
          <p className={styles['chapter']}>
            Chapter {chapter.chapterNumber}: {chapter.title}{' '}
            <span className={styles['meta']}>{wordsText(chapter.wordCount)}</span>
          </p>
        )
      }
    />
  );
}
