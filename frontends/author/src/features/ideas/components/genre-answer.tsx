import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Link } from 'react-router-dom';
import { genreOf, nameOfGenre, type QuizAnswer } from '../quiz.ts';
import styles from './quiz.module.css';

/** Links to the next tools for a genre; null for a genre that is not in our list. */
export interface GenreLinks {
  readonly titles: (genre: string | null) => string;
  readonly book: (genre: string | null) => string;
}

export function GenreAnswer({
  answer: { recommendedGenre, confidence, explanation, alternativeGenres },
  toolLinks,
  onRestart,
}: {
  answer: QuizAnswer;
  toolLinks: GenreLinks;
  onRestart: () => void;
}) {
  const genre = genreOf(recommendedGenre);
  return (
    <section className={styles['answer']} aria-labelledby="quiz-answer">
      <p className={styles['note']}>Your genre</p>
      <h3 id="quiz-answer" tabIndex={-1} data-focus="result">
        {nameOfGenre(recommendedGenre)}
      </h3>
      <p role="status" className="visually-hidden">
        Your genre: {nameOfGenre(recommendedGenre)}
      </p>
      <p className={styles['match']}>
        <span className={styles['meter']} aria-hidden>
          <span style={{ width: `${Math.round(confidence * 100)}%` }} />
        </span>
        {Math.round(confidence * 100)}% match
      </p>
      <p>{explanation}</p>
      {alternativeGenres.length > 0 && (
        <p className={styles['note']}>
          Also worth a look:{' '}
          {alternativeGenres.map((other, at) => (
            <span key={other}>
              {at > 0 && ', '}
              <Link to={toolLinks.titles(genreOf(other))}>{nameOfGenre(other)}</Link>
            </span>
          ))}
        </p>
      )}
      <div className={styles['next']}>
        <ButtonLink variant="primary" large to={toolLinks.titles(genre)}>
          Find titles for this genre
        </ButtonLink>
        <ButtonLink large to={toolLinks.book(genre)}>
          Start a book
        </ButtonLink>
        <PlainButton variant="quiet" large onClick={onRestart}>
          Take Quiz Again
        </PlainButton>
      </div>
    </section>
  );
}
