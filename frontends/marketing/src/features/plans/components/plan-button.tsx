import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlanDescription } from '../plan-descriptions.ts';
import type { PlanOffer } from '../plan-offer.ts';

const paymentPages = { pro_monthly: '/subscribe', pro_oneoff: '/checkout' } as const;

/**
 * Leads to the payment page, to the dashboard for the free plan, or to the current plan. The shell redirects a visitor
 * of the payment page to the sign-in page, and back afterwards.
 */
export function PlanButton({ description, link }: { description: PlanDescription; link: PlanOffer['link'] }) {
  const { state } = useSession();
  const navigate = useNavigate();
  const [isProcessing, setProcessing] = useState(false);
  if (link !== null)
    return (
      <ButtonLink wide to={link.to}>
        {link.label}
      </ButtonLink>
    );
  const choose = () => {
    if (description.plan === 'free') return void navigate(state === 'signed-in' ? '/dashboard' : '/auth');
    if (state === 'signed-out')
      showToast({
        title: 'Authentication Required',
        description: 'Please log in to upgrade your plan.',
        tone: 'destructive',
      });
    else setProcessing(true);
    return void navigate(paymentPages[description.plan]);
  };
  return (
    <PlainButton
      variant={description.plan === 'pro_monthly' ? 'primary' : 'plain'}
      wide
      disabled={isProcessing}
      onClick={choose}
    >
      {isProcessing ? 'Processing...' : description.action}
    </PlainButton>
  );
}
