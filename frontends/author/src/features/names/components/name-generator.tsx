import {
  characterNames,
  type NameGenre,
  nameGenres,
  type NameType,
  nameTypes,
} from '@inkbear/contracts/craft/character-names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { useEffect, useState } from 'react';
import { drawNames } from '../draw.ts';
import styles from './names.module.css';

const perDraw = 6;
/** Delay, in milliseconds, before the names are shown. */
const drawMs = 800;
const genreNames: Record<NameGenre, string> = {
  fantasy: 'Fantasy',
  modern: 'Modern',
  scifi: 'Science fiction',
  historical: 'Historical',
  mystical: 'Mystical',
  villain: 'Villain',
};
const typeNames: Record<NameType, string> = {
  male: 'Male',
  female: 'Female',
  nonbinary: 'Non-binary',
  animals: 'Animals',
  places: 'Places',
};
const options = <K extends string>(values: readonly K[], labels: Record<K, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Generates names for people, animals and places, six at a time. */
export function NameGenerator({ genre: first }: { genre: NameGenre }) {
  const [genre, setGenre] = useState<NameGenre>(first);
  const [type, setType] = useState<NameType>('female');
  const [names, setNames] = useState<readonly string[]>([]);
  const [isDrawing, setDrawing] = useState(false);
  useEffect(() => {
    if (!isDrawing) return undefined;
    const timer = setTimeout(() => {
      setNames((before) => drawNames(characterNames[genre][type], perDraw, Math.random, before));
      setDrawing(false);
    }, drawMs);
    return () => clearTimeout(timer);
  }, [isDrawing, genre, type]);
  return (
    <section className={styles['part']} aria-labelledby="character-names">
      <h3 id="character-names">Names for your story</h3>
      <div className={styles['pair']}>
        <ChoiceField
          label="Genre"
          options={options(nameGenres, genreNames)}
          value={genre}
          onChange={({ target }) => setGenre(target.value as NameGenre)}
        />
        <ChoiceField
          label="Type"
          options={options(nameTypes, typeNames)}
          value={type}
          onChange={({ target }) => setType(target.value as NameType)}
        />
      </div>
      <PlainButton variant="primary" wide disabled={isDrawing} onClick={() => setDrawing(true)}>
        {isDrawing ? 'Finding names…' : names.length > 0 ? 'Suggest six more' : 'Suggest six names'}
      </PlainButton>
      <div role="status" aria-busy={isDrawing}>
        {names.length > 0 && (
          <ul role="list" className={styles['names']} data-drawing={isDrawing}>
            {names.map((name) => (
              <li key={name}>
                <span>{name}</span>
                <button
                  type="button"
                  className={styles['copy']}
                  aria-label={`Copy ${name}`}
                  onClick={() => void copyText(name, name)}
                >
                  Copy
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
