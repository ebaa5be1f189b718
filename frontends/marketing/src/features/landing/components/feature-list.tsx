import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import styles from './feature-list.module.css';

interface Feature {
  term: string;
  text: string;
}

export function FeatureList({ features }: { features: readonly Feature[] }) {
  return (
    <section id="features" aria-labelledby="features-title">
      <h2 id="features-title" className={styles['title']}>
        Made for the long middle of a book
      </h2>
      <dl className={styles['list']}>
        {features.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['more']}>
        <ButtonLink variant="plain" to="/features">
          All features
        </ButtonLink>
      </p>
    </section>
  );
}
