import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PlanCard } from '../plan-cards.ts';

const payments = { pro_monthly: '/subscribe', pro_oneoff: '/checkout' } as const;

/** Leads to paying for a plan, or to writing with the free one. Who is not known yet is let through: the shell asks at the payment page. */
export function PlanButton({ card }: { card: PlanCard }) {
  const { state } = useSession();
  const navigate = useNavigate();
  const [isProcessing, setProcessing] = useState(false);
  const choose = () => {
    if (card.plan === 'free') return void navigate(state === 'signed-in' ? '/dashboard' : '/auth');
    if (state === 'signed-out') return toast({ title: 'Authentication Required', description: 'Please log in to upgrade your plan.', tone: 'destructive', action: { label: 'Log in', run: () => void navigate('/auth') } });
    setProcessing(true);
    return void navigate(payments[card.plan]);
  };
  return <PlainButton look={card.plan === 'pro_monthly' ? 'primary' : 'plain'} wide disabled={isProcessing} onClick={choose}>{isProcessing ? 'Processing...' : card.action}</PlainButton>;
}
