import { formatNumber } from '@inkbear/web-kit/format.ts';
import styles from './dashboard-demo.module.css';

const books = [
  { title: 'The Salt Road', chapter: 'Chapter three', words: 18_400, target: 60_000 },
  { title: 'Winter Bread', chapter: 'Chapter eleven', words: 41_250, target: 50_000 },
];
const facts = [
  { term: 'Words today', value: '640' },
  { term: 'Days in a row', value: '9' },
  { term: 'Credits', value: '2' },
];

/** A labelled demonstration of the dashboard with invented books. */
export function DashboardDemo() {
  return (
    <section className={styles['section']} aria-labelledby="dashboard-title">
      <div>
        <h2 id="dashboard-title" className={styles['title']}>
          It remembers where you left off
        </h2>
        <p className={styles['text']}>
          One click leads back to the sentence you left. What you wrote today is counted from your own typing, not from
          what was pasted or proposed, and a finish date follows from your real pace.
        </p>
      </div>
      <figure className={styles['sheet']} aria-label="Demo of the dashboard">
        <figcaption className={styles['demo']}>Demo</figcaption>
        <dl className={styles['facts']}>
          {facts.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ul role="list" className={styles['books']}>
          {books.map(({ title, chapter, words, target }) => (
            <li key={title}>
              <p className={styles['book']}>{title}</p>
              <p className={styles['where']}>
                {chapter} · {formatNumber(words)} of {formatNumber(target)} words
              </p>
              <progress className={styles['progress']} value={words} max={target} aria-label={`Progress of ${title}`} />
            </li>
          ))}
        </ul>
      </figure>
    </section>
  );
}
