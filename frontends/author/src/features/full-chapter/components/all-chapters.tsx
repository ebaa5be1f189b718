import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { Link } from 'react-router-dom';
import { SideCard } from '../../../ui/side-card.tsx';
import styles from './full-chapter.module.css';

/** Links to the pages of all chapters, in order. */
export function AllChapters({
  chapters,
  currentId,
  bookId,
}: {
  chapters: readonly ChapterItem[];
  currentId: string;
  bookId: string;
}) {
  return (
    <SideCard level={2} title="All Chapters">
      <ol role="list" className={styles['chapters']}>
        {chapters.map(({ id, chapterNumber, title, wordCount }) => (
          <li key={id}>
            <Link
              to={`/full-chapter?id=${encodeURIComponent(id)}&bookId=${encodeURIComponent(bookId)}`}
              aria-current={id === currentId ? 'page' : undefined}
            >
              <span className={styles['number']}>{chapterNumber}</span>
              <span className={styles['name']}>{title}</span>
              <span className={styles['number']}>{formatNumber(wordCount)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </SideCard>
  );
}
