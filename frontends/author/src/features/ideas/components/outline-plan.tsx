import { genreLabel } from '@inkbear/contracts/books/genres';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ReactNode } from 'react';
import type { Outline, OutlineForm } from '../outline.ts';
import { Heading } from './heading.tsx';
import styles from './idea-lists.module.css';

interface Props {
  outline: Outline;
  asked: OutlineForm;
  /** Null when no retry is left. */
  onTryAgain: (() => void) | null;
  /** Buttons for the outline. */
  children: ReactNode;
}

const words = (typed: string) => `${formatNumber(Number(typed))} words`;

export function OutlinePlan({ outline, asked: { title, genre, targetLength }, onTryAgain, children }: Props) {
  const facts = [
    genre && genreLabel(genre),
    words(targetLength),
    outline.chapters.length === 1 ? '1 chapter' : `${outline.chapters.length} chapters`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <section className={styles['found']} aria-labelledby="outline-found">
      <Heading id="outline-found" text={title || 'Your outline'} note={facts}>
        {onTryAgain && (
          <PlainButton small onClick={onTryAgain}>
            Try again, free
          </PlainButton>
        )}
      </Heading>
      {children}
      <OutlineParts outline={outline} />
    </section>
  );
}

/** The text of an outline, or of the parts of it that have arrived. */
export function OutlineParts({
  outline: { overview = '', targetAudience = '', chapters = [] },
}: {
  outline: Partial<Outline>;
}) {
  return (
    <>
      <div className={styles['overview']}>
        <p>{overview}</p>
        {targetAudience !== '' && <p className={styles['note']}>For: {targetAudience}</p>}
      </div>
      <ol role="list" className={styles['chapters']}>
        {chapters.map(({ number, title: name, description, keyPoints }) => (
          <li key={number}>
            <span className={styles['number']} aria-hidden>
              {number}
            </span>
            <div>
              <h4>
                <span className="visually-hidden">Chapter {number}: </span>
                {name}
              </h4>
              <p>{description}</p>
              {keyPoints.length > 0 && (
                <ul>
                  {keyPoints.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
