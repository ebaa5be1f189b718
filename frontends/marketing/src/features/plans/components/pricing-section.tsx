import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import { planDescriptions, type PlanDescription } from '../plan-descriptions.ts';
import { planOffer, type PlanOffer } from '../plan-offer.ts';
import { PlanButton } from './plan-button.tsx';
import styles from './pricing-section.module.css';

/** The three plans, with the offer for this visitor or author. */
export function PricingSection({ title = 'Simple prices' }: { title?: string }) {
  const { data: ownPlan = null } = usePlanCard();
  return (
    <section aria-labelledby="pricing-title" id="pricing">
      <h2 id="pricing-title" className={styles['title']}>
        {title}
      </h2>
      <div className={styles['cards']}>
        {planDescriptions.map((description) => (
          <Plan key={description.plan} description={description} offer={planOffer(description.plan, ownPlan)} />
        ))}
      </div>
    </section>
  );
}

function Plan({ description, offer: { isCurrent, note, link } }: { description: PlanDescription; offer: PlanOffer }) {
  return (
    <article
      className={`${styles['card']} ${description.plan === 'pro_monthly' ? styles['chosen'] : ''}`}
      aria-labelledby={`plan-${description.plan}`}
    >
      <div className={styles['head']}>
        <h3 id={`plan-${description.plan}`} className={styles['name']}>
          {description.title}
        </h3>
        {isCurrent && <span className={styles['current']}>Your current plan</span>}
      </div>
      <p className={styles['price']}>
        <span className={styles['amount']}>{description.price}</span>{' '}
        <span className={styles['per']}>{description.per}</span>
      </p>
      <p className={styles['lead']}>{description.lead}</p>
      <ul role="list" className={styles['points']}>
        {description.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {note !== null && <p className={styles['note']}>{note}</p>}
      <PlanButton description={description} link={link} />
    </article>
  );
}
