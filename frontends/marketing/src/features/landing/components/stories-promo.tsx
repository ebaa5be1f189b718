import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import styles from './stories-promo.module.css';

const kinds = [
  { name: 'An achievement', text: 'the race, the prize, the thing nobody thought you would finish' },
  { name: 'A career', text: 'how the work became a life, told for the people who come after' },
  { name: 'A milestone', text: 'a wedding, a move, a birth, the year everything changed' },
  { name: 'A family legacy', text: 'grandparents, recipes, letters and the reasons behind them' },
];

export function StoriesPromo() {
  return (
    <section className={styles['promo']} aria-labelledby="stories-title">
      <div>
        <h2 id="stories-title" className={styles['title']}>
          Not every story needs to be a book
        </h2>
        <p className={styles['text']}>
          Personal Stories turns a handful of answers into a first draft of something true: about 1,500 words, yours to
          edit, change in tone and print. Included with both Pro plans.
        </p>
        <div className={styles['actions']}>
          <ButtonLink variant="primary" to="/pricing">
            Upgrade to Pro
          </ButtonLink>
          <ButtonLink variant="plain" to="/features">
            Learn more<span className="visually-hidden"> about Personal Stories</span>
          </ButtonLink>
        </div>
      </div>
      <ul role="list" className={styles['kinds']}>
        {kinds.map(({ name, text }) => (
          <li key={name}>
            <span className={styles['name']}>{name}</span>
            <span className={styles['detail']}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
