import { planCards } from '../plan-cards.ts';
import { PlanButton } from './plan-button.tsx';
import styles from './pricing-section.module.css';

/** The three plan cards. */
export function PricingSection({ title = 'Plain prices' }: { title?: string }) {
  return (
    <section aria-labelledby="pricing-title" id="pricing">
      <h2 id="pricing-title" className={styles['title']}>{title}</h2>
      <div className={styles['cards']}>
        {planCards.map((card) => (
          <article key={card.plan} className={`${styles['card']} ${card.plan === 'pro_monthly' ? styles['chosen'] : ''}`} aria-labelledby={`plan-${card.plan}`}>
            <h3 id={`plan-${card.plan}`} className={styles['name']}>{card.title}</h3>
            <p className={styles['price']}><span className={styles['amount']}>{card.price}</span> <span className={styles['per']}>{card.per}</span></p>
            <p className={styles['lead']}>{card.lead}</p>
            <ul role="list" className={styles['points']}>{card.points.map((point) => <li key={point}>{point}</li>)}</ul>
            <PlanButton card={card} />
          </article>
        ))}
      </div>
    </section>
  );
}
