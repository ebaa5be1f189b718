import { genreLabel } from '@inkbear/contracts/books/genres';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { type Title, type TitleForm, wholeTitle } from '../titles.ts';
import { Heading } from './heading.tsx';
import styles from './idea-lists.module.css';

/** Links to the next tools for a title. */
export interface TitleLinks {
  readonly outline: (title: string, asked: TitleForm) => string;
  readonly book: (title: string, asked: TitleForm) => string;
}
interface Props {
  titles: readonly Title[];
  asked: TitleForm;
  toolLinks: TitleLinks;
  /** Null when no retry is left. */
  onTryAgain: (() => void) | null;
}

export function TitleList({ titles, asked, toolLinks, onTryAgain }: Props) {
  const { topic, genre } = asked;
  return (
    <section className={styles['found']} aria-labelledby="titles-found">
      <Heading
        id="titles-found"
        text={`${titles.length} titles`}
        note={[topic && `For “${topic}”`, genreLabel(genre)].filter(Boolean).join(' · ')}
      >
        {onTryAgain && (
          <PlainButton small onClick={onTryAgain}>
            Try again, free
          </PlainButton>
        )}
      </Heading>
      <ol role="list" className={styles['titles']}>
        {titles.map((title) => {
          const whole = wholeTitle(title);
          return (
            <li key={whole}>
              <TitleText title={title} />
              <div className={styles['actions']}>
                <ButtonLink small to={toolLinks.outline(whole, asked)} aria-label={`Plan an outline for ${whole}`}>
                  Plan an outline
                </ButtonLink>
                <ButtonLink
                  small
                  variant="quiet"
                  to={toolLinks.book(whole, asked)}
                  aria-label={`Start the book ${whole}`}
                >
                  Start the book
                </ButtonLink>
                <PlainButton
                  small
                  variant="quiet"
                  aria-label={`Copy ${whole}`}
                  onClick={() => void copyText(whole, whole)}
                >
                  Copy
                </PlainButton>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The titles that have arrived, without actions: they can be used once all of them are there. */
export const StreamingTitles = ({ titles }: { titles: readonly Title[] }) => (
  <ol role="list" className={styles['titles']}>
    {titles.map((title, index) => (
      <li key={index}>
        <TitleText title={title} />
      </li>
    ))}
  </ol>
);

const TitleText = ({ title: { title, subtitle, reason } }: { title: Title }) => (
  <div className={styles['cover']}>
    <h4>{title}</h4>
    {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
    <p className={styles['note']}>{reason}</p>
  </div>
);
