import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { BookFacts } from '../book-facts.ts';
import styles from './dashboard.module.css';

/** One book in “Your Books”; `more` is its menu button. */
export function BookRow({ facts, more }: { facts: BookFacts; more: ReactNode }) {
  return (
    <li data-row={facts.id} className={styles['book']}>
      <span className={styles['spine']} aria-hidden />
      <div className={styles['about']}>
        <h3 className={styles['bookTitle']}>
          <Link to={`/book/${facts.id}`}>{facts.title}</Link>
        </h3>
        <p className={styles['meta']}>
          <span>{facts.genre}</span>
          <span>{facts.chapters}</span>
          <span>{facts.status}</span>
          {facts.readOnly !== '' && <span>{facts.readOnly}</span>}
        </p>
        <svg className={styles['share']} role="img" aria-label={facts.shareLabel}>
          <rect width={`${facts.share}%`} height="100%" />
        </svg>
        <p className={styles['meta']}>
          <span className="tabular">{facts.words}</span>
          <span>{facts.changed}</span>
        </p>
      </div>
      <ButtonLink to={`/book/${facts.id}`} aria-label={`Continue Writing ${facts.title}`}>
        Continue Writing
      </ButtonLink>
      {more}
    </li>
  );
}
