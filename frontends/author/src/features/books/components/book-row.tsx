import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { BookCardTexts } from '../book-card-texts.ts';
import styles from './dashboard.module.css';

/** One book in “Your Books”; `more` is its menu button. */
export function BookRow({ texts, more }: { texts: BookCardTexts; more: ReactNode }) {
  return (
    <li data-row={texts.id} className={styles['book']}>
      <span className={styles['spine']} aria-hidden />
      <div className={styles['about']}>
        <h3 className={styles['bookTitle']}>
          <Link to={`/book/${texts.id}`}>{texts.title}</Link>
        </h3>
        <p className={styles['meta']}>
          <span>{texts.genre}</span>
          <span>{texts.chapters}</span>
          <span>{texts.status}</span>
          {texts.readOnly !== '' && <span>{texts.readOnly}</span>}
        </p>
        <svg className={styles['share']} role="img" aria-label={texts.shareLabel}>
          <rect width={`${texts.share}%`} height="100%" />
        </svg>
        <p className={styles['meta']}>
          <span className="tabular">{texts.words}</span>
          <span>{texts.changed}</span>
        </p>
      </div>
      <ButtonLink to={`/book/${texts.id}`} aria-label={`Continue Writing ${texts.title}`}>
        Continue Writing
      </ButtonLink>
      {more}
    </li>
  );
}
