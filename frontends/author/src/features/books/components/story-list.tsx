import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import { Link } from 'react-router-dom';
import styles from './dashboard.module.css';

const typeLabel = (type: string) =>
  type
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The list of Personal Stories. */
export function StoryList({ stories }: { stories: readonly StoryItem[] }) {
  return (
    <section className={styles['section']} aria-labelledby="stories-title">
      <h2 id="stories-title">Personal Stories</h2>
      <ul role="list" className={styles['books']}>
        {stories.map(({ id, title, storyType, wordCount, isComplete }) => (
          <li key={id} className={styles['book']}>
            <div className={styles['about']}>
              <h3 className={styles['bookTitle']}>
                <Link to={`/story/${id}`}>{title}</Link>
              </h3>
              <p className={styles['meta']}>
                <span>{typeLabel(storyType)}</span>
                <span>1 chapter</span>
                <span className="tabular">{counted(wordCount, 'word')}</span>
                <span>{isComplete ? 'Complete' : 'Draft'}</span>
              </p>
            </div>
            <ButtonLink to={`/story/${id}`} aria-label={`Open ${title}`}>
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
