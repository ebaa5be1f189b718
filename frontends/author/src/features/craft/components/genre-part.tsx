import { genreLabel } from '@inkbear/contracts/books/genres';
import { type ReactNode, useId, useState } from 'react';
import styles from './craft-panel.module.css';

interface Props<G extends string> {
  title: string;
  genres: readonly G[];
  /** The book's genre; the first in the list when it has no entry. */
  genre: string;
  children: (genre: G) => ReactNode;
}

/** A section of the panel that depends on the genre. */
export function GenrePart<G extends string>({ title, genres, genre, children }: Props<G>) {
  const id = useId();
  const [chosen, setChosen] = useState<G | undefined>(() => genres.find((each) => each === genre) ?? genres[0]);
  if (chosen === undefined) return null;
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h3 id={id}>{title}</h3>
        <select
          className={styles['genre']}
          aria-label={`${title}: genre`}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as G)}
        >
          {genres.map((each) => (
            <option key={each} value={each}>
              {genreLabel(each)}
            </option>
          ))}
        </select>
      </header>
      {children(chosen)}
    </section>
  );
}
