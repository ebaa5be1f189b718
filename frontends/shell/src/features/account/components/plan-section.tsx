import type { Purchase } from '@inkbear/contracts/billing/purchase';
import { plans } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { longDate, money } from '@inkbear/web-kit/format.ts';
import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { effectTexts } from '@inkbear/web-kit/purchase-effect.ts';
import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NamedPageLink } from '../../../platform/remotes/named-page-link.tsx';
import { purchasesQuery } from '../purchases.api.ts';
import styles from './account.module.css';

/** The plan, and every purchase with what it changed. */
export function PlanSection() {
  const { data: card, isError, refetch } = usePlanCard();
  return (
    <section className={styles['part']} aria-labelledby="plan-title">
      <h2 id="plan-title">Plan and purchases</h2>
      {card === undefined && isError && (
        <RetryNote text="Your plan could not be loaded." onRetry={() => void refetch()} />
      )}
      {card !== undefined && (
        <p>
          <strong>{plans[card.plan].title}.</strong> {planSentence(card)}{' '}
          <NamedPageLink page="plan" className={styles['whole']}>
            Manage your plan
          </NamedPageLink>
        </p>
      )}
      <Purchases />
    </section>
  );
}

function Purchases() {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(purchasesQuery());
  if (data === undefined)
    return isError ? (
      <RetryNote text="Your purchases could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-busy="true" aria-label="Loading your purchases">
        <SkeletonLines count={2} />
      </div>
    );
  const purchases = data.pages.flatMap(({ rows }) => rows);
  if (purchases.length === 0) return <p>You have not bought anything yet.</p>;
  return (
    <>
      <ul role="list" className={styles['purchases']} aria-label="Purchases">
        {purchases.map((purchase) => (
          <PurchaseItem key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <PlainButton disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show earlier purchases'}
          </PlainButton>
        </div>
      )}
    </>
  );
}

function PurchaseItem({ purchase }: { purchase: Purchase }) {
  const { plan, paidAt, amount, effect } = purchase;
  const { adds, unchanged } = effect === null ? { adds: null, unchanged: null } : effectTexts(effect);
  const returned = returnedText(purchase);
  return (
    <li>
      <p className={styles['figure']}>
        {plans[plan].title} · {longDate(paidAt)} · {money(amount)}
      </p>
      {adds !== null && <p>{adds}</p>}
      {unchanged !== null && <p>{unchanged}</p>}
      {returned !== null && <p>{returned}</p>}
    </li>
  );
}

/** What was paid back; null when nothing was. A full refund or a lost dispute ends the plan. */
function returnedText({ amount, refunded, isDisputed }: Purchase): string | null {
  if (isDisputed) return 'Your bank returned this payment, which ended the plan.';
  if (refunded === 0) return null;
  return refunded < amount
    ? `${money(refunded)} was refunded.`
    : 'This payment was refunded in full, which ended the plan.';
}
