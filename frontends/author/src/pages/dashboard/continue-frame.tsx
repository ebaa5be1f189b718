import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import type { ReactNode } from 'react';
import type { BookFacts } from '../../features/books/book-facts.ts';
import styles from './continue-card.module.css';

export interface ContinueFrameProps {
  facts: BookFacts;
  /** The chapter that was open here; without one, the book's length is shown. */
  chapter?: ReactNode;
  /** The end of the chapter that was open here. */
  excerpt?: string;
  /** Undefined until it is loaded. */
  finish?: string | undefined;
}

/** The card of the last edited book. */
export function ContinueFrame({ facts, chapter, excerpt = '', finish }: ContinueFrameProps) {
  return (
    <section className={styles['card']} aria-labelledby="continue-title">
      <p className={styles['eyebrow']}>{facts.lastEdited}</p>
      <h2 id="continue-title">{facts.title}</h2>
      {chapter ?? <p className={styles['meta']}>{facts.extent}</p>}
      {excerpt !== '' && <blockquote className={styles['excerpt']}>{excerpt}</blockquote>}
      <div className={styles['foot']}>
        <ButtonLink variant="primary" large to={`/book/${facts.id}`}>
          {facts.continueLabel}
        </ButtonLink>
        <p className={styles['meta']} data-waiting={finish === undefined}>
          {finish}
        </p>
      </div>
    </section>
  );
}
