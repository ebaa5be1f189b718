import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { effectTexts } from '@inkbear/web-kit/purchase-effect.ts';
import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../payments.api.ts';
import type { PaidPlan } from '../texts.ts';
import styles from './pay-page.module.css';

/** What the purchase adds to the author’s present plan, and what it leaves as it is. */
export function PurchasePreview({ plan }: { plan: PaidPlan }) {
  const { data: effect, error, refetch } = useQuery(previewQuery(plan));
  // The plan was bought meanwhile, here or in another tab; the page shows that itself.
  if (error instanceof ApiError && error.problem?.code === 'billing.already_active') return null;
  if (error !== null)
    return (
      <RetryNote
        text="We could not check what this purchase adds to your present plan."
        onRetry={() => void refetch()}
      />
    );
  if (effect === undefined) return null;
  const { adds, unchanged } = effectTexts(effect);
  return (
    <section className={styles['effect']} data-warning={effect.accessFrom === null} aria-label="What this changes">
      <p>{adds}</p>
      {unchanged !== null && <p>{unchanged}</p>}
    </section>
  );
}
