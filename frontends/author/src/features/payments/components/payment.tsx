import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, Suspense } from 'react';
import { billingConfigQuery } from '../../plan/plan.api.ts';
import { useFinishPurchase } from '../hooks/use-finish-purchase.ts';
import type { Purchase } from '../hooks/use-purchase.ts';
import { initFailedText, notReadyText, type PaidPlan } from '../texts.ts';
import styles from './pay-page.module.css';
import { SandboxPayment } from './sandbox-payment.tsx';
import type StripeForm from './stripe-payment.tsx';

const StripePayment = lazyPage<ComponentProps<typeof StripeForm>>(() => import('./stripe-payment.tsx'));

/** The card form of the configured payment provider, or the reason why it cannot be shown. */
export function Payment({
  plan,
  purchase: { shown, isBusy, error, isFailed, isAlreadyActive, retry, restart },
}: {
  plan: PaidPlan;
  purchase: Purchase;
}) {
  const config = useQuery(billingConfigQuery());
  const { isFinishing, finish } = useFinishPurchase(plan);
  if (isFinishing) return <FinishingPurchase />;
  if (isAlreadyActive) return <NothingToPay text={messageOf(error, 'You already have this plan.')} />;
  if (config.isError || isFailed) {
    const retryAll = () => {
      if (config.isError) void config.refetch();
      if (isFailed) retry();
    };
    return (
      <ErrorState
        level={2}
        title={initFailedText}
        text={`${messageOf(error, 'The server did not answer.')} You were not charged.`}
        action={
          <PlainButton variant="primary" onClick={retryAll}>
            Try again
          </PlainButton>
        }
      />
    );
  }
  if (config.isPending || shown === null) return <SkeletonLines count={6} />;
  const { mode, publishableKey } = config.data;
  const { clientSecret, total } = shown;
  if (mode === 'sandbox')
    return (
      <SandboxPayment clientSecret={clientSecret} total={total} isBusy={isBusy} onPaid={finish} onReplaced={restart} />
    );
  if (publishableKey === null)
    return (
      <ErrorState level={2} title={notReadyText} text="Card payments are not set up here yet. You were not charged." />
    );
  return (
    <Suspense fallback={<SkeletonLines count={6} />}>
      <StripePayment
        plan={plan}
        publishableKey={publishableKey}
        clientSecret={clientSecret}
        total={total}
        isBusy={isBusy}
        onPaid={finish}
      />
    </Suspense>
  );
}

function NothingToPay({ text }: { text: string }) {
  return (
    <ErrorState
      level={2}
      title="Nothing to pay"
      text={text}
      action={
        <ButtonLink variant="primary" to="/dashboard">
          Go to the dashboard
        </ButtonLink>
      }
    />
  );
}

function FinishingPurchase() {
  return (
    <div className={styles['opening']} role="status">
      <h2>Payment Successful</h2>
      <p>Your plan is being activated. This takes a moment.</p>
      <SkeletonLines count={2} />
    </div>
  );
}
