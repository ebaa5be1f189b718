import styles from './facts.module.css';

export interface Fact {
  term: string;
  text: string;
}

/** Names and what is to be said about each. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
