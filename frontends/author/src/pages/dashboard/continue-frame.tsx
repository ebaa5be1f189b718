import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import type { ReactNode } from 'react';
import type { BookCardTexts } from '../../features/books/book-card-texts.ts';
import styles from './continue-card.module.css';

export interface ContinueFrameProps {
  texts: BookCardTexts;
  /** The chapter that was open here; without one, the book's length is shown. */
  chapter?: ReactNode;
  /** The end of the chapter that was open here. */
  excerpt?: string;
  /** Undefined until it is loaded. */
  finish?: string | undefined;
}

/** The card of the last edited book. */
export function ContinueFrame({ texts, chapter, excerpt = '', finish }: ContinueFrameProps) {
  return (
    <section className={styles['card']} aria-labelledby="continue-title">
      <p className={styles['eyebrow']}>{texts.lastEdited}</p>
      <h2 id="continue-title">{texts.title}</h2>
      {chapter ?? <p className={styles['meta']}>{texts.extent}</p>}
      {excerpt !== '' && <blockquote className={styles['excerpt']}>{excerpt}</blockquote>}
      <div className={styles['foot']}>
        <ButtonLink variant="primary" large to={`/book/${texts.id}`}>
          {texts.continueLabel}
        </ButtonLink>
        <p className={styles['meta']} data-waiting={finish === undefined}>
          {finish}
        </p>
      </div>
    </section>
  );
}
