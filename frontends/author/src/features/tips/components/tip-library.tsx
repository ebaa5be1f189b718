import { tipsLibrary } from '@inkbear/contracts/craft/tips-library';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useDeferredValue, useMemo, useState } from 'react';
import { countTips, findTips } from '../find-tips.ts';
import styles from './tip-library.module.css';

const typeNames: Readonly<Record<string, string>> = {
  tip: 'Tip',
  technique: 'Technique',
  fact: 'Fact',
  inspiration: 'Inspiration',
};
const total = countTips(tipsLibrary);
const tipCountText = (count: number) => (count === 1 ? '1 tip' : `${count} tips`);

/** The searchable library of writing tips. */
export function TipLibrary() {
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState('');
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => findTips(tipsLibrary, deferredQuery, category), [deferredQuery, category]);
  const clear = () => {
    setQuery('');
    setCategory('');
  };
  return (
    <div className={styles['tool']}>
      <div className={styles['search']}>
        <TextField
          label={`Search ${total} tips`}
          type="search"
          placeholder="dialogue, deadline, cover…"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <fieldset className={styles['categories']}>
        <legend className="visually-hidden">Category</legend>
        {[{ id: '', label: 'All' }, ...tipsLibrary].map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name="tip-category" checked={category === id} onChange={() => setCategory(id)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p role="status" className={styles['count']}>
        {found.length === 0 ? 'No tip has all of these words.' : tipCountText(countTips(found))}
      </p>
      {found.length === 0 && <PlainButton onClick={clear}>Show all {total}</PlainButton>}
      {found.map(({ id, label, tips }) => (
        <section key={id} className={styles['group']} aria-labelledby={`tips-${id}`}>
          <h3 id={`tips-${id}`}>
            {label} <span>{tips.length}</span>
          </h3>
          <ul role="list">
            {tips.map(({ type, text }) => (
              <li key={text}>
                <span className={styles['type']} data-type={type}>
                  {typeNames[type]}
                </span>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
