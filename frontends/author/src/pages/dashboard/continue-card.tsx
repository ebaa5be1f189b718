import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { bookProgressQuery } from '../../features/progress/progress.api.ts';
import { chapterQuery } from '../../features/chapters/chapters.api.ts';
import { lastChapter } from '../../features/chapters/last-chapter.ts';
import { bookCardTexts } from '../../features/books/book-card-texts.ts';
import { finishSentence } from '../../features/progress/chart.ts';
import styles from './continue-card.module.css';
import { ContinueFrame } from './continue-frame.tsx';
import { lastSentence } from './last-sentence.ts';

/** The last edited book: the chapter that was open here, its last words, and the expected finish date. */
export function ContinueCard({ book }: { book: BookItem }) {
  const chapterId = lastChapter.read(book.id);
  // The chapter was edited since, in this tab or another, so the cached text is stale.
  const { data: chapter } = useQuery({
    ...chapterQuery(chapterId ?? ''),
    enabled: chapterId !== null,
    refetchOnMount: 'always',
    retry: false,
  });
  const { data: progress } = useQuery({
    ...bookProgressQuery(book.id),
    refetchOnMount: 'always',
  });
  return (
    <ContinueFrame
      texts={bookCardTexts(book, Date.now())}
      excerpt={lastSentence(chapter?.content ?? '')}
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
