import type { Hit } from '@inkbear/prose/search/find-hits';
import { surroundingsOf } from '@inkbear/prose/search/surroundings';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useState } from 'react';
import { type ChapterHits, listedText } from '../hooks/use-hits.ts';
import styles from './search-panel.module.css';

interface Props {
  chapters: readonly ChapterHits[];
  currentId: string;
  currentAt: number | null;
  onGo: (chapterId: string, hit: Hit, index: number) => void;
}

/** Hits of one chapter that are listed at once. */
const pageSize = 30;

/** Every hit in its sentence, under its chapter. */
export function HitList({ chapters, ...rest }: Props) {
  return (
    <div className={styles['hits']}>
      {chapters.map((each) => (
        <ChapterSection key={each.chapter.id} each={each} {...rest} />
      ))}
    </div>
  );
}

function ChapterSection({ each, currentId, currentAt, onGo }: Omit<Props, 'chapters'> & { each: ChapterHits }) {
  const { chapter, hits } = each;
  const [limit, setLimit] = useState(pageSize);
  const title =
    chapter.chapterNumber === 0 || chapter.title === `Chapter ${chapter.chapterNumber}`
      ? chapter.title
      : `${chapter.chapterNumber}. ${chapter.title}`;
  return (
    <section aria-label={title}>
      <h3 className={styles['chapter']}>
        {title} <span className="tabular">{listedText(each)}</span>
      </h3>
      <ol role="list" className={styles['list']}>
        {hits.slice(0, limit).map((hit, index) => {
          const { before, hit: found, after } = surroundingsOf(chapter.text, hit);
          return (
            <li key={hit.from}>
              <button
                type="button"
                className={styles['hit']}
                aria-current={chapter.id === currentId && index === currentAt ? 'true' : undefined}
                onClick={() => onGo(chapter.id, hit, index)}
              >
                {before}
                <mark>{found}</mark>
                {after}
              </button>
            </li>
          );
        })}
      </ol>
      {hits.length > limit && (
        <PlainButton variant="quiet" wide onClick={() => setLimit(limit + 10 * pageSize)}>
          Show more ({formatNumber(hits.length - limit)} left)
        </PlainButton>
      )}
    </section>
  );
}
