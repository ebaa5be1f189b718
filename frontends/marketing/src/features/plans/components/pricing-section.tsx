import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import { planDescriptions, type PlanDescription } from '../plan-descriptions.ts';
import { planOffer, type PlanOffer } from '../plan-offer.ts';
import { PlanButton } from './plan-button.tsx';
import styles from './pricing-section.module.css';

/** The three plans, with the offer for this visitor or author. */
export function PricingSection({ title = 'Plain prices' }: { title?: string }) {
  const { data: ownPlan = null } = usePlanCard();
  return (
    <section aria-labelledby="pricing-title" id="pricing">
      <h2 id="pricing-title" className={styles['title']}>
        {title}
      </h2>
      <div className={styles['cards']}>
        {planDescriptions.map((card) => (
          <Plan key={card.plan} card={card} offer={planOffer(card.plan, ownPlan)} />
        ))}
      </div>
    </section>
  );
}

function Plan({ card, offer: { isCurrent, note, link } }: { card: PlanDescription; offer: PlanOffer }) {
  return (
    <article
      className={`${styles['card']} ${card.plan === 'pro_monthly' ? styles['chosen'] : ''}`}
      aria-labelledby={`plan-${card.plan}`}
    >
      <div className={styles['head']}>
        <h3 id={`plan-${card.plan}`} className={styles['name']}>
          {card.title}
        </h3>
        {isCurrent && <span className={styles['current']}>Your current plan</span>}
      </div>
      <p className={styles['price']}>
        <span className={styles['amount']}>{card.price}</span> <span className={styles['per']}>{card.per}</span>
      </p>
      <p className={styles['lead']}>{card.lead}</p>
      <ul role="list" className={styles['points']}>
        {card.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {note !== null && <p className={styles['note']}>{note}</p>}
      <PlanButton card={card} link={link} />
    </article>
  );
}
